import type { CompletionChoice } from '../completion/completion.ts'
import type { KnownOffer } from '../../../features/offers/known-offers.ts'
import type { Offer } from '../../../features/offers/offer-list.ts'

export const OFFER_ICONS = {
  resource: 'i-lucide-file-text',
  template: 'i-lucide-file-search',
  prompt: 'i-lucide-message-square-quote',
} as const satisfies Record<Offer['kind'], string>

/** Typing on narrows the list. */
const MOST = 50

/** Completions after `@` (resources) or `/` (prompts), matched by name, URI or server name. */
export const offerChoices = (
  all: readonly KnownOffer[],
  kind: 'mention' | 'command',
  query: string,
): readonly (CompletionChoice & { readonly known: KnownOffer })[] => {
  const wanted = query.toLowerCase()
  return all
    .filter(({ offer }) => (offer.kind === 'prompt') === (kind === 'command'))
    .filter(({ server, offer: { title, address } }) =>
      [title, address, server].some((word) => word.toLowerCase().includes(wanted)),
    )
    .slice(0, MOST)
    .map((known) => ({
      value: `offer ${known.server} ${known.offer.key}`,
      icon: OFFER_ICONS[known.offer.kind],
      label: kind === 'command' ? `/${known.offer.title}` : known.offer.title,
      detail: known.server,
      known,
    }))
}
