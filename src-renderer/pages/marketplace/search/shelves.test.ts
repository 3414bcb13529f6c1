import { describe, expect, it } from 'vitest'
import type { Facts, MarketCard } from '../../../../src-daemon/contract/marketplace.ts'
import { claim, marketCard } from '../../../testing/marketplace.ts'
import { shelvesOf } from './shelves.ts'

const plain = Array.from({ length: 20 }, (_, at) => marketCard(`plain-${String(at)}`))
const voted = [marketCard('some', { votes: 2 }), marketCard('most', { votes: 9 })]
const by = (trust: MarketCard['author']['trust'], name: string, change: Partial<MarketCard> = {}) => {
  const card = marketCard(name, change)
  return { ...card, author: { ...card.author, trust } }
}
const none = () => undefined
const named = (cards: readonly MarketCard[], factsOf: Parameters<typeof shelvesOf>[1] = none) =>
  shelvesOf(cards, factsOf).map(({ name, cards: on }) => [name, on.map((card) => card.name)])

describe('shelves', () => {
  it('are there only for many capabilities', () => {
    expect(named(plain.slice(0, 11))).toEqual([])
    expect(named([...plain.slice(0, 9), ...voted])).toEqual([])
    expect(named([...plain.slice(0, 10), ...voted])).toEqual([
      ['new', ['plain-0', 'plain-1', 'plain-2']],
      ['popular', ['most', 'some']],
    ])
  })

  it('show each capability once, and authors one knows first', () => {
    const cards = [by('known', 'diary'), ...plain, by('own', 'mine')]
    expect(named(cards)).toEqual([
      ['known', ['diary', 'mine']],
      ['new', ['plain-0', 'plain-1', 'plain-2']],
    ])
  })

  it('need two to be one', () => {
    const cards = [by('known', 'diary'), ...plain, ...voted]
    expect(named(cards).map(([name]) => name)).toEqual(['new', 'popular'])
    // And there need to be two: one alone repeats the beginning of the list.
    expect(named([by('known', 'diary'), ...plain])).toEqual([])
  })

  it('order by votes where there are any', () => {
    const cards = [
      ...plain,
      marketCard('some', { votes: 2 }),
      marketCard('most', { votes: 9 }),
      marketCard('no', { votes: -1 }),
    ]
    expect(named(cards)[1]).toEqual(['popular', ['most', 'some']])
  })

  it('say of a capability that it needs no network only once its file was read', () => {
    const facts = (hosts: string[]): Facts => ({
      permissions: [],
      hosts,
      withoutModel: false,
      tools: 1,
      promptTokens: 1,
      icon: null,
      bytes: 1,
    })
    const factsOf = ({ name }: MarketCard) =>
      name === 'plain-5' || name === 'plain-6' ? facts([]) : name === 'plain-7' ? facts(['a.example']) : null
    expect(named(plain, factsOf)[1]).toEqual(['offline', ['plain-5', 'plain-6']])
  })

  it('say that it works without a model of what another shelf doesn’t show already', () => {
    const factsOf = ({ name }: MarketCard): Facts | null => {
      const [, at = ''] = /^plain-(\d+)$/.exec(name) ?? []
      const facts = { permissions: [], hosts: ['a.example'], tools: 1, promptTokens: 1, icon: null, bytes: 1 }
      return at === '' ? null : { ...facts, withoutModel: Number(at) < 6 }
    }
    // Three of the six are on the shelf of new ones.
    expect(named(plain, factsOf)).toEqual([
      ['new', ['plain-0', 'plain-1', 'plain-2']],
      ['noModel', ['plain-3', 'plain-4', 'plain-5']],
    ])
    expect(named(plain)).toEqual([])
  })

  it('show what recommended authors made, also alone, and nothing that a list warns of', () => {
    const trusted = (name: string, change: Partial<MarketCard> = {}) => {
      const card = marketCard(name, change)
      return {
        ...card,
        author: { ...card.author, recommendedBy: [{ list: 'Careful people', contact: null }] },
      }
    }
    const built = Array.from({ length: 12 }, (_, at) => by('built_in', `built-${String(at)}`))
    expect(named([...built, trusted('diary')])).toEqual([['recommended', ['diary']]])
    expect(named([...built.slice(0, 5), trusted('diary')])).toEqual([])
    const advisories = [{ list: 'Other people', reason: 'It leaks.' }]
    expect(named([...built, trusted('diary', { advisories })])).toEqual([])
    expect(
      named([...plain, trusted('diary'), by('known', 'a'), by('known', 'b')]).map(([name]) => name),
    ).toEqual(['recommended', 'known', 'new'])
  })

  it('offer nothing that is installed, withdrawn or disputed', () => {
    const cards = [
      by('known', 'a', { installed: { version: '1.0.0', sha256: 'b'.repeat(64) } }),
      by('known', 'b', { claims: [claim({ yanked: 'It leaks.' })] }),
      by('known', 'c', { conflict: true }),
      ...plain,
      ...voted,
    ]
    expect(named(cards).map(([name]) => name)).toEqual(['new', 'popular'])
  })
})
