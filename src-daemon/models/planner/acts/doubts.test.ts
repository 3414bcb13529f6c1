import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { wishesOf } from '../reading/wishes.ts'
import { isDenied, isElse, isPast } from './doubts.ts'

const now = new Date(2026, 10, 20, 12, 0)
const readIn = (language: Language, said: string) => {
  const grammar = GRAMMARS[language]
  const [wish] = wishesOf(said, { grammar, nouns: grammar.nouns, now })
  if (wish === undefined) throw new Error('nothing was read')
  return { wish, situation: { grammar, now } }
}

describe('a report', () => {
  it.each([
    ['en', 'I just bought the milk this morning', 'Buy milk'],
    ['en', 'I bought the milk, but not the bread', 'Buy milk'],
    ['es', 'por fin he pagado el alquiler', 'Pagar el alquiler'],
    ['zh', '牛奶终于买好了', '买牛奶'],
    ['ja', '今日レポートを書き終えました', 'レポートを書く'],
  ] as const)('says no more than that it is done (%s): %s', (language, said, title) => {
    const { wish, situation } = readIn(language, said)
    expect(isElse(wish, title, situation)).toBe(false)
  })

  it.each([
    ['en', 'I bought milk for the neighbours', 'Buy milk'],
    ['es', 'soñé que había pagado el alquiler', 'Pagar el alquiler'],
    ['zh', '我梦见自己把报告写完了', '写报告'],
    ['ja', '妻がレポートを書きました', 'レポートを書く'],
  ] as const)('that says more is asked about (%s): %s', (language, said, title) => {
    const { wish, situation } = readIn(language, said)
    expect(wish.isReport).toBe(true)
    expect(isElse(wish, title, situation)).toBe(true)
  })

  it('that denies is none', () => {
    const { wish, situation } = readIn('en', "the milk still isn't bought")
    expect(isDenied(wish, situation)).toBe(true)
  })
})

it('a day that has passed is told rather than ordered', () => {
  expect(isPast('2026-11-19', { now })).toBe(true)
  expect(isPast('2026-11-20', { now })).toBe(false)
})
