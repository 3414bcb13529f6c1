import { expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { wishesOf } from './wishes.ts'

const now = new Date(2026, 10, 20, 12, 0)
const read = (language: Language, said: string) => {
  const grammar = GRAMMARS[language]
  return wishesOf(said, { grammar, nouns: grammar.nouns, now })
}

it.each([
  ['en', "milk's been bought, and remind me to get bread tomorrow"],
  ['es', 'ya compré el pan, y recuérdame mañana comprar leche'],
] as const)('a report counts beside an order (%s)', (language, said) => {
  expect(read(language, said)).toMatchObject([
    { act: 'tick', isReport: true },
    { act: 'make', kind: 'task' },
  ])
})

it.each([
  ['en', 'postpone the report to friday and make it high priority', 'report'],
  ['ja', 'レポートを12月3日に延ばして、優先度は普通にして', 'レポート'],
] as const)('two changes may be of one object (%s)', (language, said, target) => {
  const wishes = read(language, said)
  expect(wishes).toMatchObject([
    { act: 'change', field: 'date' },
    { act: 'change', field: 'priority' },
  ])
  for (const wish of wishes) expect(wish.target).toContain(target)
})
