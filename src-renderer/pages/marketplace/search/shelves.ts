import type { Facts, MarketCard } from '../../../../src-daemon/contract/marketplace.ts'

export const SHELVES = ['recommended', 'known', 'new', 'popular', 'offline', 'noModel'] as const

/** A row of capabilities that have something in common. */
export interface Shelf {
  readonly name: (typeof SHELVES)[number]
  readonly cards: readonly MarketCard[]
}

/** Below this many capabilities, one list is easier to look through than shelves. */
const FEWEST = 12
const FEWEST_SHELVES = 2
/** A shelf with fewer says nothing. */
const FEWEST_ON_ONE = 2
const MOST_ON_ONE = 3

/**
 * The shelves for cards in the order of their age, the newest first: of recommended authors, which is there also alone, of authors one knows, new ones, those with most votes, those that need no network, and
 * those that need no model. What is installed is on none; what one already shows is not on another.
 */
export const shelvesOf = (
  newest: readonly MarketCard[],
  factsOf: (card: MarketCard) => Facts | null | undefined,
): readonly Shelf[] => {
  if (newest.length < FEWEST) return []
  const fits: Readonly<Record<Shelf['name'], (card: MarketCard) => boolean>> = {
    recommended: ({ author }) => author.recommendedBy.length > 0,
    known: ({ author }) => author.trust === 'known' || author.trust === 'own',
    new: ({ author }) => author.trust !== 'built_in',
    popular: ({ votes }) => votes !== null && votes > 0,
    offline: (card) => factsOf(card)?.hosts.length === 0,
    noModel: (card) => factsOf(card)?.withoutModel === true,
  }
  const offered = newest.filter(
    ({ installed, claims, conflict, advisories }) =>
      installed === null && !conflict && advisories.length === 0 && (claims[0]?.yanked ?? null) === null,
  )
  const shown = new Set<string>()
  const shelves = SHELVES.flatMap((name): Shelf[] => {
    const fitting = offered.filter((card) => !shown.has(card.capUri) && fits[name](card))
    const ordered = name === 'popular' ? fitting.toSorted((a, b) => (b.votes ?? 0) - (a.votes ?? 0)) : fitting
    const cards = ordered.slice(0, MOST_ON_ONE)
    if (cards.length < (name === 'recommended' ? 1 : FEWEST_ON_ONE)) return []
    for (const { capUri } of cards) shown.add(capUri)
    return [{ name, cards }]
  })
  // One alone would only repeat how the list below begins.
  return shelves.length < FEWEST_SHELVES ? shelves.filter(({ name }) => name === 'recommended') : shelves
}
