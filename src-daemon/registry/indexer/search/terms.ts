import { sha256Hex } from '../../../platform/sha256.ts'
import { FILTERS, type FilterName, type Filters, type SearchDocument } from '../core/types.ts'

/**
 * Terms of the inverted index. Plain words are words anywhere; a prefix character that no word has marks other kinds:
 * a word of the headline (name, title, tags), a value of a filter, a number of votes.
 */
const SIGN = '\u00a7'
/** Terms for a minimum number of votes. */
const VOTE_STEPS = [1, 10, 100, 1000] as const

export const headlineTerm = (word: string): string => `${SIGN}n${word}`

/** The value may be anything: it is hashed, so it can be neither mistaken for syntax nor too long. */
export const filterTerm = (name: FilterName, value: string): string =>
  `${SIGN}f${sha256Hex(`${name}\n${value}`).slice(0, 24)}`

/** Documents with many votes, the highest step first. */
export const voteTerms: readonly string[] = VOTE_STEPS.toReversed().map((step) => `${SIGN}v${String(step)}`)

/** Whether a term is a word of a text, and so a candidate for a typo. */
export const isWord = (term: string): boolean => !term.startsWith(SIGN)

/** All terms of a document, each once. */
export const termsOf = (
  document: Omit<SearchDocument, 'id' | 'block'>,
  facets: Filters,
): readonly string[] => {
  const headline = [...document.name, ...document.title, ...document.tags]
  const terms = new Set([...headline, ...document.description, ...document.more])
  for (const word of headline) terms.add(headlineTerm(word))
  for (const name of FILTERS) for (const value of facets[name] ?? []) terms.add(filterTerm(name, value))
  for (const step of VOTE_STEPS) if (document.votes >= step) terms.add(`${SIGN}v${String(step)}`)
  return [...terms]
}
