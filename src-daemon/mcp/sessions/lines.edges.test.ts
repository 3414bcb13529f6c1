/** What servers write, over standard streams: each file of `testing/edges/lines` is one server, and what is made of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { appRoot } from '../../platform/app.ts'
import { createTestSessions } from '../testing/sessions.ts'
import { createServerLog } from '../transports/server-log.ts'
import { resultOf } from './results.ts'

const edges = join(appRoot, 'src-daemon/mcp/testing/edges/lines')
const sessions = createTestSessions()
afterEach(sessions.end)
afterAll(() => {
  sessions.remove()
})

const anything = z.record(z.string(), z.unknown())
const edgeSchema = z.strictObject({
  about: z.string(),
  replies: anything.optional(),
  first: z.array(z.string()).optional(),
  wrap: z.literal('list').optional(),
  expect: z.strictObject({
    /** Why it cannot be connected. */
    fails: anything.optional(),
    server: anything.optional(),
    tools: z.array(z.unknown()).optional(),
    /** `list name field`, with `!` for a whole entry. */
    leftOut: z.array(z.string()).optional(),
    call: anything.optional(),
    content: z.array(z.unknown()).optional(),
    callFails: anything.optional(),
    resources: anything.optional(),
    read: anything.optional(),
    prompts: z.array(z.unknown()).optional(),
    prompt: anything.optional(),
    complete: anything.optional(),
    progress: z.array(z.unknown()).optional(),
    log: z.array(z.string()).optional(),
    questions: z.array(z.unknown()).optional(),
  }),
})

describe('a server that writes', () => {
  it.each(readdirSync(edges))('%s', { timeout: 30_000 }, async (file) => {
    const path = join(edges, file)
    const { expect: expected } = edgeSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    const log = createServerLog(() => new Date())
    const leftOut: string[] = []
    const questions: unknown[] = []
    const opening = sessions.open([sessions.fixture('edge-server.mjs'), path], {
      log,
      onLeftOut: (list, entries) => {
        for (const { name, field, whole } of entries)
          leftOut.push(`${list} ${String(name)} ${field}${whole ? '!' : ''}`)
      },
      allowed: { sampling: true, logLevel: null, timeoutSeconds: null, appOrigins: [] },
    })
    if (expected.fails !== undefined) {
      await expect(opening).rejects.toMatchObject(expected.fails)
      return
    }
    const session = await opening
    if (expected.server !== undefined) expect(session.server).toMatchObject(expected.server)
    const tools = await session.tools()
    expect(tools).toMatchObject(expected.tools ?? [{ name: 'echo' }])
    const progress: unknown[] = []
    const { signal } = new AbortController()
    const call = session.call(
      'echo',
      {},
      {
        signal,
        onProgress: (one) => void progress.push(one),
        onQuestion: (question) => {
          questions.push(question)
          return Promise.resolve({ action: 'decline' })
        },
        onSampling: (request) => {
          questions.push(request)
          return Promise.resolve({ model: 'm', text: 'no', cut: false })
        },
      },
    )
    if (expected.callFails !== undefined)
      await expect(
        call.then((result) => resultOf(result, { server: 'test', tool: 'echo' })),
      ).rejects.toMatchObject(expected.callFails)
    else {
      const result = await call
      const whose = { server: 'test', tool: 'echo' }
      if (expected.content === undefined)
        expect(resultOf(result, whose)).toMatchObject(expected.call ?? { text: 'said' })
      else expect(result.content).toEqual(expected.content)
    }
    const { offers } = session
    if (expected.resources !== undefined) expect(await offers.resources()).toMatchObject(expected.resources)
    if (expected.read !== undefined) expect(await offers.read('a:b', undefined)).toMatchObject(expected.read)
    if (expected.prompts !== undefined)
      expect((await offers.prompts()).prompts).toMatchObject(expected.prompts)
    if (expected.prompt !== undefined) expect(await offers.prompt('p', {})).toMatchObject(expected.prompt)
    if (expected.complete !== undefined)
      expect(
        await offers.complete({ target: { kind: 'prompt', name: 'p' }, argument: 'a', value: '' }),
      ).toMatchObject(expected.complete)
    if (expected.leftOut !== undefined) expect(leftOut.toSorted()).toEqual(expected.leftOut.toSorted())
    if (expected.progress !== undefined) expect(progress).toMatchObject(expected.progress)
    if (expected.questions !== undefined) expect(questions).toMatchObject(expected.questions)
    for (const line of expected.log ?? [])
      await expect.poll(() => log.tail(), { timeout: 20_000 }).toContain(line)
  })
})
