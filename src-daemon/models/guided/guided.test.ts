import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '../../contract/models.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import { grounded } from './grounded.ts'
import type { Planner } from '../planner/index.ts'
import { planner, TASK_URI, taskTool } from '../planner/testing.ts'
import { guided } from './guided.ts'

const info: ModelInfo = {
  id: 'openai:a:small',
  name: 'small',
  provider: 'openai:a',
  contextWindow: 4096,
  tools: true,
  vision: false,
  thinking: false,
  embedding: false,
  leavesMachine: false,
  sizeBytes: null,
  guided: true,
}
const parameters = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    due: { type: 'string', format: 'date' },
    priority: { enum: ['low', 'high'] },
  },
  required: ['title'],
}
const add: ModelTool = { name: 'add', description: 'Adds a task', parameters }
const find: ModelTool = {
  name: 'find',
  description: 'Finds tasks',
  parameters: { type: 'object', properties: {} },
  reads: true,
}

type Reader = Pick<Planner, 'understand' | 'isBeyond'>

/** Nothing is understood: all of it is left to the model. */
const nothing: Reader = {
  understand: () => Promise.resolve('not understood'),
  isBeyond: () => Promise.resolve(false),
}

/** A model that writes one answer after another. */
const writing = (...answers: readonly (string | { cut: string })[]) => readBy(nothing, ...answers)

/** The same, with a planner that reads the messages first. */
const readBy = (reader: Reader, ...answers: readonly (string | { cut: string })[]) => {
  const requests: ChatRequest[] = []
  const model: LanguageModel = {
    info,
    async *chat(request) {
      const answer = answers[requests.length] ?? 'no more'
      requests.push(request)
      await Promise.resolve()
      const isCut = typeof answer !== 'string'
      yield { type: 'text', delta: isCut ? answer.cut : answer }
      yield {
        ...{ type: 'usage', reported: true, promptTokens: 10, outputTokens: 2, truncated: false },
        ...(isCut && { endedBy: 'length' }),
      } as const
    },
  }
  return { model: guided(model, reader), requests }
}
const user = (content: string): ModelMessage => ({ role: 'user', content })
const result = (name: string): ModelMessage[] => [
  { role: 'assistant', content: '', toolCalls: [{ id: '1', name, arguments: {} }] },
  { role: 'tool', callId: '1', name, content: '{"ok":true}' },
]
const chat = async (
  model: LanguageModel,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[] = [add, find],
  more: Partial<ChatRequest> = {},
): Promise<ModelChunk[]> => {
  const signal = new AbortController().signal
  const request = {
    messages,
    tools,
    hint: null,
    language: 'en',
    minContextWindow: null,
    signal,
    ...more,
  } as const
  const chunks: ModelChunk[] = []
  for await (const chunk of model.chat(request)) chunks.push(chunk)
  return chunks
}

describe('a guided model', () => {
  it('chooses a tool out of a list, then fills in its arguments, each held to a schema', async () => {
    const { model, requests } = writing('{"choice":"add"}', '{"title":"buy milk","priority":"high"}')
    const chunks = await chat(model, [user('add task buy milk')])
    expect(chunks).toMatchObject([
      { type: 'tool_call', call: { name: 'add', arguments: { title: 'buy milk', priority: 'high' } } },
      { type: 'usage', promptTokens: 20, outputTokens: 4 },
    ])
    expect(requests.map(({ tools }) => tools)).toEqual([[], []])
    expect(requests[0]?.format).toMatchObject({
      properties: { choice: { enum: ['add', 'find', 'answer'] } },
    })
    expect(requests[1]?.format).toMatchObject({ required: ['title'] })
    // The arguments are asked for by example.
    expect(requests[1]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Take title from: add hello world'],
      ['assistant', '{"title":"hello world"}'],
      ['user', 'Take title from: add blue paint'],
      ['assistant', '{"title":"blue paint"}'],
      ['user', 'Take title from: add task buy milk'],
    ])
  })

  it.each([['{"choice":"answer"}'], ['{"choice":"delete everything"}'], ['something else']])(
    'answers in words after %s',
    async (choice) => {
      const { model, requests } = writing(choice, 'Hello.')
      expect(await chat(model, [user('hello')])).toMatchObject([
        { type: 'text', delta: 'Hello.' },
        { type: 'usage' },
      ])
      expect(requests[1]?.format).toBeUndefined()
    },
  )

  it('calls nothing after a call that may have changed something, and none that reads twice', async () => {
    const changed = writing('Saved.')
    expect(await chat(changed.model, [user('add milk'), ...result('add')])).toMatchObject([
      { type: 'text', delta: 'Saved.' },
      { type: 'usage' },
    ])
    const looked = writing('{"choice":"answer"}', 'Two.')
    await chat(looked.model, [user('which tasks'), ...result('find')])
    expect(looked.requests[0]?.format).toMatchObject({ properties: { choice: { enum: ['add', 'answer'] } } })
    // A new message may call them again.
    const again = writing('{"choice":"answer"}', 'No.')
    await chat(again.model, [user('add milk'), ...result('add'), user('and eggs')])
    expect(again.requests[0]?.format).toMatchObject({
      properties: { choice: { enum: ['add', 'find', 'answer'] } },
    })
  })

  it('writes unreadable arguments once more', async () => {
    const { model } = writing('{"choice":"add"}', '{"title" buy', '{"title":"buy milk"}')
    expect(await chat(model, [user('add task buy milk')])).toMatchObject([
      { type: 'tool_call', call: { arguments: { title: 'buy milk' } } },
      { type: 'usage', promptTokens: 30 },
    ])
  })

  it('never completes arguments that were cut off', async () => {
    const { model, requests } = writing('{"choice":"add"}', { cut: '{"title":"buy mi' })
    expect(await chat(model, [user('add task buy milk')])).toMatchObject([
      { type: 'tool_call', call: { name: 'add', arguments: {}, unreadable: '{"title":"buy mi' } },
      { type: 'usage', endedBy: 'length' },
    ])
    expect(requests).toHaveLength(2)
  })

  it('takes no value from the data beside the words', async () => {
    const beside: ModelMessage = { role: 'user', content: 'add something\n\nBuy milk', said: 'add something' }
    const { model } = writing('{"choice":"add"}', '{"title":"Buy milk"}', 'What shall I add?')
    const chunks = await chat(model, [beside])
    expect(chunks.filter(({ type }) => type === 'tool_call')).toEqual([])
    expect(chunks).toContainEqual({ type: 'text', delta: 'What shall I add?' })
  })

  it('calls nothing with what nobody said, and asks', async () => {
    const { model } = writing('{"choice":"add"}', '{"title":"What to do"}', 'Which task?')
    expect(await chat(model, [user('hello')])).toMatchObject([
      { type: 'text', delta: 'Which task?' },
      { type: 'usage' },
    ])
  })
})

describe('a guided model beside the planner', () => {
  const update: ModelTool = { ...taskTool(), name: 'tasks__state__update', description: 'Changes a task' }
  const tools = [taskTool(), update, find]
  const query: ModelTool = {
    name: 'state__query',
    description: 'Find tasks.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'object', properties: { from: { enum: [TASK_URI] } } } },
      required: ['query'],
    },
    reads: true,
  }

  it('answers from its own knowledge, and says so, where nothing kept is about a question', async () => {
    const { model, requests } = readBy(planner, 'Paris.')
    /** What is said once every look-up has found nothing. */
    const found = async (message: string): Promise<ModelChunk[]> => {
      const messages = [user(message)]
      for (;;) {
        const chunks = await chat(model, messages, [...tools, query])
        const toolCalls = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []))
        if (toolCalls.length === 0) return chunks
        const content = '{"ok":true,"output":{"items":[],"cursor":null}}'
        messages.push({ role: 'assistant', content: '', toolCalls })
        for (const { id, name } of toolCalls) messages.push({ role: 'tool', callId: id, name, content })
      }
    }
    const own = /^You keep nothing about this. What follows is the model’s own knowledge/
    expect(await found('what is the capital of France?')).toMatchObject([
      { type: 'text', delta: expect.stringMatching(own) as unknown },
      { type: 'text', delta: 'Paris.' },
      { type: 'usage' },
    ])
    expect(requests[0]?.messages).toEqual([user('what is the capital of France?')])
    // What is their own, or of a kind, is kept or isn't.
    for (const message of ['what is my wifi password?', 'do i have a task about France?']) {
      const words = (await found(message)).map((chunk) => (chunk.type === 'text' ? chunk.delta : '')).join('')
      expect(words).toBe('Nothing found in Task.')
    }
    expect(requests).toHaveLength(1)
  })

  it('does what the planner understands, without a request to the model', async () => {
    const { model, requests } = readBy(planner)
    expect(await chat(model, [user('add a task to call mom tomorrow')], tools)).toMatchObject([
      {
        type: 'tool_call',
        call: { name: 'state__create', arguments: { object: { title: 'call mom', due: '2026-11-21' } } },
      },
    ])
    expect(requests).toEqual([])
  })

  it('reads only what the user said, not the data beside it', async () => {
    const beside: ModelMessage = { role: 'user', content: 'hm\n\nadd a task to pay', said: 'hm' }
    const { model } = readBy(planner, '{"choice":"answer"}', 'Yes?')
    expect(await chat(model, [beside], tools)).toMatchObject([
      { type: 'text', delta: 'Yes?' },
      { type: 'usage' },
    ])
  })

  it('offers nothing that changes what is kept where the planner understood nothing', async () => {
    const { model, requests } = readBy(planner, '{"choice":"state__create"}', 'I see.')
    expect(await chat(model, [user('the sky over the harbour was purple')], tools)).toMatchObject([
      { type: 'text', delta: 'I see.' },
      { type: 'usage' },
    ])
    expect(requests[0]?.format).toMatchObject({ properties: { choice: { enum: ['find', 'answer'] } } })
  })

  it('offers no tool at all to what asks for nothing', async () => {
    const { model, requests } = readBy(planner, 'Hello yourself.')
    expect(await chat(model, [user("don't add a task")], [...tools, add])).toMatchObject([
      { type: 'text', delta: 'Hello yourself.' },
      { type: 'usage' },
    ])
    expect(requests[0]?.format).toBeUndefined()
  })

  const forecast: ModelTool = {
    name: 'forecast',
    description: 'Shows the forecast',
    parameters: {
      type: 'object',
      properties: { where: { type: 'string' }, language: { enum: ['en', 'fr'] }, days: { type: 'integer' } },
      required: ['where', 'days'],
    },
  }

  it('calls the tool that a verb asks for, with the texts that the model takes and what else was read', async () => {
    const { model, requests } = readBy(planner, '{"where":"Porto","days":9}')
    const chunks = await chat(model, [user('show the forecast of Porto for 3 mornings')], [forecast])
    expect(chunks).toMatchObject([
      { type: 'tool_call', call: { name: 'forecast', arguments: { where: 'Porto', days: 3 } } },
      { type: 'usage' },
    ])
    expect(requests).toHaveLength(1)
  })

  it('asks with a form for what neither found', async () => {
    const { model } = readBy(planner, '{"where":"Paris","days":3}')
    expect(await chat(model, [user('show the forecast')], [forecast])).toMatchObject([
      { type: 'form', tool: 'forecast', missing: expect.arrayContaining(['/days']) as unknown },
      { type: 'usage' },
    ])
  })

  it('lets the model choose where no verb asks for a tool', async () => {
    const { model, requests } = readBy(planner, '{"choice":"answer"}', 'A lot.')
    await chat(model, [user('umbrellas')], [forecast])
    expect(requests[0]?.format).toMatchObject({ properties: { choice: { enum: ['forecast', 'answer'] } } })
  })

  describe('where a plan is to be shown first', () => {
    const plan: ModelTool = { name: 'plan', description: 'Shows a plan', parameters: {} }
    const open = { open: true } as const
    const said = user('add a task to call mom')
    const planned = (content: string): ModelMessage[] => [
      { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'plan', arguments: {} }] },
      { role: 'tool', callId: '1', name: 'plan', content },
    ]

    it('lists what changes before it does it', async () => {
      const { model } = readBy(planner)
      const steps = [{ tool: 'state__create', what: 'Add a task. {"title":"call mom","done":false}' }]
      expect(await chat(model, [said], [...tools, plan], open)).toMatchObject([
        { type: 'tool_call', call: { name: 'plan', arguments: { steps } } },
      ])
      expect(await chat(model, [said, ...planned('{"ok":true}')], [...tools, plan], open)).toMatchObject([
        { type: 'tool_call', call: { name: 'state__create' } },
      ])
    })

    it('does nothing if it is refused', async () => {
      const { model, requests } = readBy(planner, 'Nothing was done.')
      const refused = planned('{"ok":false,"error":{"code":"DENIED"}}')
      expect(await chat(model, [said, ...refused], [...tools, plan], open)).toMatchObject([
        { type: 'text', delta: 'Nothing was done.' },
        { type: 'usage' },
      ])
      expect(requests[0]?.messages.at(-1)?.content).toContain('did not agree')
    })
  })

  it('never looks for what an object lacks that is kept', async () => {
    const { model, requests } = readBy(planner, '{"object":{"title":"a task"}}')
    expect(await chat(model, [user('add a task')], tools)).toMatchObject([{ type: 'form' }])
    expect(requests).toEqual([])
  })

  it('says in the model’s words what came of a tool that keeps nothing', async () => {
    const { model } = readBy(planner, 'Rain in Porto.')
    const said = [user('show the forecast of Porto'), ...result('forecast')]
    const simple = { ...forecast, parameters: { type: 'object', properties: { where: { type: 'string' } } } }
    expect(await chat(model, said, [simple])).toMatchObject([
      { type: 'text', delta: 'Rain in Porto.' },
      { type: 'usage' },
    ])
  })
})

describe('what was said', () => {
  const said = 'add task buy milk by December 15, and 買う牛乳'
  it.each([
    ['a text', { title: 'Buy milk' }, { title: 'Buy milk' }],
    ['most of a text', { title: 'Buy fresh milk' }, { title: 'Buy fresh milk' }],
    ['a text that was made up', { title: 'call the dentist' }, null],
    ['a choice', { title: 'milk', priority: 'high' }, { title: 'milk', priority: 'high' }],
    ['a date that was made up', { title: 'milk', due: '2027-01-03' }, { title: 'milk' }],
    ['a date', { title: 'milk', due: '2015-12-15' }, { title: 'milk' }],
    ['a script without spaces', { title: '牛乳' }, { title: '牛乳' }],
    [
      'members that nobody described',
      { title: 'milk', more: { tags: ['milk', 'work'] } },
      {
        title: 'milk',
        more: { tags: ['milk'] },
      },
    ],
  ])('keeps or drops %s', (_, args, kept) => {
    expect(grounded(args, parameters, said)).toEqual(kept)
  })

  it.each([
    [26, 'how many kilometres are 26 miles', { value: 26 }],
    [12, 'how many feet in a mile', null],
    [1, 'how many feet in a mile', { value: 1 }],
    [2.5, '2.5 cups', { value: 2.5 }],
  ])('has the number %d or not: %s', (value, words, kept) => {
    const schema = { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] }
    expect(grounded({ value }, schema, words)).toEqual(kept)
  })
})
