import { describe, expect, it } from 'vitest'
import { callsOf, collect, NOTE_TOOLS, requestOf, textOf } from '../core/language-model.acceptance.ts'
import type { ModelMessage } from '../core/types.ts'
import { numberIn } from './reading/numbers.ts'
import { object, planner, run, taskTool } from './testing.ts'

const tools = [taskTool()]
const titles = async (message: string): Promise<unknown[]> =>
  callsOf(await run(message, tools)).map(({ arguments: args }) => {
    const { title, due, notes } = args['object'] as Record<string, unknown>
    return [title, due, notes].filter((one) => one !== undefined)
  })

describe('what a new object is called', () => {
  it.each([
    ['add tasks: call the dentist tomorrow and buy milk', [['call the dentist', '2026-11-21'], ['buy milk']]],
    ['add tasks: buy bread and butter', [['buy bread and butter']]],
    ['add tasks: laundry and dishes', [['laundry'], ['dishes']]],
    ['remind me to buy two and a half pounds of beef', [['buy two and a half pounds of beef']]],
    ['add a task to call mum and pay rent', [['call mum and pay rent']]],
    [
      'remind me to call mum tonight and pay rent on monday',
      [
        ['call mum', '2026-11-20'],
        ['pay rent', '2026-11-23'],
      ],
    ],
    ['remind me to take the bins out every monday', [['take the bins out', '2026-11-23', 'every monday']]],
    ['remind me to pay rent every month', [['pay rent', 'every month']]],
    ['recuérdame correr todos los lunes', [['correr', '2026-11-23', 'todos los lunes']]],
    ['每周一提醒我倒垃圾', [['倒垃圾', '2026-11-23', '每周一']]],
    ['毎週月曜にゴミを出すのをリマインドして', [['ゴミを出す', '2026-11-23', '毎週月曜']]],
    ['remind me to call gran on sunday morning', [['call gran', '2026-11-22', 'morning']]],
    ['remind me to pay the nanny on the 28th', [['pay the nanny', '2026-11-28']]],
    ['remind me on 24/12 to cook', [['cook', '2026-12-24']]],
    ['task for the 27th: ring the school', [['ring the school', '2026-11-27']]],
    ['recuérdame en diez días cambiar el filtro', [['cambiar el filtro', '2026-11-30']]],
    ['remind me to divide it 3/4', [['divide it 3/4']]],
    ['soap, sponges and bin liners on the list please', [['soap'], ['sponges'], ['bin liners']]],
    ["I'd like a reminder on Tuesday to submit the timesheet", [['submit the timesheet', '2026-11-24']]],
    [
      'need to pick up the dry cleaning on thursday can you add that',
      [['pick up the dry cleaning', '2026-11-26']],
    ],
    ['周四要去取干洗的衣服，帮我加一下', [['去取干洗的衣服', '2026-11-26']]],
    ['book club is on thursday, put that in my tasks', [['book club', '2026-11-26']]],
    [
      'two tasks please one to water the ferns and one to buy compost',
      [['water the ferns'], ['buy compost']],
    ],
  ])('%s', async (message, expected) => {
    expect(await titles(message)).toEqual(expected)
  })

  it('keeps its article, and all of a sentence with a quote or an abbreviation in it', async () => {
    const title = async (message: string) =>
      ((await object(message, NOTE_TOOLS)) as { readonly title: string }).title
    expect(await title('add note about the first')).toBe('the first')
    expect(await title('add note about second things')).toBe('second things')
    expect(await title('write down that the spare key is with Ana')).toBe('the spare key is with Ana')
    expect(await title('note: the code is "rose"')).toBe('the code is "rose"')
    expect(await title('note that Mr. Hobbs called')).toBe('Mr. Hobbs called')
    expect(await title('note that item 2 is stored')).toBe('item 2 is stored')
  })

  it('says that nothing repeats, for there is no field that could keep it', async () => {
    const message = 'remind me to run every monday'
    const [call] = callsOf(await run(message, tools))
    if (call === undefined) throw new Error('nothing was called')
    const content = JSON.stringify({ ok: true, output: { id: '1', object: { title: 'run' } } })
    const messages: ModelMessage[] = [
      { role: 'user', content: message },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content },
    ]
    const answer = textOf(await collect(planner.chat(requestOf(messages, { tools }))))
    expect(answer).toContain('It doesn’t repeat')
    expect(answer).toContain('every monday')
  })
})

describe('what needs no capability', () => {
  it.each([
    ['15% of 86', '15% of 86 = 12.9'],
    ["what's 12 x 14", '12 x 14 = 168'],
    ['2 + 3 * (4 - 1)', '2 + 3 * (4 - 1) = 11'],
    ['how many minutes are there in 3.5 hours?', '3.5 hours = 210 minutes'],
    ['两个半小时是多少分钟', '2.5 hours = 150 minutes'],
    ['how much is 3 cups in ml', '3 cups = 709.76 millilitres'],
    ['2 tbsp in tsp', '2 tablespoons = 6 teaspoons'],
    ['1/2 cup in ml', '0.5 cups = 118.29 millilitres'],
    ['3/4 cup in ml', '0.75 cups = 177.44 millilitres'],
    ['two and a half cups is how many ml', '2.5 cups = 591.47 millilitres'],
    ['2 tazas y media en ml', '2.5 cups = 591.47 millilitres'],
    ['两杯半是多少毫升', '2.5 cups = 591.47 millilitres'],
    ['what date is 20 days after 10 April?', 'Friday, 30 April 2027.'],
    [
      'how many days between 3 March and 17 April?',
      '45 days, from Wednesday, 3 March 2027 to Saturday, 17 April 2027.',
    ],
    ['three quarters of 60', 'three quarters of 60 = 45'],
    ['3/4 of 60', '3/4 of 60 = 45'],
    ['20% off 45', '20% off 45 = 36'],
    ['60の4分の3は？', '60の4分の3 = 45'],
  ])('%s', async (message, expected) => {
    expect(textOf(await run(message, tools))).toBe(expected)
  })

  it.each(['555-0199', '24/7', '2026-12-24', '12-14', '3 cups', '1 / 0'])('is not %s', async (message) => {
    expect(textOf(await run(message, tools))).not.toContain(' = ')
  })

  it('reads numbers as people write them', () => {
    expect(['1,000', '2.5', '2,5', '7.', 'x'].map(numberIn)).toEqual([1000, 2.5, 2.5, 7, null])
  })
})

describe('the tags of a new object', () => {
  it.each([
    ['add a task tagged garden: prune the roses', 'prune the roses', ['garden']],
    ['add a task to prune the roses, tag it garden', 'prune the roses', ['garden']],
    ['nueva tarea podar el limonero etiqueta jardín', 'podar el limonero', ['jardín']],
    ['建个任务 洗猫 标签写宠物', '洗猫', ['宠物']],
    ['新しいタスク「猫の爪を切る」タグはペット', '猫の爪を切る', ['ペット']],
    ['remind me to fix the tag of the jacket', 'fix the tag of the jacket', undefined],
  ])('%s', async (message, title, tags) => {
    const made = (await object(message, tools)) as { readonly title: string; readonly tags?: string[] }
    expect([made.title, made.tags]).toEqual([title, tags])
  })
})

it('asks with all that it read', async () => {
  const asked = textOf(
    await run('remind me to sell the bike by the 30th, high priority, before i mean it', tools),
  )
  expect(asked).toBe(
    'I changed nothing yet. Shall I add “sell the bike, before i mean it” to Task (Monday, 30 November 2026, high priority)?',
  )
})

describe('a note with a title and a text', () => {
  it.each([
    ['记个笔记，标题：面试问题，正文：为什么离职、期望薪资', '面试问题', '为什么离职、期望薪资'],
    ['创建笔记《咖啡配方》，内容：15克豆子，250克水', '咖啡配方', '15克豆子，250克水'],
    ['新規メモ、タイトルは読みたい本、本文は川端康成の雪国', '読みたい本', '川端康成の雪国'],
    ['guárdame una nota con título "Series" y contenido "Patria y Merlí"', 'Series', 'Patria y Merlí'],
  ])('%s', async (message, title, body) => {
    expect(await object(message, NOTE_TOOLS)).toMatchObject({ title, body })
  })
})
