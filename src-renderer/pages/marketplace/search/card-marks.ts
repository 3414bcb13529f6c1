import type { MarketCard } from '../../../../src-daemon/contract/marketplace.ts'

/** What a user should know about a capability before opening it. */
export type CardMark = 'blocked' | 'yanked' | 'conflict' | 'update' | 'installed' | 'asks'

/** A card's badges, warnings first. `asks`: its source needs a confirmation for each install. */
export const marksOf = (card: MarketCard): readonly CardMark[] => {
  const [claim] = card.claims
  const marks: CardMark[] = []
  if (card.advisories.length > 0) marks.push('blocked')
  if (claim !== undefined && claim.yanked !== null) marks.push('yanked')
  if (card.conflict) marks.push('conflict')
  if (card.installed !== null) marks.push(card.isUpdate ? 'update' : 'installed')
  if (claim?.trust === 'ask' && card.installed === null) marks.push('asks')
  return marks
}
