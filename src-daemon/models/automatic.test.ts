import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOllamaServer, type OllamaServer } from '../../e2e/ollama-server/server.ts'
import { openModels } from '../testing/models.ts'
import { startOpenAiServer } from '../testing/openai-server.ts'

let ollama: OllamaServer
let room: ReturnType<typeof openModels>
beforeEach(async () => {
  ollama = await startOllamaServer()
  room = openModels({ ollamaUrl: ollama.url })
})
afterEach(async () => {
  await room.close()
  await ollama.close()
})

/** Passes on what it is asked, but for the first question, which it never answers. */
const slowAtFirst = async (url: string): Promise<{ url: string; close: () => void }> => {
  let isFirst = true
  const server = createServer((asked, response) => {
    const { method, headers } = asked
    const isLost = isFirst
    isFirst = false
    if (isLost) return
    const onward = request(`${url}${asked.url ?? ''}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe('the automatic choice', () => {
  it('looks again for a server that is slow, before the planner answers', async () => {
    const slow = await slowAtFirst(ollama.url)
    room.set({ ollamaUrl: slow.url })
    try {
      expect((await room.models.resolve()).info.provider).toBe('ollama')
    } finally {
      slow.close()
    }
  })

  it('asks before the planner stands in for a server that had models, also after a restart', async () => {
    expect((await room.models.resolve()).info.provider).toBe('ollama')
    await ollama.close()
    const again = room.restart()
    await expect(again.resolve()).rejects.toMatchObject({
      code: 'model_none_answers',
      details: { model: 'auto', server: 'Ollama', url: ollama.url },
    })
    expect(await again.inUse()).toMatchObject({ model: null, problem: { code: 'model_none_answers' } })
    // The alternatives to choose from.
    expect((await again.alternatives('auto')).map(({ model }) => model.id)).toEqual(['planner'])
    expect((await again.resolve('planner')).info.id).toBe('planner')
    room.set({ plannerInstead: true })
    expect((await again.resolve()).info.id).toBe('planner')
    again.close()
  })

  it('knows a server by being shown it, too, and tells when it falls silent and comes back', async () => {
    await room.models.providers()
    await ollama.close()
    const again = room.restart()
    let told = 0
    again.onChange(() => (told += 1))
    await expect(again.resolve()).rejects.toMatchObject({ code: 'model_none_answers' })
    await expect(again.resolve()).rejects.toMatchObject({ code: 'model_none_answers' })
    expect(told).toBe(1)
    const lab = await startOpenAiServer()
    room.set({
      modelEndpoints: [
        {
          id: 'lab',
          name: 'Lab',
          protocol: 'openai',
          baseUrl: lab.url,
          contextWindow: null,
          tools: 'auto',
          vision: false,
          models: [],
        },
      ],
    })
    // A model is available, so the planner does not have to stand in.
    expect((await again.resolve()).info.id).toBe('openai:lab:test-model')
    expect(told).toBe(2)
    await lab.close()
    again.close()
  })

  it('takes the planner where no server ever had a model', async () => {
    const alone = openModels()
    expect((await alone.models.resolve()).info.id).toBe('planner')
    expect(await alone.models.inUse()).toMatchObject({ model: { name: 'Built-in planner' }, problem: null })
    await alone.close()
    const empty = await startOllamaServer({ models: [] })
    const bare = openModels({ ollamaUrl: empty.url })
    expect((await bare.models.resolve()).info.id).toBe('planner')
    await empty.close()
    expect((await bare.restart().resolve()).info.id).toBe('planner')
    await bare.close()
  })
})
