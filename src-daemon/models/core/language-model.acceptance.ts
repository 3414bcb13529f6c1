import { describe, expect, it } from 'vitest'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from './types.ts'
import { modelInfoSchema } from '../../contract/models.ts'

/** The tools of a note capability as a model sees them. */
export const NOTE_TOOLS: readonly ModelTool[] = [
  {
    name: 'state__create',
    description: 'Persist a new state object (a note).',
    parameters: {
      type: 'object',
      properties: {
        schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
        object: {
          type: 'object',
          properties: {
            id: { type: 'string', format: 'uuid' },
            title: { type: 'string' },
            body: { type: 'string' },
            source_url: { type: 'string', format: 'uri' },
            tags: { type: 'array', items: { type: 'string' } },
            createdAt: { type: 'string', format: 'date-time' },
            updatedAt: { type: 'string', format: 'date-time' },
          },
          required: ['title', 'body'],
        },
      },
      required: ['schema_uri', 'object'],
    },
  },
  {
    name: 'state__query',
    description: 'Find notes.',
    parameters: {
      type: 'object',
      properties: {
        query: {
          type: 'object',
          properties: {
            from: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
            where: { type: 'object' },
            order: { type: 'array', items: { type: 'object' } },
            limit: { type: 'integer' },
          },
        },
      },
      required: ['query'],
    },
  },
  {
    name: 'state__update',
    description: 'Change a note.',
    parameters: {
      type: 'object',
      properties: {
        schema_uri: { type: 'string', enum: ['did:nuwa:state:note#v1'] },
        id: { type: 'string', format: 'uuid' },
        patch: { type: 'object' },
      },
      required: ['schema_uri', 'id', 'patch'],
    },
  },
]

export const requestOf = (
  messages: readonly ModelMessage[] | string,
  more: Partial<ChatRequest> = {},
): ChatRequest => ({
  messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
  tools: [],
  hint: null,
  language: 'en',
  minContextWindow: null,
  signal: new AbortController().signal,
  ...more,
})

export const collect = async (chunks: AsyncIterable<ModelChunk>): Promise<ModelChunk[]> => {
  const all: ModelChunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

export const textOf = (chunks: readonly ModelChunk[]): string =>
  chunks.map((chunk) => (chunk.type === 'text' ? chunk.delta : '')).join('')

export const callsOf = (chunks: readonly ModelChunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.call] : []))

/**
 * What every `LanguageModel` does. `open` gives a model that answers any message with text when no tools are offered, and
 * "add note about buying milk tomorrow" with a call of `state__create` when the note tools are.
 */
export const runLanguageModelTests = (name: string, open: () => Promise<LanguageModel>): void => {
  const SENTENCE = 'add note about buying milk tomorrow'
  const withTools = (more: Partial<ChatRequest> = {}) => requestOf(SENTENCE, { tools: NOTE_TOOLS, ...more })

  describe(`${name} as a language model`, () => {
    it('describes itself', async () => {
      const { info } = await open()
      expect(modelInfoSchema.parse(info)).toEqual(info)
    })

    it('streams text in several non-empty pieces', async () => {
      const chunks = await collect((await open()).chat(requestOf('hello')))
      const pieces = chunks.filter((chunk) => chunk.type === 'text')
      expect(pieces.length).toBeGreaterThan(1)
      expect(pieces.every(({ delta }) => delta !== '')).toBe(true)
      expect(callsOf(chunks)).toEqual([])
    })

    it('calls an offered tool with an object of arguments and an id of its own', async () => {
      const model = await open()
      const calls = [...callsOf(await collect(model.chat(withTools())))]
      expect(calls).toHaveLength(1)
      expect(calls[0]).toMatchObject({
        name: 'state__create',
        arguments: { schema_uri: 'did:nuwa:state:note#v1', object: { body: 'buying milk tomorrow' } },
      })
      expect(calls[0]?.id).not.toBe('')
    })

    it('answers with text once it has the result of its call', async () => {
      const model = await open()
      const [call] = callsOf(await collect(model.chat(withTools())))
      if (call === undefined) throw new Error('no call')
      const output = { id: '019a-1', object: call.arguments['object'] }
      const chunks = await collect(
        model.chat(
          requestOf(
            [
              { role: 'user', content: SENTENCE },
              { role: 'assistant', content: '', toolCalls: [call] },
              { role: 'tool', callId: call.id, name: call.name, content: JSON.stringify(output) },
            ],
            { tools: NOTE_TOOLS },
          ),
        ),
      )
      expect(callsOf(chunks)).toEqual([])
      expect(textOf(chunks).length).toBeGreaterThan(10)
    })

    it('says nothing when it was stopped before', async () => {
      const model = await open()
      expect(await collect(model.chat(withTools({ signal: AbortSignal.abort() })))).toEqual([])
    })

    it('ends early and without an error when it is stopped', async () => {
      const model = await open()
      const controller = new AbortController()
      const seen: ModelChunk[] = []
      for await (const chunk of model.chat(requestOf('hello', { signal: controller.signal }))) {
        seen.push(chunk)
        controller.abort()
      }
      expect(seen).toHaveLength(1)
    })
  })
}
