import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { kindsOf } from '../base/kinds.ts'
import type { Effect } from '../base/program.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { TASK_URI, taskTool } from '../testing.ts'
import { isAccountedFor, leftOf } from './account.ts'

const [kind] = kindsOf([taskTool()])
if (kind === undefined) throw new Error('the tool keeps nothing')
const [tool] = [taskTool()]
const made = (object: Record<string, unknown>): Effect => ({ tool, kind, item: null, args: { object } })
const changed = (title: string, patch: Record<string, unknown>): Effect => ({
  ...{ tool, kind, item: { id: '1', title, object: { title } } },
  args: { schema_uri: TASK_URI, id: '1', patch },
})
const deleted = (title: string): Effect => ({ ...changed(title, {}), args: { id: '1' } })
const told = (language: Language, message: string) => {
  const grammar = GRAMMARS[language]
  const recent = { act: null, objects: [], isStale: false } as const
  return { message, grammar, nouns: grammar.nouns, now: new Date(2026, 10, 20, 12, 0), recent }
}

describe('a message is accounted for', () => {
  it.each([
    [
      'en',
      'hey, could you remind me to call Ann tomorrow please',
      made({ title: 'call Ann', due: '2026-11-21' }),
    ],
    ['en', 'move the report to Sunday', changed('Write the report', { $set: { due: '2026-11-22' } })],
    ['es', 'oye, borra la tarea del pan, por favor', deleted('Comprar pan')],
    ['zh', '麻烦你把写报告标记为完成', changed('写报告', { $set: { done: true } })],
    ['ja', '牛乳を買うタスクを追加してください', made({ title: '牛乳を買う' })],
  ] as const)('where its changes explain each word (%s): %s', (language, message, effect) => {
    expect(leftOf([effect], told(language, message))).toEqual([])
    expect(isAccountedFor([effect], told(language, message))).toBe(true)
  })

  it.each([
    ['en', "scrap the milk task, we've gone vegan", deleted('Buy milk')],
    ['en', 'tick off the milk, got it on the way home', changed('Buy milk', { $set: { done: true } })],
    ['es', 'elimina la tarea del pan, que ya lo trae Luis', deleted('Comprar pan')],
    ['zh', '牛奶已经在冰箱里了，把买牛奶打勾', changed('买牛奶', { $set: { done: true } })],
    [
      'ja',
      '牛乳はもう冷蔵庫にあるよ、牛乳を買うを完了にして',
      changed('牛乳を買う', { $set: { done: true } }),
    ],
  ] as const)('whatever else a clause beside it tells (%s): %s', (language, message, effect) => {
    expect(leftOf([effect], told(language, message))).toEqual([])
  })

  it.each([
    ['en', 'scrap the milk task, I meant the bread one', deleted('Buy milk')],
    ['en', 'tick off the milk, eggs', changed('Buy milk', { $set: { done: true } })],
    ['en', 'tick off the milk, the rent was paid', changed('Buy milk', { $set: { done: true } })],
    ['en', "delete the milk task, unless we've run out", deleted('Buy milk')],
    ['en', "delete the milk task, it's due on Friday", deleted('Buy milk')],
    ['es', 'borra lo del pan, el alquiler está pagado', deleted('Comprar pan')],
    ['zh', '删掉买牛奶，写报告也做完了', deleted('买牛奶')],
    ['ja', '牛乳を買うを削除して、レポートも書いた', deleted('牛乳を買う')],
  ] as const)(
    'but not what orders, corrects, supposes or dates more (%s): %s',
    (language, message, effect) => {
      expect(leftOf([effect], told(language, message))).not.toEqual([])
    },
  )

  it.each([
    // A second wish, another date, a second value, a denial, and words of no class.
    ['en', 'tick off the milk and remind me to call Ann', changed('Buy milk', { $set: { done: true } })],
    ['en', 'remind me to call Ann on Saturday, no, Sunday', made({ title: 'call Ann', due: '2026-11-21' })],
    [
      'en',
      'move the report to Sunday and make it urgent',
      changed('Write the report', { $set: { due: '2026-11-22' } }),
    ],
    ['en', "don't delete the milk", deleted('Buy milk')],
    ['en', 'my boss told me to delete the milk', deleted('Buy milk')],
    ['en', 'two tasks: buy milk', made({ title: 'buy milk' })],
    ['es', 'si llueve, borra la tarea del pan', deleted('Comprar pan')],
    ['zh', '如果下雨就删除买牛奶', deleted('买牛奶')],
    ['ja', '妹が牛乳を消してと言った', deleted('牛乳を買う')],
  ] as const)('but not where something is left (%s): %s', (language, message, effect) => {
    expect(leftOf([effect], told(language, message))).not.toEqual([])
    expect(isAccountedFor([effect], told(language, message))).toBe(false)
  })

  it.each([
    // An order about the new thing, another order, a value, a correction, a word that points.
    ['en', 'todo: send the invoice, tag it work', 'send the invoice, tag it work'],
    ['en', 'remind me to sweep and delete the wifi note', 'sweep and delete the wifi note'],
    ['en', 'remind me to sweep, urgent', 'sweep, urgent'],
    ['en', 'remind me to sweep, or maybe not', 'sweep, or maybe not'],
    ['en', 'put that on my list', 'that'],
    ['en', 'the tyres are flat, stick that in the task', 'the tyres are flat'],
    ['zh', '周一交水费，都给我加到任务里', '都给我'],
    ['es', 'prioridad alta: barrer, ponlo en tareas', 'alta: barrer'],
    ['es', 'apunta q hay que barrer', 'q hay que barrer'],
    ['es', 'recuérdame barrer y tacha la tarea del pan', 'barrer y tacha la tarea del pan'],
    ['es', 'crea una tarea con este texto: barrer', 'este texto: barrer'],
    ['zh', '提醒我扫院子，顺便把买牛奶勾掉', '扫院子，顺便把买牛奶勾掉'],
    ['zh', '提醒我扫院子，标签是杂事', '扫院子，标签是杂事'],
    ['ja', '庭を掃くのをリマインドして、タグは雑用', '庭を掃く、タグは雑用'],
  ] as const)('nor where a text hides more (%s): %s', (language, message, title) => {
    expect(isAccountedFor([made({ title })], told(language, message))).toBe(false)
  })

  it('what stands in quotes was meant', () => {
    const title = 'sweep, tag it work'
    expect(isAccountedFor([made({ title })], told('en', `add the task "${title}"`))).toBe(true)
  })
})
