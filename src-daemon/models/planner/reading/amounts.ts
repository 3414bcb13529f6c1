import type { Language } from '../../../contract/language.ts'
import { CURRENCIES, KEPT_UNITS } from '../grammar/arithmetic.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { ENGLISH, hanNumber, SPANISH, withDigits, withHanDigits } from './numerals.ts'
import { numberIn, withoutThousandStops } from './numbers.ts'

/** A currency or a unit, as it was written beside a number. */
export interface Mark {
  readonly before: string
  readonly behind: string
  readonly isMoney: boolean
}

/** A text with its numbers in plain digits, without their currency and unit. */
export interface Amounts {
  readonly text: string
  readonly mark: Mark | null
  /** How many numbers had it. */
  readonly marks: number
  /** A number was written with two decimals, as money is. */
  readonly isExact: boolean
  /** Money without smaller parts. */
  readonly isWhole: boolean
}

/** The amounts in a text; null if they are of several currencies or units. */
export const amountsIn = (said: string, language: Language): Amounts | null => {
  const stopped = language === 'es' ? withoutThousandStops(said) : said
  const parted = stopped.replaceAll(VULGAR, (_sign, whole: string, sign: string) => {
    const [over = '1', under = '1'] = sign.normalize('NFKC').split('⁄')
    return `(${whole === '' ? '0' : whole}+${over}/${under})`
  })
  const wide = inDigits(parted.normalize('NFKC').replaceAll(PERCENT, '%'), language)
  const isExact = /(?<![\d.,])\d+[.,]\d{2}(?![\d.,]*\d)/u.test(stopped)
  const plain = wide.replaceAll(/\d[\d.,]*(?<![.,])/gu, (number) => plainNumber(number, language))
  const found: Mark[] = []
  // Where the next number follows at once, as in "187元6个人", both stay apart.
  const keep = (mark: Mark, next = ''): string => {
    found.push(mark)
    return next === '' ? '' : PAUSES[language]
  }
  const text = plain
    .replaceAll(MONEY_BEFORE, (sign: string) => keep({ before: sign, behind: '', isMoney: true }))
    .replaceAll(MONEY_BEHIND, (_said, sign: string, next?: string) =>
      keep({ before: '', behind: sign, isMoney: true }, next),
    )
    .replaceAll(UNIT_BEHIND, (_said, sign: string, next?: string) =>
      keep({ before: '', behind: sign, isMoney: false }, next),
    )
  const money = found.filter(({ isMoney }) => isMoney)
  const marks = money.length > 0 ? money : found
  const [mark = null] = marks
  const signs = new Set(marks.map(({ before, behind }) => (before + behind).trim().toLowerCase()))
  if (signs.size > 1) return null
  const sign = `${mark?.before ?? ''}${mark?.behind ?? ''}`.trim()
  const isYen = /^(?:円|日元|yen)$/iu.test(sign) || (language === 'ja' && /^[¥￥]$/u.test(sign))
  return { text: text.trim(), mark, marks: marks.length, isExact, isWhole: isYen }
}

const PAUSES: Readonly<Record<Language, string>> = { en: ' ', es: ' ', ja: '、', zh: '，' }

const SIGNS = CURRENCIES.map(([sign]) => sign).join('|')
const END = String.raw`(?!\p{Script=Latin})`
const MONEY_BEFORE = patternFrom(String.raw`(?<!\p{Script=Latin})(?:(?:US|C|A)?\$|[£€¥￥])\s?(?=\d)`, 'giu')
const MONEY_BEHIND = patternFrom(String.raw`(?<=\d)(\s?(?:${SIGNS}))${END}(?=(\d)?)`, 'giu')
const UNIT_BEHIND = patternFrom(String.raw`(?<=\d)(\s?(?:${KEPT_UNITS}))${END}(?=(\d)?)`, 'giu')
const PERCENT = /(?<=\d)\s*(?:%|percent|per cent|pct|por ciento|por cien|パーセント|パー(?!\p{L}))/giu
const VULGAR = /(\d*)\s?([¼½¾⅓⅔⅛])/gu

const inDigits = (text: string, language: Language): string => {
  if (language === 'en') return withDigits(text, ENGLISH).replaceAll(PERCENT, '%')
  if (language === 'es') return withDigits(text, SPANISH).replaceAll(PERCENT, '%')
  return withHanDigits(
    text.replaceAll(/百分之([一二三四五六七八九十百两\d.]+)/gu, (_said, share: string) =>
      /\d/u.test(share) ? `${share}%` : `${String(hanNumber(share))}%`,
    ),
  )
}

/** "1,250" and "2,5" as JavaScript writes them; what is no number stays. */
const plainNumber = (number: string, language: Language): string => {
  if (language === 'es' && /^\d+,\d+$/u.test(number) && !/^\d{1,3},000$/u.test(number))
    return number.replace(',', '.')
  const value = numberIn(number)
  return value === null || value > 1e15 ? number : /^\d+\.\d+$/u.test(number) ? number : String(value)
}
