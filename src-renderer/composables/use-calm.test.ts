import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useCalm } from './use-calm.ts'

describe('a question that has just appeared', () => {
  const scope = effectScope()
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    scope.stop()
    vi.useRealTimers()
  })

  it('is agreed to after half a second, and after another once it has changed', async () => {
    const open = ref(false)
    const calm = scope.run(() => useCalm(() => open.value))
    expect(calm?.value).toBe(false)
    vi.advanceTimersByTime(499)
    expect(calm?.value).toBe(false)
    vi.advanceTimersByTime(1)
    expect(calm?.value).toBe(true)

    open.value = true
    await nextTick()
    expect(calm?.value).toBe(false)
    vi.advanceTimersByTime(300)
    open.value = false
    await nextTick()
    vi.advanceTimersByTime(300)
    expect(calm?.value).toBe(false)
    vi.advanceTimersByTime(200)
    expect(calm?.value).toBe(true)
  })
})
