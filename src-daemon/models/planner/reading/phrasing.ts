import type { Grammar } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { findDates } from '../time/dates.ts'
import { findRecurrences } from '../time/recurrence.ts'
import { DATE_MARK } from './rules.ts'

/** A sentence without what says nothing about its wish, and with marks in place of its dates. */

/** Without a greeting before and thanks behind it, and without the mark at its end. */
export const withoutManners = (text: string, { opening, closing, fillers, cues }: Grammar): string => {
  let rest = text.trim().replace(EMOJI, '')
  for (let before = ''; rest !== before;) {
    before = rest
    rest = rest.replace(opening, '').trim()
  }
  const plain = cues.wanted.reduce((said, [form, order]) => said.replace(form, order), rest)
  return plain.replace(closing, '').replace(EMOJI, '').replace(fillers, '').trim()
}

/** Without the roundabout ways in which somebody asks for it. */
export const withoutCourtesy = (text: string, { cues: { courtesies } }: Grammar): string => {
  const rest = courtesies.reduce((said, [form, plain]) => said.replace(form, plain), text.trim())
  // "Could you add …?" is no question.
  return rest === text.trim() ? rest : rest.replace(/(?:吗|么)?[?？]+$/u, '').trim()
}

export const bared = (text: string): string =>
  text
    .replace(/[\s.!。！~～〜…]+$/u, '')
    // Drawn out: よー.
    .replace(/(?<=[よねわなた])ー+$/u, '')
    .replace(/^[¿¡\s]+/u, '')

const EMOJI = /^(?:\p{Extended_Pictographic}|\uFE0F|\s)+|(?:\p{Extended_Pictographic}|\uFE0F|\s)+$/gu

/** The pictures of things that a text ends in, with the space before them; empty for faces, hands and hearts, which are tone. */
export const picturesAtEnd = (text: string): string => {
  const end = ENDING_PICTURES.exec(text.trim())?.[0] ?? ''
  return TONE.test(end) ? '' : end
}
const ENDING_PICTURES = /\s*(?:\p{Extended_Pictographic}|\uFE0F)+$/u
const TONE =
  /[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}\u{1F440}-\u{1F450}\u{1F493}-\u{1F49F}\u{1F4AA}\u{1F4AF}\u{1F389}\u{2705}\u{2728}\u{2764}\u{261D}\u{270A}-\u{270D}\u{1F525}]/u

/** Without a clause that only says why: "delete it, I don't need it anymore". */
export const withoutReason = (text: string, { reasons }: Grammar): string => text.replace(reasons, '').trim()

/** A date in front of a wish, and the rest: "every Monday remind me to …". */
export const datedInFront = (text: string): { date: string; rest: string } | null => {
  const match = IN_FRONT.exec(text)
  return match === null ? null : { date: match[1] ?? '', rest: match[2] ?? '' }
}
const IN_FRONT = patternFrom(
  `^((?:(?:on|by|at|el|para el|para)\\s+)?${DATE_MARK.begin}\\d+${DATE_MARK.end})[\\s,:]+(\\p{Script=Latin}.+)$`,
  'isu',
)

/** Replaces each date by a mark, and restores them in any part of the text. */
export const withDateMarks = (
  text: string,
  now: Date,
): { text: string; restore: (part: string) => string } => {
  const again = findRecurrences(text, now)
  const isTaken = (at: number): boolean =>
    again.some((one) => at >= one.at && at < one.at + one.source.length)
  const dates = [...again, ...findDates(text, now).filter(({ at }) => !isTaken(at))].toSorted(
    (a, b) => a.at - b.at,
  )
  const marked = dates.reduceRight(
    (rest, { at, source }, index) =>
      `${rest.slice(0, at)}${DATE_MARK.begin}${String(index)}${DATE_MARK.end}${rest.slice(at + source.length)}`,
    text,
  )
  const mark = patternFrom(`${DATE_MARK.begin}(\\d+)${DATE_MARK.end}`, 'g')
  return {
    text: marked,
    restore: (part) => part.replaceAll(mark, (_mark, index: string) => dates[Number(index)]?.source ?? ''),
  }
}
