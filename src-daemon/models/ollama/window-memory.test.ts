import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openModels } from '../../testing/models.ts'
import { collect, requestOf } from '../core/language-model.acceptance.ts'

const chatSchema = z.object({ options: z.object({ num_ctx: z.int() }) })

/** The largest window that the memory of this server's machine holds. */
let largest = 0
const asked: number[] = []
const server = createServer((request, response) => {
  const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
  if (request.url === '/api/tags') answer(200, { models: [{ name: 'wide', size: 1, digest: 'a' }] })
  else if (request.url === '/api/show')
    answer(200, { capabilities: ['completion'], model_info: { 'llama.context_length': 131_072 } })
  else
    void json(request).then((body) => {
      const window = chatSchema.parse(body).options.num_ctx
      asked.push(window)
      const error = 'model requires more system memory (20.1 GiB) than is available (9.9 GiB)'
      if (window > largest) answer(500, { error })
      else answer(200, { message: { role: 'assistant', content: 'Hi.' }, done: true, done_reason: 'stop' })
    })
})

let room: ReturnType<typeof openModels>
beforeEach(async () => {
  asked.length = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  room = openModels({ ollamaUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` })
})
afterEach(async () => {
  await room.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('a window for which the machine lacks the memory', () => {
  it('is halved until it fits, and stays so', async () => {
    largest = 40_000
    const model = await room.models.resolve('ollama:wide')
    expect(model.info.contextWindow).toBe(131_072)
    expect(JSON.stringify(await collect(model.chat(requestOf('hello'))))).toContain('Hi.')
    expect(asked).toEqual([131_072, 65_536, 32_768])
    const next = await room.models.resolve('ollama:wide')
    expect(next.info.contextWindow).toBe(32_768)
    await collect(next.chat(requestOf('hello')))
    expect(asked.slice(3)).toEqual([32_768])
  })

  it('says that the memory is missing if the smallest is too large', async () => {
    largest = 100
    const model = await room.models.resolve('ollama:wide')
    await expect(collect(model.chat(requestOf('hello')))).rejects.toMatchObject({
      code: 'model_out_of_memory',
      message: expect.stringContaining('There isn’t enough memory for wide.') as unknown,
      details: { problem: expect.stringContaining('memory') as unknown },
    })
    expect(asked.at(-1)).toBe(8192)
  })
})
