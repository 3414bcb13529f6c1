import type { RouteWhy } from '../../../src-daemon/contract/chat.ts'

/**
 * Where a sentence would go. `reached`: to the draft. `other`: to the capability called `titles`. `asked`: the person would be
 * asked which of these and the draft is meant. `several`: parts of it are for different ones. `none`: to none alone; `score`
 * is how near it comes.
 */
export interface SentenceWay {
  readonly kind: 'reached' | 'other' | 'asked' | 'several' | 'none'
  /** Of the draft, 0..1. */
  readonly score: number
  /** The other capabilities it is about. */
  readonly titles: readonly string[]
}

/** The decision about a sentence as the author of the draft called `name` sees it. */
export const sentenceWay = ({ decision }: RouteWhy, name: string): SentenceWay => {
  const { capability, candidates, reason, several = [], measure } = decision
  const score = candidates.find((one) => one.name === name)?.score ?? 0
  const titlesOf = (names: readonly string[]): string[] =>
    names
      .filter((one) => one !== name)
      .map((one) => candidates.find((candidate) => candidate.name === one)?.title ?? one)
  if (capability === name) return { kind: 'reached', score, titles: [] }
  if (capability !== null) return { kind: 'other', score, titles: titlesOf([capability]) }
  if (several.includes(name)) return { kind: 'several', score, titles: titlesOf(several) }
  const able = candidates.filter((one) => one.score >= (measure?.threshold ?? 1)).map((one) => one.name)
  if (reason === 'ambiguous' && able.includes(name)) return { kind: 'asked', score, titles: titlesOf(able) }
  return { kind: 'none', score, titles: [] }
}
