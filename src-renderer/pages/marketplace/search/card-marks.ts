import type { MarketCard } from '../../../../src-daemon/contract/marketplace.ts'

/** Permissions a card names in words; the rest is counted. */
export const STRONGEST = 3

/** What has to be seen of a capability before it is opened. */
export type CardMark = 'yanked' | 'conflict' | 'update' | 'installed' | 'asks'

/** The marks of a card, what warns first. `asks`: it comes from a source that is asked about at each install. */
export const marksOf = (card: MarketCard): readonly CardMark[] => {
  const [claim] = card.claims
  const marks: CardMark[] = []
  if (claim !== undefined && claim.yanked !== null) marks.push('yanked')
  if (card.conflict) marks.push('conflict')
  if (card.installed !== null) marks.push(card.isUpdate ? 'update' : 'installed')
  if (claim?.trust === 'ask' && card.installed === null) marks.push('asks')
  return marks
}
