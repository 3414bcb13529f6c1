import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOllamaServer, type OllamaServer } from '../../e2e/ollama-server/server.ts'
import { bundleProcess } from '../../scripts/bundle-process.ts'
import { makeHome, openChat, partsOf, scriptedModel } from '../testing/chat.ts'
import { effort } from '../testing/effort.ts'
import { noteAndPost } from '../testing/turn-package.ts'
import type { ToolPart } from '../contract/chat.ts'

const PROCESS = join(import.meta.dirname, '..', 'testing', 'turn-process.ts')
const ROUNDS = effort(4, 30)
/** Milliseconds between the moment a round waits for and the end. */
const LATEST = 30

let home: ReturnType<typeof makeHome>
let ollama: OllamaServer
let bundles: string
let program: string
const posted: { key: string; text: string }[] = []
const service = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const { text } = JSON.parse(body) as { text: string }
    posted.push({ key: String(request.headers['idempotency-key']), text })
    // Some answers never arrive before the end: what was done must not be done again.
    setTimeout(() => response.end('done'), Math.random() * 20)
  })
})

beforeAll(async () => {
  bundles = mkdtempSync(join(tmpdir(), 'satchel-turns-'))
  program = await bundleProcess(PROCESS, bundles)
})
afterAll(() => {
  rmSync(bundles, { recursive: true, force: true })
})
beforeEach(async () => {
  home = makeHome()
  posted.length = 0
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const call = (name: string, args: Record<string, string | Record<string, string>>) => ({
    tool_calls: [{ function: { name, arguments: args } }],
  })
  ollama = await startOllamaServer({
    script: {
      about: 'saves a note and posts it',
      turns: [
        {
          when: { toolResults: false },
          reply: {
            chunks: [
              { content: 'On it. ' },
              call('state__create', { object: { title: '{{user}}', body: 'milk' } }),
              call('post_it', { text: '{{user}}' }),
            ],
          },
        },
        {
          when: { toolResults: true },
          reply: { chunks: [{ content: 'Saved' }, { content: ' and posted.' }] },
        },
      ],
    },
  })
})
afterEach(async () => {
  await ollama.close()
  service.closeAllConnections()
  service.close()
  home.remove()
})

describe('a daemon that is killed in the middle of turns', () => {
  it(
    'never does anything twice, and ends every turn cleanly',
    async () => {
      const { port } = service.address() as AddressInfo
      let finished = 0
      for (let round = 0; round < ROUNDS; round += 1)
        finished += await untilKilled(round, `http://127.0.0.1:${String(port)}/`)

      const one = openChat({
        path: home.path,
        model: scriptedModel(() => []),
        packages: [noteAndPost],
        durable: true,
      })
      try {
        const turns = one.chat
          .conversations({ limit: 200 })
          .items.flatMap(({ id }) => one.chat.messages({ conversationId: id, limit: 10 }))
          .filter(({ role }) => role === 'assistant')
        const seen = `${String(turns.length)} turns, ${String(finished)} of them to their end, ${String(posted.length)} posts`
        expect(turns.length, seen).toBeGreaterThanOrEqual(finished)
        expect(posted.length, seen).toBeGreaterThan(0)
        expect(turns.filter(({ status }) => status === 'stopped').length, seen).toBeGreaterThan(0)
        expect(new Set(turns.map(({ status }) => status)).has('streaming'), seen).toBe(false)

        const tools = turns.flatMap((turn) => partsOf(turn, 'tool'))
        // At the service: one request per key, and every one of a call that is shown.
        const keys = posted.map(({ key }) => key)
        expect(new Set(keys).size, seen).toBe(keys.length)
        const shown = new Set(tools.map(({ callId }) => callId))
        expect(
          keys.filter((key) => !shown.has(key)),
          seen,
        ).toEqual([])
        // What is shown as done was done.
        const done = (tool: string) => (part: ToolPart) => part.tool === tool && part.status === 'ok'
        expect(
          tools.filter(done('post_it')).filter(({ callId }) => !keys.includes(callId)),
          seen,
        ).toEqual([])

        // In state: at most one note per turn, and every one is named by its call.
        const named = tools.flatMap(({ changes }) => changes.map(({ objectId }) => objectId))
        expect(new Set(named).size, seen).toBe(named.length)
        const { items } = await one.core.query(one.core.ownerAccess(noteAndPost.schemaUri, 'internal'), {
          from: noteAndPost.schemaUri,
          limit: 1000,
        })
        expect(items.map(({ id }) => id).sort(), seen).toEqual(named.sort())
        expect(one.db.pragma('integrity_check', { simple: true })).toBe('ok')
      } finally {
        await one.close()
      }
    },
    // Every round starts a process, which takes its time where others work too.
    30 * 60_000,
  )
})

describe('a daemon that is killed at each step of a turn', () => {
  it(
    'goes on each time, and does nothing twice',
    async () => {
      const { port } = service.address() as AddressInfo
      const steps = effort(3, 50)
      await ollama.close()
      ollama = await startOllamaServer({
        script: {
          about: 'posts one thing after the other',
          turns: Array.from({ length: steps + 1 }, (_, results) => ({
            when: { results },
            reply: {
              chunks: [
                results < steps
                  ? { tool_calls: [postIt(`{{user}} ${String(results)}`)] }
                  : { content: 'All posted.' },
              ],
            },
          })),
        },
      })
      const url = `http://127.0.0.1:${String(port)}/`
      for (let step = 0; step < steps; step += 1) {
        const before = posted.length
        const child = startProcess(url, 'on')
        const ended = once(child, 'exit')
        while (posted.length <= before + step && child.exitCode === null) await soon()
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST))
        child.kill('SIGKILL')
        await ended
      }
      await once(startProcess(url, 'on'), 'exit')

      const one = openChat({ path: home.path, model: scriptedModel(() => []), packages: [noteAndPost] })
      try {
        const [conversation, ...others] = one.chat.conversations({ limit: 10 }).items
        const messages = one.chat.messages({ conversationId: conversation?.id ?? '', limit: 200 })
        const answers = messages.filter(({ role }) => role === 'assistant')
        expect([others, answers.length]).toEqual([[], steps + 1])
        expect(answers.map(({ status }) => status)).not.toContain('streaming')
        expect(partsOf(answers.at(-1) ?? one.answerOf(''), 'text').at(-1)?.text).toBe('All posted.')
        const keys = posted.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const shown = answers.flatMap((answer) => partsOf(answer, 'tool')).map(({ callId }) => callId)
        expect(keys.filter((key) => !shown.includes(key))).toEqual([])
        // The task was before the model to the end.
        expect(JSON.stringify(ollama.chats().at(-1)?.messages)).toContain('note milk 0')
      } finally {
        await one.close()
      }
    },
    30 * 60_000,
  )
})

const postIt = (text: string) => ({ function: { name: 'post_it', arguments: { text } } })
const soon = () => new Promise((resolve) => setTimeout(resolve, 1))

const startProcess = (url: string, ...more: string[]) =>
  spawn(process.execPath, [program, home.path, ollama.url, url, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(bundles, 'compiled') },
  })

/**
 * Runs the process until one or two more requests have reached the model server or the service, or turns have ended, and a moment
 * longer: so every round meets another stage, however slow the machine is. Returns how many turns came to their end.
 */
const untilKilled = async (round: number, url: string): Promise<number> => {
  const child = startProcess(url)
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'exit')
  const completed = (): number => said.split('\n').filter((line) => line === 'complete').length
  const stages = [() => ollama.chats().length, () => posted.length, completed]
  const stage = stages[round % stages.length] ?? completed
  const wanted = stage() + 1 + Math.floor(Math.random() * 2)
  while (stage() < wanted && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1))
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST))
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await ended
  return completed()
}
