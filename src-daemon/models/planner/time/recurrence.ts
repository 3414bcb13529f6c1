import { patternFrom } from '../grammar/pattern.ts'
import { findDates } from './dates.ts'
import { dayOf, isoDay } from './days.ts'

/** Words that make something happen again and again: "every Monday". */

export interface Recurrence {
  /** How it was written. */
  readonly source: string
  readonly at: number
  /** The first day it falls on, `2026-11-23`; null if the words don't say. */
  readonly first: string | null
}

const ENGLISH_DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const SPANISH_DAYS = '(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|domingos?)'
const COUNT = '(?:\\d+|two|three|four|six|dos|tres|cuatro|seis)'

const PATTERN = patternFrom(
  [
    String.raw`(?<!\p{L})(?:every|each) (?:other |second |single )?(?:${ENGLISH_DAYS}|weekday|weekend|day|morning|evening|night|week|month|year|${COUNT} (?:day|week|month|year)s)(?!\p{L})`,
    String.raw`(?<!\p{L})on ${ENGLISH_DAYS}s(?!\p{L})`,
    String.raw`(?<!\p{L})(?:daily|weekly|monthly|yearly|annually|once a (?:day|week|month|year))(?=\s*(?:$|[,.!]))`,
    String.raw`(?<!\p{L})(?:todos los|todas las) (?:${SPANISH_DAYS}|d[íi]as|semanas|meses|años|mañanas|tardes|noches)(?!\p{L})`,
    String.raw`(?<!\p{L})cada (?:${SPANISH_DAYS}|d[íi]a|semana|mes|año|mañana|tarde|noche|${COUNT} (?:d[íi]as|semanas|meses|años))(?!\p{L})`,
    String.raw`(?<!\p{L})los ${SPANISH_DAYS}(?!\p{L})`,
    String.raw`每(?:隔?[一二两三四五六\d]+)?个?(?:(?:周|星期|礼拜)[一二三四五六日天末]?|月(?:\d{1,2}[号日])?|年(?:\d{1,2}月\d{1,2}[号日])?|天|日|晚|早)(?:早上|晚上|上午|下午)?`,
    String.raw`(?:毎週|隔週)の?(?:[月火水木金土日]曜日?)?|毎月(?:\d{1,2}日)?|毎年(?:\d{1,2}月\d{1,2}日)?|毎(?:日|朝|晩)`,
  ].join('|'),
  'giu',
)

const EACH_DAY =
  /every (?:single )?(?:day|morning|evening|night)|daily|once a day|d[íi]as|cada (?:d[íi]a|mañana|tarde|noche)|todas las (?:mañanas|tardes|noches)|每(?:天|日|晚|早)|毎[日朝晩]/iu

/** Every recurrence in `text`, in order. */
export const findRecurrences = (text: string, now: Date): Recurrence[] =>
  [...text.matchAll(PATTERN)].map((match) => {
    const [source] = match
    return { source, at: match.index, first: firstOf(source, now) }
  })

const firstOf = (source: string, now: Date): string | null => {
  const [date] = [...findDates(source, now), ...findDates(source.replace(/s$/u, ''), now)]
  return date?.date ?? (EACH_DAY.test(source) ? isoDay(dayOf(now)) : null)
}
