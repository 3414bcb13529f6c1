import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'
import { createServerLog } from '../transports/server-log.ts'
import { SESSION_TIMES } from './times.ts'
import { createTestSessions } from '../testing/sessions.ts'
import type { ServerProgress } from './types.ts'

const sessions = createTestSessions()
afterEach(() => sessions.end())
afterAll(() => {
  sessions.remove()
})
const whose = { server: 'x', tool: 'act' }

const start = async (mode: string, times: Partial<typeof SESSION_TIMES> = {}) => {
  const log = createServerLog(() => new Date())
  const session = await sessions.open([sessions.fixture('tasking-server.mjs'), mode], {
    log,
    times: { ...SESSION_TIMES, graceMs: 500, ...times },
  })
  await session.tools()
  const progress: ServerProgress[] = []
  const act = (signal = new AbortController().signal) =>
    session.call('act', {}, { signal, onProgress: (one) => progress.push(one) })
  return { log, progress, act, session }
}

describe('a tool that only runs as a task', () => {
  it('is asked how far it is until it is done', async () => {
    const { act, progress, log } = await start('works')
    expect(resultOf(await act(), whose)).toEqual({ text: 'it is done' })
    expect(progress.map(({ message }) => message)).toEqual(['after 0', 'after 1', 'after 2', 'after 3'])
    expect(log.tail()).toContain('as a task: true')
  })

  it('fails as its result says', async () => {
    const { act } = await start('fails')
    const failed = await act()
    expect(() => resultOf(failed, whose)).toThrow('server_tool_failed')
  })

  it('is given up where the server knows nothing of it', async () => {
    const { act } = await start('forgets')
    await expect(act()).rejects.toMatchObject({ code: 'server_refused' })
  })

  it('may answer at once all the same', async () => {
    const { act } = await start('no_task')
    expect(resultOf(await act(), whose)).toEqual({ text: 'done at once' })
  })

  it('that never ends is cancelled at the time limit of a call, and when the caller stops waiting', async () => {
    const { act, log, session } = await start('endless', { totalMs: 500 })
    await expect(act()).rejects.toMatchObject({ code: 'server_silent' })
    await expect.poll(() => log.tail().match(/cancelled/g)?.length, { timeout: 20_000 }).toBe(1)
    const stopping = new AbortController()
    const stopped = act(stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    expect(await session.tools()).toHaveLength(1)
  })
})
