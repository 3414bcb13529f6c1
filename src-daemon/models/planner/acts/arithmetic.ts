import { LANGUAGES, type Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import { rounded, valueOf, type Fraction } from '../base/expression.ts'
import { ATOM, EXPRESSION, SHARE, SUMS } from '../grammar/arithmetic.ts'
import { languagesOf } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'
import type { SumWords } from '../grammar/sum-words.ts'
import { amountsIn, type Amounts } from '../reading/amounts.ts'

/** A sum that was asked for. */
export interface Sum {
  /** As it was said, without the words that only ask. */
  readonly said: string
  readonly expression: string
  readonly value: Fraction
  readonly amounts: Amounts
  /** The result is a share in per cent. */
  readonly isShare: boolean
}

/** The sum that a message asks for: "15% of 86", "split 93 between four of us"; null for any other message. */
export const sumIn = (message: string, usual: Language): Sum | null => {
  if (message.length > MOST) return null
  for (const language of languagesFor(message, usual)) {
    const sum = sumOf(message, language)
    if (sum !== null) return sum
  }
  return null
}
const MOST = 200

/** The sum that goes on from the last one: "and plus 10%?", "それを3つ買うと？"; null if the message doesn't. */
export const sumAfter = (last: Sum, message: string, usual: Language): Sum | null => {
  if (message.length > MOST) return null
  const [language = usual] = languagesOf(message, usual)
  const words = SUMS[language]
  const amounts = amountsIn(bared(message), language)
  if (amounts === null || (amounts.mark !== null && !amounts.mark.isMoney)) return null
  const rest = amounts.text.replace(words.goesOn, '')
  const before = amounts.text.slice(0, amounts.text.length - rest.length)
  const made =
    again(last, rest, before) ?? [rest, amounts.text].map((text) => behind(last, text, words)).find(isText)
  const value = made === undefined ? null : valueOf(made)
  if (made === undefined || value === null) return null
  const marked =
    amounts.mark === null ? { ...last.amounts, isExact: amounts.isExact || last.amounts.isExact } : amounts
  return { said: inSigns(made), expression: made, value, amounts: marked, isShare: false }
}

/** What a sum comes to, in words. */
export const sumInWords = ({ said, value, amounts, isShare }: Sum, language: Language): string =>
  say(language, 'planner_sum', {
    sum: said,
    result: isShare ? `${numberInWords(value, 2, language)}%` : amountInWords(value, amounts, language),
  })

const amountInWords = (value: Fraction, amounts: Amounts, language: Language): string => {
  const { mark, isWhole } = amounts
  const number = isMoney(amounts)
    ? isWhole
      ? numberInWords(value, 0, language)
      : numberInWords(value, 2, language, value.over % value.under === 0n ? 0 : 2)
    : numberInWords(value, 4, language)
  return mark === null ? number : `${mark.before}${number}${mark.behind}`
}

const numberInWords = (value: Fraction, decimals: number, language: Language, least = 0): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: decimals }).format(
    rounded(value, decimals),
  )

const languagesFor = (message: string, usual: Language): readonly Language[] => [
  ...new Set([...languagesOf(message, usual), ...LANGUAGES]),
]

const sumOf = (message: string, language: Language): Sum | null => {
  const words = SUMS[language]
  const text = bared(message)
  const amounts = amountsIn(text, language)
  if (amounts === null || !/\d/u.test(amounts.text)) return null
  const { expression, outcome, isAsked, isWorded } = reduced(amounts.text, words)
  if (!isCounted(expression, amounts)) return null
  const isQuestion = isAsked || /[?？]\s*$/u.test(message)
  if (!isQuestion && !isSurely(expression, { outcome, isWorded, isMoney: isMoney(amounts) })) return null
  // "555-0199" and "24/7" are no sums unless somebody asks for their result.
  if (!isAsked && !isWorded && !/[+*]|\s[-/]\s/u.test(expression)) return null
  const value = valueOf(expression)
  if (value === null) return null
  const isPriced = outcome === 'price' && amounts.mark?.isMoney === false
  const said = outcome === '%' ? text.replace(/^¿/u, '') : withoutAsking(text, words)
  const marked = isPriced ? { ...amounts, mark: null } : amounts
  return { said, expression, value, amounts: marked, isShare: outcome === '%' }
}

/** What nobody asks about may be a time, an offer or a score: "5 menos 10", "3 por 2", "3 - 2", "2 tickets at 8". */
const isSurely = (
  expression: string,
  {
    outcome,
    isWorded,
    isMoney,
  }: { readonly outcome: string | undefined; readonly isWorded: boolean; readonly isMoney: boolean },
): boolean => {
  if (outcome === 'asked') return false
  if (outcome === 'price') return isMoney
  const numbers = expression.match(/[\d.]+%?/gu) ?? []
  const isSmall = numbers.length < 4 && numbers.every((one) => /^(?:\d|1[0-2])$/u.test(one))
  return isMoney || !isSmall || !(isWorded || /^\d+ ?[-/] ?\d+$/u.test(expression))
}

const isMoney = ({ mark, isExact }: Amounts): boolean => mark?.isMoney === true || isExact

const bared = (message: string): string => message.trim().replace(/[\s?？.。!！、,，~～]+$/u, '')

/** Whether it is all an expression, and one whose units can be kept: metres times metres are none. */
const isCounted = (expression: string, { mark, marks }: Amounts): boolean => {
  if (!WHOLE.test(expression) || (expression.match(/\d+(?:\.\d+)?/gu) ?? []).length < 2) return false
  return mark === null || mark.isMoney || marks < 2 || !/[*/]/u.test(expression)
}
const WHOLE = patternFrom(`^-?\\s*${EXPRESSION}$`, 'u')

interface Reduced {
  readonly expression: string
  /** What its form says that it is: `%` or a price. */
  readonly outcome: string | undefined
  readonly isAsked: boolean
  /** Words stood for signs. */
  readonly isWorded: boolean
}

/** Turns words into signs, whole phrases first, until nothing changes; then what only asks goes, and what it is about. */
const reduced = (text: string, words: SumWords): Reduced => {
  const first = phrased(text, words)
  if (WHOLE.test(first.expression)) return { ...first, isAsked: false }
  const bare = withoutAsking(first.expression, words)
  const isAsked = bare !== first.expression
  const second = phrased(bare, words)
  const isWorded = first.isWorded || second.isWorded
  const outcome = second.outcome ?? first.outcome
  if (!isAsked || WHOLE.test(second.expression)) return { ...second, outcome, isAsked, isWorded }
  const third = phrased(withoutAsking(second.expression.replace(words.about, ''), words), words)
  // A day of a month: "what's on the 3/4".
  if (/\d\/\d/u.test(text) && /^\d+ ?\/ ?\d+$/u.test(third.expression))
    return { ...second, outcome, isAsked, isWorded }
  return { ...third, outcome: third.outcome ?? outcome, isAsked, isWorded: isWorded || third.isWorded }
}

const withoutAsking = (text: string, { asking }: SumWords): string => {
  let rest = text.trim()
  for (let before = ''; rest !== before;) {
    before = rest
    rest = asking.reduce((left, form) => left.replace(form, ''), rest).trim()
    rest = rest.replace(/[\s,，、]+$/u, '')
  }
  return rest
}

const phrased = (text: string, words: SumWords): Omit<Reduced, 'isAsked'> => {
  let rest = words.noise.reduce((left, form) => left.replace(form, ''), text).trim()
  let outcome: string | undefined
  const quiet = rest
  let before = ''
  for (let round = 0; rest !== before && round < ROUNDS; round += 1) {
    before = rest
    rest = words.signs.reduce((left, [form, sign]) => left.replace(form, ` ${sign} `), rest)
    rest = rest.replaceAll(/\s+/gu, ' ')
    for (const { pattern, parts, outcome: means } of patternsOf(words)) {
      const match = pattern.exec(rest)
      if (match === null) continue
      const made = filled(parts, match.groups ?? {})
      rest = `${rest.slice(0, match.index)} (${made}) ${rest.slice(match.index + match[0].length)}`.trim()
      outcome = means ?? outcome
      break
    }
  }
  const expression = rest.replace(/^(?<all>\([^()]*\))$/u, (all) => all.slice(1, -1))
  return { expression, outcome, isWorded: /\p{L}/u.test(quiet) && rest !== quiet }
}

/** Nobody says more phrases in one sum. */
const ROUNDS = 8

interface Form {
  readonly pattern: RegExp
  readonly parts: string
  readonly outcome: string | undefined
}

const known = new Map<SumWords, readonly Form[]>()
const patternsOf = (words: SumWords): readonly Form[] => {
  const made =
    known.get(words) ??
    words.forms.map(([form, expression]) => {
      const [parts = '', outcome] = expression.split(' : ')
      const pattern = form
        .replaceAll('{p}', `(?<p>${SHARE})`)
        .replaceAll('{d}', String.raw`(?<d>\d{1,2})`)
        .replaceAll('{n}', `(?<n>${EXPRESSION})`)
        .replaceAll(/\{([mk])\}/gu, `(?<$1>${ATOM})`)
      return {
        pattern: patternFrom(
          `(?<![\\p{Script=Latin}\\d.])(?:${pattern})(?![\\p{Script=Latin}\\d]|[.,]\\d|\\s?/)`,
          'iu',
        ),
        parts,
        outcome,
      }
    })
  known.set(words, made)
  return made
}

/** An expression of a form with what stands for its letters; "8" and "85" in tenths are 80 and 85 per cent. */
const filled = (parts: string, groups: Readonly<Record<string, string | undefined>>): string => {
  const numbers = groups['list']?.match(/\d+(?:\.\d+)?/gu) ?? []
  if (parts === 'total') return numbers.join(' + ')
  if (parts === 'average') return `(${numbers.join(' + ')}) / ${String(numbers.length)}`
  return parts.replaceAll(/\p{L}+/gu, (name) => {
    const said = groups[name] ?? ''
    if (name === 'd') return `${said}${said.length === 1 ? '0' : ''}%`
    return /^[\d.]+%?$/u.test(said) ? said : `(${said})`
  })
}

/** The last sum with another share, another number or another count of parts. */
const again = (last: Sum, rest: string, before: string): string | undefined => {
  const alone =
    /^(?:con |with |of |del? |el |entre |between )*(?<number>\d+(?:\.\d+)?)(?<share>%)?\s*(?:呢|は|なら|だと|だったら)?$/u.exec(
      rest,
    )
  if (alone === null) return undefined
  const { number = '', share } = alone.groups ?? {}
  // "3" alone, and "that one", go on with nothing.
  if (
    share === undefined &&
    (before === '' || /(?:that|it|eso|lo)\s*$/iu.test(before)) &&
    !/\P{ASCII}$/u.test(rest)
  )
    return undefined
  const numbers = last.expression.match(/\d+(?:\.\d+)?%?/gu) ?? []
  const like = numbers.filter((one) => one.endsWith('%') === (share !== undefined))
  const isDivided = share === undefined && /(?<!\p{L})(?:entre|between)/u.test(rest)
  if (isDivided) return last.expression.replace(/(?<=\/ )\d+$/u, number)
  if (like.length !== 1 || numbers.length !== 2) return undefined
  return last.expression.replace(like[0] ?? '', `${number}${share ?? ''}`)
}

/** What is done with the last result. */
const behind = (last: Sum, text: string, words: SumWords): string | undefined => {
  const glue = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text) ? '' : ' '
  const whole = `(${last.expression})${glue}${text}`
  const { expression, isWorded, outcome } = reduced(whole, words)
  if (outcome === 'price') return undefined
  const isNew = expression.includes(last.expression) && expression.length > last.expression.length + 3
  return WHOLE.test(expression) && (isWorded || /^\s*[-+*/]/u.test(text)) && isNew ? expression : undefined
}
const isText = (text: string | undefined): text is string => text !== undefined

/** An expression with the signs that people write. */
const inSigns = (expression: string): string =>
  expression
    .replaceAll(/\((\d+(?:\.\d+)?%?)\)/gu, '$1')
    .replaceAll(/\((\([^()]*\))\)/gu, '$1')
    .replace(/^\(((?:[^()]|\([^()]*\))*)\)$/u, '$1')
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(' - ', ' − ')
