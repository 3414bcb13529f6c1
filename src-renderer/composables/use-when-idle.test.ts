import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useWhenIdle } from './use-when-idle.ts'

/** Milliseconds left of each frame. */
let left = 16

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  left = 16
  vi.stubGlobal('requestIdleCallback', (work: IdleRequestCallback) =>
    setTimeout(() => work({ didTimeout: false, timeRemaining: () => left }), 20),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const start = (ready: () => boolean) => {
  const scope = effectScope()
  const idle = scope.run(() => useWhenIdle(ready))
  return { scope, is: () => idle?.value }
}

it('lets one after the other have its turn, once there is time', () => {
  const waiting = [start(() => true), start(() => true), start(() => true)]
  const done = (): (boolean | undefined)[] => waiting.map((one) => one.is())
  expect(done()).toEqual([false, false, false])
  vi.advanceTimersByTime(20)
  expect(done()).toEqual([true, false, false])
  waiting[1]?.scope.stop()
  vi.advanceTimersByTime(20)
  expect(done()).toEqual([true, false, true])
})

it('waits while frames are full, but not for ever', () => {
  left = 2
  const one = start(() => true)
  vi.advanceTimersByTime(900)
  expect(one.is()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(one.is()).toBe(true)
})

it('is taken back when what it waits for is', async () => {
  const ready = ref(true)
  const one = start(() => ready.value)
  vi.advanceTimersByTime(20)
  expect(one.is()).toBe(true)
  ready.value = false
  await nextTick()
  expect(one.is()).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(one.is()).toBe(false)
})
