import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCallTimeout } from './call-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('runs out without a sign of life, and after a while altogether', async () => {
  const silent = createCallTimeout({ idleMs: 100, totalMs: 1000 })
  await pass(99)
  expect(silent.signal.aborted).toBe(false)
  await pass(1)
  expect(silent.signal.aborted).toBe(true)
  await expect(silent.ended).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })

  const chatty = createCallTimeout({ idleMs: 100, totalMs: 1000 })
  for (let spent = 0; spent < 950; spent += 50) {
    await pass(50)
    chatty.sign()
  }
  expect(chatty.signal.aborted).toBe(false)
  await pass(50)
  expect(chatty.signal.aborted).toBe(true)
})

it('does not count the person’s time, and continues with the time that was left', async () => {
  const callTimeout = createCallTimeout({ idleMs: 100, totalMs: 150 })
  await pass(90)
  const answered = Promise.withResolvers<string>()
  const held = callTimeout.hold(() => answered.promise)
  await pass(100_000)
  expect(callTimeout.signal.aborted).toBe(false)
  answered.resolve('yes')
  expect(await held).toBe('yes')
  await pass(59)
  expect(callTimeout.signal.aborted).toBe(false)
  await pass(1)
  expect(callTimeout.signal.aborted).toBe(true)
  callTimeout.stop()
})
