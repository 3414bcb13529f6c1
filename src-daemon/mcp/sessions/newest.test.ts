import { pathToFileURL } from 'node:url'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'
import { createServerLog } from '../transports/server-log.ts'
import type { Session } from './session.ts'
import { SESSION_TIMES } from './times.ts'
import { createTestSessions } from '../testing/sessions.ts'
import type { SamplingRequest } from '../../contract/servers.ts'

const sessions = createTestSessions()
afterEach(() => sessions.end())
afterAll(() => {
  sessions.remove()
})
const server = sessions.fixture('newest-server.mjs')
const call = async (
  session: Session,
  tool: string,
  onSampling?: (request: SamplingRequest) => Promise<{ model: string; text: string; cut: boolean } | null>,
) => {
  const signal = new AbortController().signal
  return resultOf(await session.call(tool, {}, { signal, onSampling }), { server: 'x', tool })
}

describe('a server of the newest protocol', () => {
  it('may ask a model if its owner allows it, within the limit', async () => {
    const session = await sessions.open([server], {
      allowed: { sampling: true, logLevel: null, timeoutSeconds: null, appOrigins: [] },
    })
    expect(session.server.protocol).toBe('2026-07-28')
    const asked: SamplingRequest[] = []
    const answered = await call(session, 'thinks', (request) => {
      asked.push(request)
      return Promise.resolve({ model: 'small', text: 'Well.', cut: true })
    })
    expect(asked).toEqual([
      { system: 'Be brief.', messages: [{ role: 'user', text: 'How are you?' }], maxTokens: 4096 },
    ])
    expect(JSON.stringify(answered)).toMatch(/"text":"Well\.".*maxTokens/)
  })

  it('gets no answer if the person declined, is absent, or cannot be shown the request', async () => {
    const log = createServerLog(() => new Date())
    const session = await sessions.open([server], {
      log,
      allowed: { sampling: true, logLevel: null, timeoutSeconds: null, appOrigins: [] },
    })
    await expect(call(session, 'thinks', () => Promise.resolve(null))).rejects.toThrow(/did not let a model/)
    await expect(call(session, 'thinks')).rejects.toThrow(/did not let a model/)
    const asked: SamplingRequest[] = []
    const looking = call(session, 'looks', (request) => {
      asked.push(request)
      return Promise.resolve(null)
    })
    await expect(looking).rejects.toThrow(/did not let a model/)
    expect(asked).toEqual([])
    expect(log.tail()).toContain('cannot be shown')
  })

  it('is not offered a model unless its owner says so', async () => {
    const session = await sessions.open([server])
    const never = () => Promise.reject(new Error('asked all the same'))
    await expect(call(session, 'thinks', never)).rejects.toMatchObject({ code: 'server_wants_input' })
  })

  it('is given all the time where it starts slower than the question for its protocol waits', async () => {
    const strict = sessions.fixture('strict-server.mjs')
    const session = await sessions.open([strict], { times: { ...SESSION_TIMES, probeMs: 1 } })
    expect(session.server.protocol).toBe('2026-07-28')
  })

  it('is told the folders it was granted', async () => {
    const granted = join(sessions.folder, 'granted')
    mkdirSync(granted)
    const session = await sessions.open([server], { write: [granted] })
    expect(JSON.stringify(await call(session, 'where'))).toContain(pathToFileURL(granted).href)
  })

  it('logs as severely as its owner wants to hear', async () => {
    const log = createServerLog(() => new Date())
    const session = await sessions.open([server], {
      log,
      allowed: { sampling: false, logLevel: 'warning', timeoutSeconds: null, appOrigins: [] },
    })
    await call(session, 'logs')
    await expect.poll(() => log.tail(), { timeout: 20_000 }).toContain('[error] parts: {"what":"broken"}')
    expect(log.tail()).not.toContain('nobody wants')
  })

  it('offers resources, templates and prompts', async () => {
    const { offers } = await sessions.open([server])
    expect(await offers.resources()).toMatchObject({
      resources: [{ uri: 'note:///fixed', title: 'A note' }],
      templates: [{ uriTemplate: 'note:///{day}', variables: ['day'] }],
    })
    expect(await offers.read('note:///{day}', { day: 'monday' })).toMatchObject({
      contents: [{ text: 'of monday' }],
    })
    const completed = await offers.complete({
      target: { kind: 'template', uriTemplate: 'note:///{day}' },
      argument: 'day',
      value: 'tu',
    })
    expect(completed.values).toEqual(['tuesday'])
    expect(await offers.prompt('greet', { who: 'Ana' })).toMatchObject({
      messages: [{ content: { text: 'Greet Ana' } }],
    })
    const leave = await offers.watch('note:///fixed', () => undefined)
    await leave()
  })
})
