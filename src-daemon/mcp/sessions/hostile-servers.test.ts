import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { definitionOf } from '../records/definitions.ts'
import { resultOf } from './results.ts'
import { createServerLog } from '../transports/server-log.ts'
import { failureOf, act, useSessions } from './testing/sessions.ts'

const { home, openHostile, left, hostile } = useSessions()

/** Bytes in use here after garbage collection, without the system's own allocations, which vary with its load. */
const held = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // by the flag before
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('hostile servers', () => {
  it('answers like any other when it is not', async () => {
    const session = await openHostile('plain')
    expect(session.server).toEqual({ name: 'hostile', version: '1', protocol: '2025-06-18' })
    expect((await session.tools()).map(definitionOf)).toMatchObject([{ name: 'act', description: 'Acts.' }])
    expect(resultOf(await act(session, { what: 'this' }), { server: 'x', tool: 'act' })).toEqual({
      text: 'acted on this',
    })
  })

  it.each([
    { kind: 'sandboxed', unsandboxed: false },
    { kind: 'not sandboxed', unsandboxed: true },
  ])(
    'ignores the end of its input and every wish, and forks ($kind): it is ended with all it started',
    async ({ unsandboxed }) => {
      const session = await openHostile('forks', { unsandboxed })
      await expect.poll(() => left().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
      await session.close()
      await expect.poll(left, { timeout: 20_000 }).toEqual([])
      expect(await session.ended).toBeNull()
    },
  )

  it.each([
    ['flood', 'noise'],
    ['flood_messages', 'endless'],
    ['endless_line', 'message_too_long'],
  ])('writes a gigabyte (%s): it is ended, and little of it was held', async (mode, problem) => {
    const session = await openHostile(mode)
    const before = held()
    const failure = await failureOf(act(session))
    expect(failure).toMatchObject({
      code: 'server_misbehaved',
      params: { problem },
    })
    expect(await session.ended).toMatchObject({ code: 'server_misbehaved' })
    // Of a gigabyte it wrote, nothing stays here that one look at its output did not bring.
    await expect.poll(() => held() - before).toBeLessThan(8 * 1024 * 1024)
  })

  it.each([
    { mode: 'hungry', unsandboxed: false },
    { mode: 'hungry_child', unsandboxed: false },
    { mode: 'hungry', unsandboxed: true },
  ])('takes memory without end ($mode, $unsandboxed): it is ended with all it started', async (given) => {
    const session = await openHostile(given.mode, { unsandboxed: given.unsandboxed, memory: 192 })
    const hungry = { code: 'server_too_hungry', params: { server: 'test', limit: 192 } }
    expect(await failureOf(act(session))).toMatchObject(hungry)
    expect(await session.ended).toMatchObject(hungry)
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  })

  // In the sandbox, a system that counts the processes of a tree refuses to start more instead.
  it('starts processes without end: it is ended with all of them', async () => {
    const session = await openHostile('crowd', { unsandboxed: true })
    const crowded = { code: 'server_too_crowded', params: { server: 'test', limit: 1024 } }
    expect(await failureOf(act(session))).toMatchObject(crowded)
    expect(await session.ended).toMatchObject(crowded)
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  })

  it('never answers: the call is given up after a time without a sign of life', async () => {
    const session = await openHostile('silent', { times: { idleMs: 300 } })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_silent', params: { seconds: 0.3 } })
    // It still answers other things, so it goes on.
    expect(await session.tools()).toHaveLength(1)
  })

  it('hears nothing any more: it is ended after the grace', async () => {
    const session = await openHostile('deaf', { times: { idleMs: 300 } })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_silent' })
    expect(await session.ended).toMatchObject({ code: 'server_ended' })
  })

  it('hears nothing any more while the call is stopped: the caller waits for nothing, and it is ended', async () => {
    const log = createServerLog(() => new Date())
    const session = await openHostile('deaf', { log })
    const stopping = new AbortController()
    const call = failureOf(act(session, {}, stopping.signal))
    await expect.poll(() => log.tail(), { timeout: 20_000 }).toContain('deaf from now on')
    stopping.abort(new Error('stopped by the person'))
    expect(await call).toMatchObject({ message: 'stopped by the person' })
    expect(await session.ended).toMatchObject({ code: 'server_ended' })
  })

  it('takes long, and says so: progress keeps the call alive', async () => {
    const session = await openHostile('slow', { extra: '500', times: { idleMs: 3_000 } })
    expect(resultOf(await act(session), { server: 'x', tool: 'y' })).toEqual({ text: 'done after all' })
  })

  it('takes too long altogether, whatever it says', async () => {
    const session = await openHostile('slow', { extra: '200', times: { idleMs: 1000, totalMs: 500 } })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_silent' })
  })

  it('answers somebody else: the call gets nothing of it', async () => {
    const session = await openHostile('other_id', { times: { idleMs: 500 } })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_silent' })
  })

  it('answers in the wrong shape: the answer is read as intended', async () => {
    const session = await openHostile('wrong_shape')
    const result = await act(session)
    expect(() => resultOf(result, { server: 'x', tool: 'act' })).toThrow('no list')
  })

  it('answers with two megabytes: the result is cut, and says so', async () => {
    const session = await openHostile('huge')
    const { text, left_out: note } = resultOf(await act(session), { server: 'x', tool: 'act' })
    expect(String(text).length).toBeLessThan(1024 * 1024)
    expect(note).toEqual([expect.stringContaining('cut') as string])
  })

  it('answers nested beyond reason: the result is dropped', async () => {
    const session = await openHostile('nested')
    const failure = await failureOf(
      act(session).then((result) => resultOf(result, { server: 'x', tool: 'act' })),
    )
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^server_(result_too_large|answer_unreadable)$/) as string,
    })
  })

  it('answers nested beyond reason, and was given a secret to look for: that call fails', async () => {
    const log = createServerLog(() => new Date())
    log.hide('a secret it was given')
    const session = await openHostile('nested', { log })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_answer_unreadable' })
    expect(await session.tools()).toHaveLength(1)
  })

  it('fails, and says so', async () => {
    const session = await openHostile('fails')
    const result = await act(session)
    expect(() => resultOf(result, { server: 'x', tool: 'act' })).toThrow('the file is locked')
  })

  it('refuses, with its reason', async () => {
    const session = await openHostile('refuses')
    expect(await failureOf(act(session))).toMatchObject({
      code: 'server_refused',
      params: { problem: expect.stringContaining('what must be a string') as string },
    })
  })

  it('asks for a password while the user cannot be asked: it learns so without delay', async () => {
    const log = createServerLog(() => new Date())
    const session = await openHostile('asks', { log, times: { idleMs: 800 } })
    expect(await failureOf(act(session))).toMatchObject({ code: 'server_silent' })
    await expect.poll(() => log.tail(), { timeout: 20_000 }).toContain('"action":"cancel"')
  })

  it('ends in the middle of a call: the error has the exit code, the exact command and its output', async () => {
    const session = await openHostile('exits')
    const failure = await failureOf(act(session))
    const told = { params: { left: 'call_cut_off' }, details: { exitCode: 7 } }
    expect(failure).toMatchObject({ code: 'server_ended', ...told })
    expect(JSON.stringify((failure as { details: unknown }).details)).toContain(hostile)
    expect(await session.ended).toMatchObject({ code: 'server_ended' })
  })

  it('ends before it is ready: the error shows its complaint once, though it was started twice', async () => {
    expect(await failureOf(openHostile('complains'))).toMatchObject({
      params: { how: 'exit_code', exitCode: '3', left: 'no_call' },
      details: { stderr: expect.stringMatching(/^\$ .*\ncannot find my settings\nat line 3$/) as string },
    })
  })

  it('is never ready: starting is given up', async () => {
    const starting = openHostile('never_ready', { times: { startMs: 600, probeMs: 300 } })
    expect(await failureOf(starting)).toMatchObject({ code: 'server_silent' })
  })

  it('is never ready, and its caller stops waiting', async () => {
    const stopping = new AbortController()
    const starting = failureOf(openHostile('never_ready', { signal: stopping.signal }))
    setTimeout(() => {
      stopping.abort(new Error('never mind'))
    }, 300)
    expect(await starting).toMatchObject({ message: 'never mind' })
  })

  it('ends at the question for the newer protocol: it is started once more for the older', async () => {
    const session = await openHostile('old')
    expect(session.server.protocol).toBe('2025-06-18')
  })

  it('writes to its output what belongs elsewhere: that is shown, and does no harm', async () => {
    const log = createServerLog(() => new Date())
    const session = await openHostile('chatty', { log })
    expect(log.tail()).toContain('Starting up, please wait')
    expect(await session.tools()).toHaveLength(1)
  })

  it.skipIf(process.platform !== 'linux')(
    'looks around: it sees no key, no network and no environment of ours',
    async () => {
      const file = join(home, '.ssh', 'id_ed25519')
      mkdirSync(join(home, '.ssh'), { recursive: true })
      writeFileSync(file, 'the secret key')
      const session = await openHostile('snoops')
      const seen = resultOf(await act(session, { file }), { server: 'x', tool: 'act' })
      expect(seen).toEqual({
        env: ['HOME', 'LANG', 'NAMED', 'PATH', 'PWD', 'TMPDIR'],
        key: 'ENOENT',
        write: 'ENOENT',
        home: [],
        socket: 'ECONNREFUSED',
      })
      expect(readdirSync(join(home, '.ssh'))).toEqual(['id_ed25519'])
    },
  )
})
