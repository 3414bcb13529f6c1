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

it.each([
  [
    'en',
    'gotta renew my library card by tuesday, add it to my tasks pls',
    'renew my library card by tuesday',
  ],
  [
    'en',
    'send the contract back to HR. super urgent. task please',
    'send the contract back to HR, super urgent',
  ],
  ['es', 'recoger las gafas el lunes, créame la tarea', 'recoger las gafas el lunes'],
  ['zh', '下周一之前把合同寄给客户，建个高优先级任务', '下周一之前把合同寄给客户, 高优先级'],
  ['ja', '火曜までに会費を振り込む、タスクよろ', '火曜までに会費を振り込む'],
] as const)('an order may stand behind what it keeps (%s): %s', (language, said, what) => {
  expect(read(language, said)).toMatchObject([{ act: 'make', kind: 'task', what }])
})

it.each([
  ['en', 'is the report done, as a task'],
  ['en', 'he said buy milk, put it on the list'],
])('but what was only told or asked is nothing to do (%s): %s', (language, said) => {
  const [wish] = read(language as Language, said)
  expect(wish?.act === 'make' && wish.what.includes(' ')).toBe(false)
})

it.each([
  ['en', 'Just got off the phone with the dentist, you can tick that off', 'tick'],
  ['es', 'ya he ido a por el pan, márcalo como hecho', 'tick'],
  ['zh', '牛奶已经在冰箱里了，这个任务打个勾', 'tick'],
  ['ja', '牛乳はもう冷蔵庫にあるよ、完了にしといて', 'tick'],
] as const)('an order may point back at what was told (%s): %s', (language, said, act) => {
  expect(read(language, said)).toMatchObject([{ act, isTold: true }])
})
