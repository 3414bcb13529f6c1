import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '../../contract/models.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import { grounded } from './grounded.ts'
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

/** A model that writes one answer after another. */
const writing = (...answers: readonly (string | { cut: string })[]) => {
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
  return { model: guided(model), requests }
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
): Promise<ModelChunk[]> => {
  const signal = new AbortController().signal
  const request = { messages, tools, hint: null, language: 'en', minContextWindow: null, signal } as const
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
    // What both have in common comes first.
    expect(requests.map(({ messages }) => messages[0]?.content.startsWith('add task buy milk'))).toEqual([
      true,
      true,
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
