import type { Grammar, Rule } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** Dates stand in a wish as these marks while it is read, so that rules needn't know how dates are written. */
export const DATE_MARK = { begin: '\uE000', end: '\uE001' } as const
const DATE = `${DATE_MARK.begin}\\d+${DATE_MARK.end}`

export interface Fitting {
  readonly rule: Rule
  readonly groups: Readonly<Record<string, string | undefined>>
}

const compiled = new WeakMap<Grammar, Map<string, readonly { rule: Rule; pattern: RegExp }[]>>()

/** The first rule of `grammar` that fits `text`, or null. */
export const fittingRule = (
  grammar: Grammar,
  nouns: Readonly<Record<string, string>>,
  text: string,
  isAllowed: (rule: Rule) => boolean,
): Fitting | null => {
  for (const { rule, pattern } of patternsOf(grammar, nouns)) {
    if (!isAllowed(rule)) continue
    const match = pattern.exec(text)
    if (match !== null && !isNew(match.groups?.['target'], nouns) && !tearsQuotes(match, text))
      return { rule, groups: { ...match.groups } }
  }
  return null
}

/** What stands in quotes is said there, and orders nothing: no word of a rule may stand in them without the rest. */
const tearsQuotes = ({ groups = {} }: RegExpExecArray, text: string): boolean =>
  QUOTES.some(([open, close]) => {
    const count = (part: string, mark: string): number => part.split(mark).length - 1
    if (!text.includes(open) || (open === close && count(text, open) % 2 !== 0)) return false
    return Object.values<string | undefined>(groups).some((part = '') =>
      open === close ? count(part, open) % 2 !== 0 : count(part, open) !== count(part, close),
    )
  })
const QUOTES = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
] as const

/** "A task" is none that is kept, so that nothing is done with it. */
const isNew = (target: string | undefined, nouns: Readonly<Record<string, string>>): boolean =>
  target !== undefined &&
  patternFrom(
    `^(?:me )?(?:an?|another|una?|otr[oa]) (?:new |nuev[oa] )?(?:${Object.values(nouns).join('|')})(?!\\p{L})`,
    'iu',
  ).test(target)

const patternsOf = (grammar: Grammar, nouns: Readonly<Record<string, string>>) => {
  const known = compiled.get(grammar) ?? new Map<string, readonly { rule: Rule; pattern: RegExp }[]>()
  compiled.set(grammar, known)
  const noun = Object.values(nouns).join('|')
  const there = known.get(noun)
  if (there !== undefined) return there
  const patterns = grammar.rules.map((rule) => ({
    rule,
    pattern: patternOf(rule.form, noun, grammar.articles),
  }))
  known.set(noun, patterns)
  return patterns
}

const patternOf = (form: string, noun: string, articles: string): RegExp => {
  const filled = form.replaceAll('{a}', articles).replaceAll('{date}', DATE)
  const named = `(?<kind>${noun})`
  try {
    return patternFrom(filled.replaceAll('{kind}', named), 'isu')
  } catch {
    // A name may be given once only on each way through a pattern.
    return patternFrom(filled.replace('{kind}', named).replaceAll('{kind}', `(?:${noun})`), 'isu')
  }
}

/** The key of the kind that a noun stands for. */
export const kindNamed = (nouns: Readonly<Record<string, string>>, noun: string): string | null =>
  Object.entries(nouns).find(([, pattern]) => patternFrom(`^(?:${pattern})$`, 'iu').test(noun.trim()))?.[0] ??
  null
