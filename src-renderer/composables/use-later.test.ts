import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useLater } from './use-later.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('later', () => {
  it('comes frames after it is ready, at once where it always was, and not if it no longer is', async () => {
    const scope = effectScope()
    const ready = ref(false)
    const [later, always] = scope.run(() => [useLater(() => ready.value, 2), useLater(() => true, 2)]) ?? []
    expect([later?.value, always?.value]).toEqual([false, true])
    const turn = async (is: boolean) => {
      ready.value = is
      await nextTick()
    }
    const frames = (count: number) => {
      for (let at = 0; at < count; at += 1) vi.advanceTimersToNextFrame()
      return later?.value
    }
    await turn(true)
    expect([frames(2), frames(1)]).toEqual([false, true])
    await turn(false)
    expect(later?.value).toBe(false)
    await turn(true)
    frames(1)
    await turn(false)
    expect(frames(9)).toBe(false)
    await turn(true)
    scope.stop()
    expect(frames(9)).toBe(false)
  })
})
