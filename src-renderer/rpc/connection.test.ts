import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_VERSION, createConnection, type ConnectionStatus } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const connection = () => {
  const made = createConnection({ url: () => 'ws://127.0.0.1:1/rpc/renderer' })
  const seen: ConnectionStatus['kind'][] = []
  made.onStatus(({ kind }) => seen.push(kind))
  return { made, seen }
}

describe('the line to the daemon', () => {
  it('names its protocol in its address', async () => {
    const { made } = connection()
    const url = new URL(await made.nextAttempt())
    expect(Object.fromEntries(url.searchParams)).toEqual({ protocol: '1', version: APP_VERSION })
  })

  it('tries at once, then waits longer each time, and says when it will try again', async () => {
    const { made } = connection()
    await made.nextAttempt()
    made.closed(1006, '')
    const second = made.nextAttempt()
    expect(made.status()).toMatchObject({ kind: 'waiting', nextAt: Date.now() + 400 })
    await vi.advanceTimersByTimeAsync(400)
    await second
    made.closed(1006, '')
    void made.nextAttempt()
    expect(made.status()).toMatchObject({ kind: 'waiting', nextAt: Date.now() + 1000 })
  })

  it('tries now when asked to', async () => {
    const { made } = connection()
    await made.nextAttempt()
    made.closed(1006, '')
    const second = made.nextAttempt()
    made.retry()
    await second
    expect(made.status().kind).toBe('connecting')
  })

  it('stops at another version, with what the daemon said, until asked to try again', async () => {
    const { made } = connection()
    await made.nextAttempt()
    made.closed(4001, JSON.stringify({ code: 'version_mismatch', params: { client: '1', daemon: '2' } }))
    let tried = false
    void made.nextAttempt().then(() => {
      tried = true
    })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tried).toBe(false)
    expect(made.status()).toEqual({
      kind: 'refused',
      code: 'version_mismatch',
      params: { client: '1', daemon: '2' },
    })
    made.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(tried).toBe(true)
  })

  it('does not try again when its session has ended, and keeps why', async () => {
    const { made } = connection()
    await made.nextAttempt()
    made.opened()
    made.closed(4005, JSON.stringify({ code: 'session_ended', params: { why: 'idle' } }))
    let tried = false
    void made.nextAttempt().then(() => {
      tried = true
    })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tried).toBe(false)
    expect(made.status()).toEqual({ kind: 'refused', code: 'session_ended', params: { why: 'idle' } })
  })

  it('starts over after it was open', async () => {
    const { made, seen } = connection()
    await made.nextAttempt()
    made.opened()
    made.closed(1006, 'not json')
    await made.nextAttempt()
    expect(seen).toEqual(['connecting', 'connecting', 'open', 'connecting', 'connecting'])
  })
})
