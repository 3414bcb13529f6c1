import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchSleep } from './sleep-watch.ts'

describe('a machine that sleeps', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is noticed once it is awake, and a busy one is not', () => {
    const onWake = vi.fn()
    const stop = watchSleep({ now: () => new Date(), onWake })
    vi.advanceTimersByTime(10 * 60_000)
    // The timer is late, as on a busy machine.
    vi.setSystemTime(Date.now() + 50_000)
    vi.advanceTimersByTime(30_000)
    expect(onWake).not.toHaveBeenCalled()

    // Nothing runs while it sleeps; only its clock goes on.
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(onWake).not.toHaveBeenCalled()
    vi.advanceTimersByTime(30_000)
    expect(onWake).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(10 * 60_000)
    expect(onWake).toHaveBeenCalledOnce()

    stop()
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(onWake).toHaveBeenCalledOnce()
  })
})
