import type { SearchDocument } from '../core/types.ts'
import { distanceOf, typosAllowed } from './typos.ts'

/** A word's value by field (docs/guide/run-an-index.md). */
const FIELDS = [
  ['name', 1],
  ['title', 0.9],
  ['tags', 0.75],
  ['description', 0.5],
  ['more', 0.3],
] as const
/** Shares of the score. Without vectors, words also get the share of meaning. */
const SHARES = { words: 0.46, meaning: 0.3, name: 0.16, votes: 0.06, freshness: 0.02 }
/** Factor for each typo, and for a word of which only the beginning was typed. */
const TYPO = 0.8
const BEGINNING = 0.9

/** A word of the query, with the words it may stand for. */
export interface QueryWord {
  readonly word: string
  /** Value of each of these words; 1 for the word itself. */
  readonly alternatives: ReadonlyMap<string, number>
  /** How much it tells: the logarithm of its rarity. */
  readonly weight: number
}

export const typoWorth = (distance: number): number => TYPO ** distance
export const beginningWorth = BEGINNING

/** The rarity of a word: 0 for one that occurs everywhere. */
export const weightOf = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

export interface RankingInput {
  readonly words: readonly QueryWord[]
  readonly extent: { readonly firstBlock: number; readonly lastBlock: number }
  readonly mostVotes: number
  /** Cosine by document id; null without an embedding model. */
  readonly meaning: ReadonlyMap<number, number> | null
}

/** The score of a document, from 0 to 1. */
export const scoreOf = (document: SearchDocument, input: RankingInput): number => {
  const { words, extent, mostVotes, meaning } = input
  const votes = document.votes <= 0 || mostVotes <= 0 ? 0 : Math.log1p(document.votes) / Math.log1p(mostVotes)
  const span = extent.lastBlock - extent.firstBlock
  const freshness = span <= 0 ? 1 : Math.min(1, (document.block - extent.firstBlock) / span)
  const rest = SHARES.votes * votes + SHARES.freshness * freshness
  if (words.length === 0 && meaning === null) return rest / (SHARES.votes + SHARES.freshness)
  const near = Math.max(0, meaning?.get(document.id) ?? 0)
  const wordShare = meaning === null ? SHARES.words + SHARES.meaning : SHARES.words
  const score =
    wordShare * wordsScore(document, words) +
    (meaning === null ? 0 : SHARES.meaning * near) +
    SHARES.name * nameScore(document, words) +
    rest
  return Math.round(score * 1e6) / 1e6
}

/** How much of the query's information the document holds, each word counted in its most valuable field. */
const wordsScore = (document: SearchDocument, words: readonly QueryWord[]): number => {
  let found = 0
  let all = 0
  for (const { alternatives, weight } of words) {
    all += weight
    let best = 0
    for (const [field, worth] of FIELDS) {
      if (worth <= best) break
      for (const word of document[field]) {
        const match = alternatives.get(word)
        if (match !== undefined) best = Math.max(best, worth * match)
      }
    }
    found += weight * best
  }
  return all === 0 ? 0 : found / all
}

/** Whether the query is the name or the title: 1 if it is, less with typos, a share if it is part of it. */
const nameScore = (document: SearchDocument, words: readonly QueryWord[]): number =>
  Math.max(likeness(document.name, words), likeness(document.title, words))

const likeness = (name: readonly string[], words: readonly QueryWord[]): number => {
  if (name.length === 0 || words.length === 0) return 0
  const written = words.map(({ word }) => word).join('')
  const joined = name.at(-1) ?? ''
  const whole = name.length > 2 && name.slice(0, -1).join('') === joined ? joined : name.join('')
  const allowed = Math.max(1, typosAllowed(written.length))
  const distance = distanceOf(written, whole, allowed)
  if (distance <= allowed && written.length > 2) return distance === 0 ? 1 : 0.9 ** distance
  const parts = whole === joined && name.length > 1 ? name.slice(0, -1) : name
  let inName = 0
  for (const part of parts)
    inName += words.reduce((best, { alternatives }) => Math.max(best, alternatives.get(part) ?? 0), 0)
  let inQuery = 0
  for (const { alternatives } of words)
    inQuery += parts.reduce((best, part) => Math.max(best, alternatives.get(part) ?? 0), 0)
  // In both directions: a long query that happens to contain a short name is not that name.
  return 0.8 * (inName / parts.length) * Math.sqrt(inQuery / words.length)
}
