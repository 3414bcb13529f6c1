import { expect, it } from 'vitest'
import type { KnownOffer } from '../../../features/offers/known-offers.ts'
import { offerChoices } from './offer-choices.ts'
import { offersOf } from '../../../features/offers/offer-list.ts'

const said = { title: null, description: '', mediaType: null }
const all: KnownOffer[] = offersOf(
  {
    resources: [
      { ...said, uri: 'note:///Garden', name: 'garden', title: 'The garden', size: null },
      { ...said, uri: 'note:///2', name: 'two', size: null },
    ],
    templates: [{ ...said, uriTemplate: 'note:///{day}', name: 'day', variables: ['day'] }],
  },
  { prompts: [{ name: 'greet', title: null, description: '', arguments: [] }] },
).map((offer) => ({ server: 'shop', offer }))
const labels = (kind: 'mention' | 'command', query: string) =>
  offerChoices(all, kind, query).map(({ label, detail }) => `${label}, ${detail}`)

it('offers resources and their templates after @, prompts after /, by name, address or server', () => {
  expect(labels('mention', '')).toEqual(['day, shop', 'The garden, shop', 'two, shop'])
  expect(labels('mention', 'GARD')).toEqual(['The garden, shop'])
  expect(labels('mention', 'shop')).toHaveLength(3)
  expect(labels('mention', 'greet')).toEqual([])
  expect(labels('command', 'gre')).toEqual(['/greet, shop'])
  expect(labels('command', 'day')).toEqual([])
})

it('keeps a list that can be read where a server offers very many', () => {
  const [one] = all
  expect(offerChoices(Array<KnownOffer>(5000).fill(one as KnownOffer), 'command', '')).toHaveLength(50)
})
