import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptInput } from '../../e2e/ollama-server/script.ts'
import { startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { makeHome, openChat, partsOf } from '../testing/chat.ts'
import { openModels } from '../testing/models.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'

type Turns = ScriptInput['turns']

let home: ReturnType<typeof makeHome>
let ending: (() => Promise<void>)[]
beforeEach(() => {
  home = makeHome()
  ending = []
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  home.remove()
})

interface Server {
  readonly url: string
  chats(): readonly object[]
  close(): Promise<void>
}

const endpoint = (baseUrl: string) => ({
  id: 'test',
  name: 'Test',
  protocol: 'openai' as const,
  baseUrl,
  contextWindow: 8192,
  vision: false,
  models: [],
  tools: 'auto' as const,
})

const SERVERS = {
  Ollama: async (turns: Turns) => {
    const server: Server = await startOllamaServer({ script: { about: 'a test', turns } })
    return { server, settings: { ollamaUrl: server.url, model: 'ollama:qwen3:8b' } }
  },
  'an OpenAI-compatible server': async (turns: Turns) => {
    const server: Server = await startOpenAiServer({ script: { about: 'a test', turns } })
    return { server, settings: { modelEndpoints: [endpoint(server.url)], model: 'openai:test:test-model' } }
  },
}

const start = async (kind: keyof typeof SERVERS, turns: Turns, model?: string) => {
  const { server, settings } = await SERVERS[kind](turns)
  ending.push(() => server.close())
  const models = openModels({ ...settings, ...(model === undefined ? {} : { model }) })
  ending.push(() => models.close())
  const one = openChat({ path: home.path, model: await models.models.resolve() })
  ending.push(() => one.close())
  return { ...one, server }
}

const call = (args: Record<string, Record<string, string>> | string) => ({
  chunks: [{ tool_calls: [{ function: { name: 'state__create', arguments: args } }] }],
})
const milk = { object: { title: 'Milk', body: 'buy milk' } }
const CUT = '{"object": {"title": "Milk", "bo'

describe.each(Object.keys(SERVERS) as (keyof typeof SERVERS)[])(
  'arguments that are no JSON, from %s',
  (kind) => {
    it('go back to the model with the place, and what it then writes is run', async () => {
      const { ask, created, server } = await start(kind, [
        { when: { results: 0 }, reply: call(CUT) },
        { when: { results: 1 }, reply: call(milk) },
        { when: { results: 2 }, reply: { chunks: [{ content: 'Saved.' }] } },
      ])
      const { answer } = await ask('note milk')
      expect(answer.status).toBe('complete')
      expect(created).toHaveLength(1)
      expect(partsOf(answer, 'notice')).toHaveLength(1)
      const told = JSON.stringify(server.chats()[1])
      expect(told).toContain('INVALID_INPUT')
      expect(told).toMatch(/position \d+/)
    })

    it('go back three times, then the turn ends and says so', async () => {
      const { ask, created, server } = await start(kind, [{ when: {}, reply: call(CUT) }])
      const { answer } = await ask('note milk')
      // The fifth is the last answer, without tools.
      expect(server.chats()).toHaveLength(5)
      expect(answer.status).toBe('complete')
      expect(partsOf(answer, 'notice').at(-1)?.text).toContain('couldn’t find valid arguments')
      expect(created).toEqual([])
    })

    it('count together with arguments that do not fit', async () => {
      const unfit = (title: string) => call({ object: { title } })
      const { ask, server } = await start(kind, [
        { when: { results: 0 }, reply: call(CUT) },
        { when: { results: 1 }, reply: unfit('a') },
        { when: { results: 2 }, reply: call(CUT) },
        { when: { results: 3 }, reply: unfit('b') },
      ])
      const { answer } = await ask('note milk')
      // The fifth is the last answer, without tools.
      expect(server.chats()).toHaveLength(5)
      expect(partsOf(answer, 'notice').at(-1)?.text).toContain('couldn’t find valid arguments')
    })
  },
)

describe('a call its server could not read', () => {
  const written = '{"title": "Mil'
  const again = 'This call could not be read'

  it('is written again by a model of Ollama', async () => {
    const error = `error parsing tool call: raw='${written}', err=unexpected end of JSON input`
    const { ask, created, server } = await start('Ollama', [
      { when: { user: 'note milk' }, reply: { chunks: [{ error }] } },
      { when: { user: again, results: 0 }, reply: call(milk) },
      { when: { user: again, results: 1 }, reply: { chunks: [{ content: 'Saved.' }] } },
    ])
    const { answer } = await ask('note milk')
    expect(answer.status).toBe('complete')
    expect(created).toHaveLength(1)
    const [, second] = server.chats().map((chat) => JSON.stringify(chat))
    // In the model's own place, never in the user's.
    expect(second).toContain(`{"role":"assistant","content":${JSON.stringify(written)}}`)
    expect(second?.split(JSON.stringify(written).slice(1, -1))).toHaveLength(2)
  })

  it('is written again by a model of an OpenAI-compatible server', async () => {
    const error = {
      code: 'tool_use_failed',
      message: 'Failed to call a function',
      failed_generation: written,
    }
    const { ask, created } = await start('an OpenAI-compatible server', [
      { when: { user: 'note milk' }, reply: { chunks: [{ raw: `data: ${JSON.stringify({ error })}\n\n` }] } },
      { when: { user: again, results: 0 }, reply: call(milk) },
      { when: { user: again, results: 1 }, reply: { chunks: [{ content: 'Saved.' }] } },
    ])
    expect((await ask('note milk')).answer.status).toBe('complete')
    expect(created).toHaveLength(1)
  })

  it('is written again by a model without tools', async () => {
    const content = JSON.stringify({ tool: 'state__create', arguments: milk })
    const { ask, created } = await start(
      'Ollama',
      [
        { when: { user: 'note milk' }, reply: { chunks: [{ content: '{"tool": "state__create", "argu' }] } },
        { when: { user: again }, reply: { chunks: [{ content }] } },
        {
          when: { user: 'tool result' },
          reply: { chunks: [{ content: JSON.stringify({ answer: 'Saved.' }) }] },
        },
      ],
      'ollama:gemma3:1b',
    )
    expect((await ask('note milk')).answer.status).toBe('complete')
    expect(created).toHaveLength(1)
  })
})
