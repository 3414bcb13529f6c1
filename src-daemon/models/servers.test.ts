import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openModels } from '../testing/models.ts'
import { ENDPOINT_PRESETS } from './endpoint/presets.ts'
import { answerSchema, bytesOf, seen, type ScriptedAnswer } from './testing/answers.ts'

const DIRECTORY = join(import.meta.dirname, 'testing/servers')
const files = readdirSync(DIRECTORY).filter((name) => name.endsWith('.json'))

/** A server as it really answers: its list of models, what is found in it, and its answers. */
const serverSchema = z.strictObject({
  models: z.unknown(),
  /** What Ollama says of each model. */
  show: z.unknown().optional(),
  /** What it says of its models elsewhere, by path. */
  elsewhere: z.record(z.string(), z.unknown()).default({}),
  /** Name, window, tools, vision, embedding. */
  found: z.array(z.tuple([z.string(), z.int().nullable(), z.boolean(), z.boolean(), z.boolean()])),
  /** Names of those that take sounds. */
  hears: z.array(z.string()).default([]),
  answers: z.array(answerSchema),
})

const read = (name: string) => serverSchema.parse(JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')))

describe('the servers that are known by name', () => {
  it('have a script each', () => {
    expect(files).toEqual(
      expect.arrayContaining(
        ENDPOINT_PRESETS.filter(({ protocol }) => protocol === 'openai').map(({ id }) => `${id}.json`),
      ),
    )
    expect(files).toEqual(expect.arrayContaining(['azure.json', 'ollama.json']))
  })

  describe.each(files)('%s', (name) => {
    const script = read(name)
    const isOllama = name.startsWith('ollama')
    let server: Server
    let room: ReturnType<typeof openModels>
    let next: ScriptedAnswer | null = null

    beforeEach(async () => {
      server = createServer((request, response) => {
        const json = (value: unknown) =>
          response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
        if (request.url === '/v1/models' || request.url === '/api/tags') json(script.models)
        else if (request.url === '/api/show') json(script.show)
        else if (Object.hasOwn(script.elsewhere, request.url ?? '')) json(script.elsewhere[request.url ?? ''])
        else if (request.url === '/api/version') json({ version: '0.20.4' })
        else if (request.url === '/api/ps') json({ models: [] })
        else if (next !== null) response.writeHead(next.status, next.headers).end(bytesOf(next))
        else response.writeHead(404).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? String(address?.port) : ''}`
      room = openModels({ ollamaUrl: isOllama ? url : 'http://127.0.0.1:9' })
      if (isOllama) return
      room.models.endpoints.add({
        ...{ id: 'lab', name: 'Lab', protocol: 'openai', baseUrl: `${url}/v1`, contextWindow: null },
        ...{ tools: 'auto', vision: false, models: [] },
      })
    })
    afterEach(async () => {
      await room.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })

    it('lists its models', async () => {
      const provider = (await room.models.providers()).find(
        ({ kind }) => kind === (isOllama ? 'ollama' : 'openai'),
      )
      expect(
        provider?.models.map((one) => [one.name, one.contextWindow, one.tools, one.vision, one.embedding]),
      ).toEqual(script.found)
      const hear = provider?.models.flatMap(({ name: model, audio }) => (audio === true ? [model] : []))
      expect(hear).toEqual(script.hears)
    })

    const answers = script.answers.map((answer) => [answer.about, answer] as const)
    it.each(answers)('%s', async (_about, answer) => {
      next = answer
      const [first = ''] = script.found[0] ?? []
      const model = await room.models.resolve(isOllama ? `ollama:${first}` : `openai:lab:${first}`)
      const { told: _told, ...expected } = answer.expect
      const { tokens, ...rest } = await seen(model, answer)
      expect({ ...rest, tokens: undefined }).toEqual({
        ...expected,
        tokens: undefined,
        truncated: rest.truncated,
      })
      if (expected.tokens !== undefined) expect(tokens).toEqual(expected.tokens)
    })
  })
})
