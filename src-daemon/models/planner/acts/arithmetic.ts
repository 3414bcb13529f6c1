import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import { ASKING, SHARES, SIGNS } from '../grammar/arithmetic.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { numberIn } from '../reading/numbers.ts'

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
  for (const form of SHARES) {
    const match = patternFrom(`^${form}$`, 'iu').exec(text)
    const [share, number] = [match?.groups?.['share'], match?.groups?.['number']].map((part) =>
      part === undefined ? null : numberIn(part),
    )
    if (share !== null && share !== undefined && number !== null && number !== undefined)
      return `${String(share)} * ${String(number)} / 100`
  }
  return text
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
