import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { collect, requestOf } from '../core/language-model.acceptance.ts'
import type { LanguageModel, ModelMessage } from '../core/types.ts'
import { createOllamaModel } from '../ollama/model.ts'
import { namedModel } from '../endpoint/named-model.ts'
import { createOpenAiModel } from '../openai/model.ts'
import { wasTruncated } from './truncation.ts'

const IMAGE = { mediaType: 'image/png', base64: 'AAAA' }
const SOUND = { mediaType: 'audio/wav', base64: 'BBBB' }
const call = (id: string) => ({ id, name: 'shoot', arguments: {} })
const TALK: readonly ModelMessage[] = [
  { role: 'user', content: 'look' },
  { role: 'assistant', content: '', toolCalls: [call('1'), call('2')] },
  { role: 'tool', callId: '1', name: 'shoot', content: 'first', images: [IMAGE] },
  { role: 'tool', callId: '2', name: 'shoot', content: 'second', sounds: [SOUND] },
]

let server: Server
let guard: NetworkGuard
let bodies: { messages: Record<string, unknown>[] }[]
beforeEach(async () => {
  guard = createNetworkGuard()
  bodies = []
  server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(JSON.parse(body) as (typeof bodies)[number])
      response.end(
        request.url === '/api/chat'
          ? `${JSON.stringify({ message: { role: 'assistant', content: 'seen' }, done: true })}\n`
          : `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'seen' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await guard.close()
})

const url = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
const openAi = (tools: 'native' | 'described' = 'native'): LanguageModel => {
  const endpoint = {
    id: 'e',
    name: 'e',
    protocol: 'openai' as const,
    baseUrl: `${url()}/v1`,
    contextWindow: null,
    tools,
    vision: true,
    models: [],
  }
  return createOpenAiModel({
    guard,
    endpoint,
    key: () => Promise.resolve(null),
    info: namedModel({ endpoint }, 'm'),
    model: 'm',
    quirks: { noTools: false, noUsage: false, noFormat: false },
    log: { warn: () => undefined },
  })
}
const ollama = (): LanguageModel => {
  const info = { ...openAi().info, provider: 'ollama' }
  return createOllamaModel({
    guard,
    url: url(),
    info,
    contextWindow: 8192,
    keepAliveMinutes: null,
    think: false,
    log: { warn: () => undefined },
  })
}
const sent = async (model: LanguageModel, tools: Parameters<typeof requestOf>[1] = {}) => {
  await collect(model.chat(requestOf(TALK, tools)))
  return bodies[0]?.messages ?? []
}

describe('pictures and sounds of results', () => {
  it('come to OpenAI’s protocol after all results, as what they are', async () => {
    const messages = await sent(openAi())
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    expect(messages.slice(2, 4).map(({ content }) => content)).toEqual(['first', 'second'])
    expect(messages[4]?.['content']).toEqual([
      { type: 'text', text: expect.stringContaining('shoot') as string },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
    ])
  })

  it('come to Ollama’s as its images, sounds too', async () => {
    const messages = await sent(ollama())
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    expect(messages[4]).toMatchObject({ images: ['AAAA', 'BBBB'] })
    expect(JSON.stringify(messages.slice(0, 4))).not.toContain('AAAA')
  })

  it('stand by the result where tools are described in words', async () => {
    const tools = [{ name: 'shoot', description: '', parameters: { type: 'object' } }]
    const messages = await sent(openAi('described'), { tools })
    expect(messages.filter(({ role }) => role === 'tool')).toEqual([])
    expect(JSON.stringify(messages[3])).toContain('data:image/png;base64,AAAA')
  })

  it('don’t count as words when checking whether the prompt was cut', () => {
    const base64 = 'A'.repeat(900_000)
    const messages: ModelMessage[] = [
      { role: 'tool', callId: '1', name: 'a', content: 'x', images: [{ ...IMAGE, base64 }] },
    ]
    const answer = { promptTokens: 1500, contextWindow: 8192, endedByLength: false }
    expect(wasTruncated({ messages, tools: [] }, answer)).toBe(false)
  })
})
