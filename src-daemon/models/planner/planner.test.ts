import { describe, expect, it } from 'vitest'
import {
  callsOf,
  collect,
  NOTE_TOOLS,
  requestOf,
  runLanguageModelTests,
  textOf,
} from '../core/language-model.acceptance.ts'
import type { ModelMessage } from '../core/types.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { createPlanner } from './index.ts'
import { called, form, object, planner, run, taskObject, taskTool, tool, WEATHER } from './testing.ts'

runLanguageModelTests('the built-in planner', () => Promise.resolve(createPlanner()))

describe('choosing a tool', () => {
  it.each([
    ['add note about buying milk tomorrow', 'buying milk tomorrow', 'state__create'],
    ['note buy milk', 'buy milk', 'state__create'],
    ['note delete old files', 'delete old files', 'state__create'],
    ['note', '', 'state__query'],
    ['notes', 's', 'state__query'],
    ['show my notes', 'show my s', 'state__query'],
    ['what notes do I have?', 'what s do I have?', 'state__query'],
    ['add note about https://example.org', 'https://example.org', 'state__create'],
    ['添加笔记：明天开会', '添加：明天开会', 'state__create'],
    ['查看我的笔记', '查看我的', 'state__query'],
    ['牛乳を買うをメモして', '牛乳を買うをして', 'state__create'],
    ['メモ一覧を見せて', '一覧を見せて', 'state__query'],
    ['crea una nota sobre comprar leche', 'crea una nota sobre comprar leche', 'state__create'],
    ['muestra mis notas', 'muestra mis notas', 'state__query'],
  ])('%s', async (message, remainder, expected) => {
    expect((await called(message, NOTE_TOOLS, remainder)).name).toBe(expected)
  })

  it('says so when no tool fits the request, and never substitutes a harmless one', async () => {
    for (const message of ['delete my note', '删除笔记', 'borra la nota', 'メモを削除']) {
      const chunks = await run(message, NOTE_TOOLS)
      expect(callsOf(chunks)).toEqual([])
      expect(textOf(chunks)).toContain('I changed nothing')
    }
  })

  it('sends nothing without being asked to', async () => {
    expect((await called('weather in Oslo in fahrenheit', WEATHER)).arguments).toEqual({
      location: 'Oslo',
      unit: 'fahrenheit',
    })
    expect(await called('send a notification to did:key:z6Mk saying hi', WEATHER)).toMatchObject({
      name: 'send_notification',
      arguments: { contact_did: 'did:key:z6Mk', message: 'hi' },
    })
  })

  it('greets back in the language asked for, and says what it can do when there are no tools', async () => {
    const said = async (message: string) =>
      textOf(await collect(planner.chat(requestOf(message, { language: 'es' }))))
    expect(await said('hola')).toBe('¡Hola! ¿En qué te ayudo?')
    expect(await said('gracias')).toBe('¡De nada!')
    expect(await said('pinta un perro')).toContain('Sin un modelo')
  })
})

describe('filling arguments', () => {
  it('makes a note of the words after the trigger', async () => {
    expect(
      (await called('add note about buying milk tomorrow', NOTE_TOOLS, 'buying milk tomorrow')).arguments,
    ).toEqual({
      schema_uri: 'did:nuwa:state:note#v1',
      object: { title: 'buying milk tomorrow', body: 'buying milk tomorrow' },
    })
  })

  it('takes the capture group when the trigger took the whole message', async () => {
    expect(await object('记明天买牛奶笔记', NOTE_TOOLS, '', ['明天买牛奶'])).toEqual({
      title: '明天买牛奶',
      body: '明天买牛奶',
    })
  })

  it('reads quotes, addresses and tags', async () => {
    const message = 'Add note about “Groceries”: milk and eggs #home #weekly https://example.org/list.'
    expect(await object(message, NOTE_TOOLS, message.slice('Add note about '.length))).toEqual({
      title: 'Groceries',
      body: message.slice('Add note about '.length),
      source_url: 'https://example.org/list',
      tags: ['home', 'weekly'],
    })
  })

  it('gives a headline the first sentence and a text all of it', async () => {
    expect(
      await object('note Call Ann. She has the keys.', NOTE_TOOLS, 'Call Ann. She has the keys.'),
    ).toEqual({
      title: 'Call Ann',
      body: 'Call Ann. She has the keys.',
    })
    expect(
      await object('add task Call Ann. She has the keys.', [taskTool()], 'Call Ann. She has the keys.'),
    ).toEqual({
      title: 'Call Ann',
      notes: 'Call Ann. She has the keys.',
      done: false,
    })
  })

  it('keeps a headline within its length, in the user’s words', async () => {
    const words = 'water the plants on the balcony and in the kitchen'
    expect(await object(`add task ${words}`, [taskTool()], words)).toMatchObject({
      title: words.slice(0, 40).trim(),
    })
  })

  it.each([
    ['add task call mum tomorrow', '2026-11-21'],
    ['add task pay rent by 2026-12-01', '2026-12-01'],
    ['add task report next friday', '2026-11-27'],
    ['add task report on Monday', '2026-11-23'],
    ['添加任务：后天交报告', '2026-11-22'],
    ['添加任务：下周五交报告', '2026-11-27'],
    ['12月3日に会議を追加', '2026-12-03'],
    ['añade tarea llamar pasado mañana', '2026-11-22'],
    ['añade tarea llamar el lunes', '2026-11-23'],
  ])('finds the day in “%s”', async (message, due) => {
    const { remindAt: _omitted, ...properties } = taskObject.properties
    expect(await object(message, [taskTool({ ...taskObject, properties })])).toMatchObject({ due })
  })

  it('takes no impossible date, and no date for a text', async () => {
    expect(await object('add task pay by 2026-02-30', [taskTool()], 'pay by 2026-02-30')).toEqual({
      title: 'pay by 2026-02-30',
      done: false,
    })
  })

  it('reads a time for a date-time', async () => {
    const when = tool({ at: { type: 'string', format: 'date-time' } })
    const local = new Date(2026, 10, 21, 17, 30).getTime()
    const read = async (message: string) =>
      new Date(String((await called(message, [when])).arguments['at'])).getTime()
    expect(await read('add tomorrow 17:30')).toBe(local)
    expect(await read('add tomorrow at 5:30 pm')).toBe(local)
    expect(await read('添加 明天 下午5点30分')).toBe(local)
    expect(await read('add 2026-11-21T17:30:00Z')).toBe(Date.UTC(2026, 10, 21, 17, 30))
    expect(await read('add tomorrow')).toBe(new Date(2026, 10, 21).getTime())
  })

  it('tells two dates apart by the words before them, and guesses neither', async () => {
    const dates = { start: { type: 'string', format: 'date' }, end: { type: 'string', format: 'date' } }
    const trip = tool(dates)
    expect((await called('add trip from 2026-12-01 to 2026-12-05', [trip])).arguments).toEqual({
      start: '2026-12-01',
      end: '2026-12-05',
    })
    expect((await form('add trip 2026-12-01', [trip])).missing).toEqual(['/start', '/end'])
  })

  it('fills optional fields only with values from the message', async () => {
    expect(
      await object(
        'add task swim 30 minutes, urgent, on hold',
        [taskTool()],
        'swim 30 minutes, urgent, on hold',
      ),
    ).toEqual({
      title: 'swim 30 minutes, urgent, on hold',
      minutes: 30,
      urgent: true,
      priority: 'on_hold',
      done: false,
    })
    expect(
      await object('add task buy 3 apples, not urgent', [taskTool()], 'buy 3 apples, not urgent'),
    ).toEqual({
      title: 'buy 3 apples, not urgent',
      urgent: false,
      done: false,
    })
  })

  it('reads what is labelled', async () => {
    expect(
      await object('add note title: Milk, body: two litres', NOTE_TOOLS, 'title: Milk, body: two litres'),
    ).toEqual({
      title: 'Milk',
      body: 'two litres',
    })
  })

  it('recurses into nested objects, takes constants and empty lists, and points at what is missing', async () => {
    const nested = tool({
      kind: { const: 'expense' },
      amount: { type: 'number' },
      payer: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' } },
        required: ['email'],
      },
      'a/b': { type: 'object', properties: { ref: { type: 'string', format: 'uuid' } }, required: ['ref'] },
      items: { type: 'array', items: { type: 'object' } },
    })
    expect(await form('add 12.50 paid by ann@example.org', [nested])).toEqual({
      type: 'form',
      tool: 'create_entry',
      schema: nested.parameters,
      values: { kind: 'expense', amount: 12.5, payer: { email: 'ann@example.org' }, 'a/b': {}, items: [] },
      missing: ['/a~1b/ref'],
    })
  })

  it('asks instead of guessing between two texts of unknown meaning', async () => {
    const transfer = tool({ sender: { type: 'string' }, receiver: { type: 'string' } })
    expect((await form('add Ann Bob', [transfer])).missing).toEqual(['/sender', '/receiver'])
  })

  it('asks for everything when nothing is said, and for the id it cannot know', async () => {
    expect(await form('add note', NOTE_TOOLS, 'add')).toMatchObject({
      tool: 'state__create',
      values: { schema_uri: 'did:nuwa:state:note#v1', object: {} },
      missing: ['/object/title', '/object/body'],
    })
    expect(textOf(await run('update note', NOTE_TOOLS, 'update'))).toContain('?')
  })

  it('looks for words in headlines and texts', async () => {
    expect((await called('find notes about milk', NOTE_TOOLS, 'find s about milk')).arguments).toEqual({
      query: {
        from: 'did:nuwa:state:note#v1',
        where: { $or: ['title', 'body'].map((name) => ({ [name]: { $regex: '(?i)milk' } })) },
      },
    })
    expect((await called('show all my notes', NOTE_TOOLS, 'show all my s')).arguments).toEqual({
      query: { from: 'did:nuwa:state:note#v1' },
    })
  })

  it.each([['a'], ['"'], ['the '], ['a@'], ['in '], ['title: '], ['1.'], ['を'], ['a.'], [' ']])(
    'stays quick and keeps all of a very long message of %j',
    async (piece) => {
      const said = `start ${piece.repeat(100_000 / piece.length)} end`
      const started = cpuTime()
      const made = await run(`add note about ${said}`, NOTE_TOOLS, said)
      expect(cpuTime() - started).toBeLessThan(2000)
      if (!piece.includes('title')) expect(JSON.stringify(made)).toContain(JSON.stringify(said).slice(1, -1))
    },
  )

  it('is deterministic', async () => {
    const withoutIds = async () => (await called('add note about a b', NOTE_TOOLS, 'a b')).arguments
    expect(await withoutIds()).toEqual(await withoutIds())
  })
})

describe('speaking about results', () => {
  const after = async (
    name: string,
    args: Record<string, unknown>,
    content: unknown,
    language: 'en' | 'zh' | 'ja' | 'es' = 'en',
  ) => {
    const call = { id: 'c1', name, arguments: args }
    const messages: ModelMessage[] = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: '', toolCalls: [call] },
      {
        role: 'tool',
        callId: 'c1',
        name,
        content: typeof content === 'string' ? content : JSON.stringify(content),
      },
    ]
    return textOf(await collect(planner.chat(requestOf(messages, { tools: NOTE_TOOLS, language }))))
  }
  const created = { schema_uri: 'did:nuwa:state:note#v1', object: { title: 'buying milk tomorrow' } }
  const query = { query: { from: 'did:nuwa:state:note#v1' } }

  it('names what was added, in every language', async () => {
    const output = { id: '1', object: { title: 'buying milk tomorrow' } }
    expect(await after('state__create', created, output)).toBe('Added to Note: “buying milk tomorrow”.')
    expect(await after('state__create', created, output, 'zh')).toBe(
      '已添加到 Note：“buying milk tomorrow”。',
    )
    expect(await after('state__create', created, output, 'ja')).toBe(
      'Note に追加しました:「buying milk tomorrow」。',
    )
    expect(await after('state__create', created, output, 'es')).toBe(
      'Añadido a Note: «buying milk tomorrow».',
    )
  })

  it('counts what was found and names at most ten', async () => {
    const items = Array.from({ length: 12 }, (_unused, index) => ({
      id: String(index),
      object: { title: `t${String(index)}` },
    }))
    expect(await after('state__query', query, { items: [] })).toBe('Nothing found in Note.')
    expect(await after('state__query', query, { items: items.slice(0, 1), cursor: null })).toBe(
      '1 entry in Note:\n• t0',
    )
    const many = await after('state__query', query, { items, cursor: 'more' })
    expect(many).toMatch(/^12\+ entries in Note:\n• t0\n/)
    expect(many.split('\n')).toHaveLength(12)
    expect(many).not.toContain('t10')
  })

  it('says what went wrong', async () => {
    const error = { code: 'EXECUTION_FAILED', message: 'The disk is full.' }
    expect(await after('state__create', created, { ok: false, error })).toBe(
      'That didn’t work: The disk is full.',
    )
    expect(await after('state__create', created, error)).toBe('That didn’t work: The disk is full.')
  })

  it('says why nothing could be looked up', async () => {
    const message = 'which notes speak of wifi?'
    const [call] = callsOf(await run(message, NOTE_TOOLS))
    if (call === undefined) throw new Error('nothing was called')
    const content = JSON.stringify({ error: { code: 'EXECUTION_FAILED', message: 'The keys are locked.' } })
    const messages: ModelMessage[] = [
      { role: 'user', content: message },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content },
    ]
    expect(textOf(await collect(planner.chat(requestOf(messages, { tools: NOTE_TOOLS }))))).toBe(
      'That didn’t work: The keys are locked.',
    )
  })

  it('shows results of other tools as they are, shortened', async () => {
    expect(await after('get_weather', {}, { text: '12 °C' })).toBe('get_weather answered: 12 °C')
    expect((await after('get_weather', {}, 'y'.repeat(5000))).length).toBeLessThan(700)
  })
})
