import type { Grammar } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { kindNamed } from './rules.ts'
import { withoutManners } from './phrasing.ts'
import { sentencesOf } from './sentences.ts'

/** What is to be kept, in front of the order to keep it. */
export interface Behind {
  readonly what: string
  /** As the order names its kind. */
  readonly noun: string
}

/**
 * A new object whose order stands behind it, in a clause or a sentence of its own: "renew my library card by Tuesday, add it to my
 * tasks"; null if none does. `text` stands without manners.
 */
export const orderBehind = (
  text: string,
  { grammar, nouns }: { readonly grammar: Grammar; readonly nouns: Readonly<Record<string, string>> },
): Behind | null => {
  const noun = Object.values(nouns).join('|')
  const form = grammar.orderBehind.replaceAll('{kind}', `(?<kind>${noun})`)
  const { what = '', kind = '', rank } = patternFrom(`^(?<what>.+?)${form}$`, 'isu').exec(text)?.groups ?? {}
  const words = what.trim()
  return kindNamed(nouns, kind) === null || words === '' || grammar.question.test(words)
    ? null
    : { what: rank === undefined ? words : `${words}, ${rank}`, noun: kind }
}

/** A message whose last sentence is only such an order, or whose first one only says how urgent it is, as one sentence. */
export const joinedToOrder = (
  text: string,
  reader: { readonly grammar: Grammar; readonly nouns: Readonly<Record<string, string>> },
): string => {
  const sentences = sentencesOf(text)
  const last = withoutManners(sentences.at(-1) ?? '', reader.grammar)
  if (last === '' || sentences.length < 2) return text
  const before = sentences.slice(0, -1)
  const [first = '', ...more] = before.map((sentence) => sentence.replace(/[.!。！…]+$/u, ''))
  if (before.length === 1 && isRank(first, reader.grammar)) return `${first}, ${sentences.at(-1) ?? ''}`
  // Only a word or two may stand between, such as how urgent it is.
  if (before.some((sentence) => /[?？]$/u.test(sentence)) || more.some((one) => one.length > MOST_BETWEEN))
    return text
  const joint = /\p{Script=Latin}$/u.test(first) ? ', ' : '，'
  const isOrder = orderBehind(`x${joint}${last.replace(/[.!。！…]+$/u, '')}`, reader)?.what === 'x'
  return isOrder ? [first, ...more, last].join(joint) : text
}
const MOST_BETWEEN = 20

const isRank = (words: string, { values: { high, low } }: Grammar): boolean =>
  patternFrom(`^[¡\\s]*(?:very |super |muy |很|非常)?(?:${high}|${low})$`, 'iu').test(words.trim())
