const MINUTE_MS = 60_000
/** The longest a timer can wait, about 24 days. */
const MAX_MS = 2 ** 31 - 1

/** Measures the time without use. */
export interface AutoLock {
  /** 0 = never. A change restarts the count. */
  setMinutes(minutes: number): void
  /** Starts or restarts the count. */
  restart(): void
  stop(): void
  /**
   * Whether the time is over, even if the timer has not fired yet: timers stand still while a machine sleeps.
   */
  isOver(): boolean
  /** When the time will be over; null if nothing is counted. */
  endsAt(): Date | null
}

/**
 * Calls `lock` after a set time without use. Two clocks count, and the first to reach the time decides: the
 * timer, which ignores changes of the system time, and the system time, which goes on while the machine
 * sleeps. It keeps no process alive.
 */
export const createAutoLock = ({
  now,
  lock,
}: {
  readonly now: () => Date
  readonly lock: () => void
}): AutoLock => {
  let limitMs = 0
  let begun: number | null = null
  let timer: NodeJS.Timeout | undefined

  const restart = (): void => {
    clearTimeout(timer)
    begun = now().getTime()
    if (limitMs > 0) timer = setTimeout(lock, limitMs).unref()
  }

  const setMinutes = (minutes: number): void => {
    const next = Math.min(Math.max(0, minutes) * MINUTE_MS, MAX_MS)
    if (next === limitMs) return
    limitMs = next
    if (begun !== null) restart()
  }

  const endsAt = (): Date | null => (begun === null || limitMs === 0 ? null : new Date(begun + limitMs))

  return {
    setMinutes,
    restart,
    stop: () => {
      clearTimeout(timer)
      begun = null
    },
    isOver: () => {
      const end = endsAt()
      return end !== null && now() >= end
    },
    endsAt,
  }
}
