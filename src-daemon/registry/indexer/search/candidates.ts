import type { TermIndex } from '../core/types.ts'
import type { QueryWord } from './ranking.ts'
import { headlineTerm, voteTerms } from './terms.ts'

/** How many documents a search scans by their sets alone, and how many it reads and ranks. */
const DRIVEN = 4000
const RANKED = 256
/** How many more of the rarest words are looked up beside the leading ones; ranking counts all words. */
const LOOKED_UP = 6
/**
 * For words that occur nearly everywhere: how many of the newest documents, and of those with the most votes.
 */
const NEWEST = 96
const MAX_VOTED = 48
/** A word of the headline says more than any other. */
const HEADLINE_WORTH = 1.6

interface Group {
  readonly terms: readonly string[]
  readonly headline: readonly string[]
  readonly frequency: number
  readonly headlineFrequency: number
  readonly weight: number
}

/**
 * The documents worth ranking, at most `RANKED`. The cost depends on the rare words, never on how often a
 * common word occurs: the rarest words lead, and the others are only looked up within their documents; if all
 * are common, the newest and the most voted documents that have them are taken.
 * `isAll` is false if more documents may match.
 */
export const findCandidates = async (
  index: TermIndex,
  words: readonly QueryWord[],
  filters: readonly (readonly string[])[],
): Promise<{ ids: readonly number[]; isAll: boolean; found: number }> => {
  if (words.length === 0) return withoutWords(index, filters)
  const groups = await groupsOf(index, words)
  const filtering = await frequencyOf(index, filters)

  const scores = new Map<number, number>()
  const add = (ids: readonly number[], weight: number): void => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight)
  }
  // A rare filter leads: everything that passes it can be scanned.
  const isNarrow = filtering !== null && filtering <= DRIVEN
  const leaders = isNarrow ? groups : leadersOf(groups)
  const leading = leaders.flatMap(({ terms }) => terms)
  const led = [...filters, ...(leading.length > 0 ? [leading] : [])]

  if (leaders.length > 0 || isNarrow)
    for (const group of groups.slice(0, Math.max(LOOKED_UP, leaders.length))) {
      const within = leaders.includes(group) ? filters : led
      add(await index.match([group.terms, ...within], DRIVEN), group.weight)
      if (group.headlineFrequency > 0)
        add(await index.match([group.headline, ...within], DRIVEN), group.weight * (HEADLINE_WORTH - 1))
    }
  // Documents with common words only are needed only if nothing else is left.
  if (leaders.length === 0 && !isNarrow)
    for (const ids of await fromCommon(index, groups, filters))
      for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + 1)

  const best = [...scores].sort(([a, x], [b, y]) => y - x || b - a)
  return {
    ids: best.slice(0, RANKED).map(([id]) => id),
    isAll: best.length <= RANKED && leaders.length === groups.length,
    found: best.length,
  }
}

const withoutWords = async (
  index: TermIndex,
  filters: readonly (readonly string[])[],
): Promise<{ ids: readonly number[]; isAll: boolean; found: number }> => {
  if (filters.length === 0) {
    const ids = (await index.newest(RANKED)).slice(0, RANKED)
    return { ids, isAll: ids.length < RANKED, found: ids.length }
  }
  const voted = await index.match([...filters, voteTerms], MAX_VOTED)
  const newest = await index.match(filters, RANKED)
  const ids = [...new Set([...voted, ...newest])].slice(0, RANKED)
  return { ids, isAll: newest.length < RANKED, found: ids.length }
}

const groupsOf = async (index: TermIndex, words: readonly QueryWord[]): Promise<Group[]> => {
  const all = words.flatMap(({ alternatives }) => [...alternatives.keys()])
  const frequencies = await index.frequencies([...all, ...all.map(headlineTerm)])
  const sum = (terms: readonly string[]): number =>
    terms.reduce((total, term) => total + (frequencies.get(term) ?? 0), 0)
  return words
    .map(({ alternatives, weight }) => {
      const terms = [...alternatives.keys()]
      const headline = terms.map(headlineTerm)
      return { terms, headline, frequency: sum(terms), headlineFrequency: sum(headline), weight }
    })
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency)
}

/** The smallest number of documents that pass a filter; null without filters. */
const frequencyOf = async (
  index: TermIndex,
  filters: readonly (readonly string[])[],
): Promise<number | null> => {
  if (filters.length === 0) return null
  const frequencies = await index.frequencies(filters.flat())
  return Math.min(
    ...filters.map((terms) => terms.reduce((total, term) => total + (frequencies.get(term) ?? 0), 0)),
  )
}

/** The rarest words, as many as can be scanned completely. */
const leadersOf = (groups: readonly Group[]): Group[] => {
  let total = 0
  return groups.filter(({ frequency }) => (total += frequency) <= DRIVEN)
}

const fromCommon = async (
  index: TermIndex,
  groups: readonly Group[],
  filters: readonly (readonly string[])[],
): Promise<(readonly number[])[]> => {
  const everyWord = groups.map(({ terms }) => terms)
  const everyHeadline = groups.map(({ headline }) => headline)
  const anyHeadline = groups
    .filter(({ headlineFrequency }) => headlineFrequency > 0)
    .map(({ headline }) => headline)
  const isWritten = groups.every(({ headlineFrequency }) => headlineFrequency > 0)
  const found: (readonly number[])[] = []
  if (isWritten) {
    found.push(await index.match([...everyHeadline, ...filters], NEWEST))
    found.push(await index.match([...everyHeadline, ...filters, voteTerms], MAX_VOTED))
  }
  found.push(await index.match([...everyWord, ...filters], NEWEST))
  found.push(await index.match([...everyWord, ...filters, voteTerms], MAX_VOTED))
  for (const headline of anyHeadline.slice(0, 3))
    found.push(await index.match([headline, ...filters], NEWEST))
  // No document has all of them: take those that have the rarest.
  const [rarest] = everyWord
  if (rarest !== undefined && found.every((ids) => ids.length === 0))
    found.push(await index.match([rarest, ...filters], NEWEST))
  return found
}
