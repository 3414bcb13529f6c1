import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { note, openChat, packageOf } from '../../src-daemon/testing/chat.ts'
import { openModels } from '../../src-daemon/testing/models.ts'
import { SAVES_A_NOTE } from '../saves-a-note.ts'
import { bareLoop } from './bare-loop.ts'

/** Turns of the daemon's own loop, with everything real but the model, and with `installed` capabilities. */
export const openTurns = async (installed: number) => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-turns-'))
  const server = await startOllamaServer({ script: SAVES_A_NOTE })
  const models = openModels({ model: 'ollama:qwen3:8b', ollamaUrl: server.url })
  const others = Array.from({ length: installed - 1 }, (_, at) =>
    packageOf(
      `other${String(at)}`,
      [{ type: 'keyword', value: `word${String(at)}` }],
      ['state.create', 'state.query'],
    ),
  )
  const chat = openChat({
    path: join(directory, 'state.db'),
    model: await models.models.resolve(),
    packages: [note, ...others],
    durable: true,
  })

  /** One turn in a new conversation, from the message to the end of the answer; milliseconds. */
  const turn = async (): Promise<number> => {
    const ending = new AbortController()
    const events = chat.chat.events({ signal: ending.signal })
    const started = performance.now()
    const { turnId } = chat.chat.send({ text: 'note milk' })
    for await (const event of events) {
      if (event.type !== 'message' || event.message.turnId !== turnId) continue
      const { role, status } = event.message
      if (role !== 'assistant' || status === 'streaming') continue
      if (status !== 'complete') throw new Error('A turn of the benchmark failed')
      break
    }
    const took = performance.now() - started
    ending.abort()
    // The user doesn't wait for the daemon's work after the answer, but it must not count in the next turn.
    await chat.chat.finished(turnId)
    return took
  }

  return {
    turn,
    bare: () => {
      const [last] = server.chats().slice(-1)
      return bareLoop(server.url, last?.tools ?? [])
    },
    /** The size of a turn's first request to the model, in characters of JSON. */
    sent: async (): Promise<number> => {
      const before = server.chats().length
      await turn()
      const { messages, tools } = server.chats()[before] ?? {}
      return JSON.stringify({ messages, tools }).length
    },
    close: async (): Promise<void> => {
      await chat.close()
      await models.close()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
