import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import { ASKING, DISCOUNTS, FRACTION_BEHIND, FRACTIONS, SHARES, SIGNS } from '../grammar/arithmetic.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { numberIn } from '../reading/numbers.ts'
import { NUMBERS } from '../grammar/numbers.ts'

/** The answer to a sum, which needs no capability: "15% of 86"; null for any other message. */
export const sumAnswer = (message: string, language: Language): string | null => {
  if (message.length > 200 || !/\d/u.test(message)) return null
  const text = message.trim().replace(/[\s?？。!！]+$/u, '')
  const bare = ASKING.reduce((rest, pattern) => rest.replace(pattern, ''), text).trim()
  const sum = SIGNS.reduce((rest, [words, sign]) => rest.replace(words, sign), withoutShares(bare))
  // "555-0199" and "24/7" are no sums unless somebody asks for their result.
  const isSum = bare !== text || sum !== bare || /[+*]|\s[-/]\s/u.test(sum)
  const value = isSum && /\d\s*[)]?\s*[-+*/]/u.test(sum) ? valueOf(sum) : null
  if (value === null || !Number.isFinite(value)) return null
  const result = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value)
  return say(language, 'planner_sum', { sum: bare, result })
}

const withoutShares = (text: string): string => {
  for (const [forms, isOff] of [
    [SHARES, false],
    [DISCOUNTS, true],
  ] as const)
    for (const form of forms) {
      const groups = patternFrom(`^${form}$`, 'iu').exec(text)?.groups
      const [share, number] = [shareIn(groups), numberIn(groups?.['number'] ?? '')]
      if (share === null || number === null) continue
      return `${String(number)} * ${isOff ? `(100 - ${String(share)})` : String(share)} / 100`
    }
  const behind = FRACTION_BEHIND.exec(text)?.groups
  if (behind !== undefined) {
    const count = (digits = ''): number => NUMBERS[digits] ?? Number(digits)
    const share = behind['half'] === undefined ? count(behind['over']) / count(behind['under']) : 1 / 2
    return `${String(numberIn(behind['number'] ?? ''))} * ${String(share)}`
  }
  const plain = text.replace(/^(\d+\s*\/\s*\d+) (?:of|de) (?=\d)/iu, '$1 * ')
  return FRACTIONS.reduce((rest, [words, share]) => rest.replaceAll(words, `${String(share)} * `), plain)
}

/** A share in per cent: as it stands, in tenths, or as what is left to pay: "打八五折" takes 15 % off. */
const shareIn = (groups: Readonly<Record<string, string | undefined>> | undefined): number | null => {
  const digits = (text: string): number =>
    Number([...text].map((one) => String(NUMBERS[one] ?? one)).join(''))
  const { share, tenths, rest } = groups ?? {}
  if (tenths !== undefined) return digits(tenths.normalize('NFKC')) * 10
  if (rest !== undefined) return 100 - digits(rest) * (rest.length === 1 ? 10 : 1)
  return numberIn(share ?? '')
}

/** What a sum comes to; null for what is none. */
const valueOf = (sum: string): number | null => {
  const parts = sum.match(/\d[\d.,]*|[-+*/()]/gu) ?? []
  if (parts.join('') !== sum.replaceAll(/\s/gu, '')) return null
  let at = 0
  const factor = (): number => {
    const part = parts[at]
    at += 1
    if (part === '-') return -factor()
    if (part !== '(') return part === undefined ? NaN : (numberIn(part) ?? NaN)
    const inner = terms()
    return parts[at++] === ')' ? inner : NaN
  }
  const factors = (): number => {
    let value = factor()
    while (parts[at] === '*' || parts[at] === '/') {
      const isTimes = parts[at] === '*'
      at += 1
      value = isTimes ? value * factor() : value / factor()
    }
    return value
  }
  const terms = (): number => {
    let value = factors()
    while (parts[at] === '+' || parts[at] === '-') {
      const isPlus = parts[at] === '+'
      at += 1
      value = isPlus ? value + factors() : value - factors()
    }
    return value
  }
  const value = terms()
  return at === parts.length && !Number.isNaN(value) ? value : null
}
