const MINUTE_MS = 60_000
/** The longest a timer can wait, about 24 days. */
const MAX_MS = 2 ** 31 - 1

/** Counts the time without use. */
export interface AutoLock {
  /** 0 = never. The count begins anew when the time changes. */
  setMinutes(minutes: number): void
  /** Begins the count, or begins it anew. */
  restart(): void
  stop(): void
  /** Whether the time has passed, though the timer may not have fired yet: timers stand still while a machine sleeps. */
  isOver(): boolean
  /** When the time will have passed; null when nothing is counted. */
  endsAt(): Date | null
}

/**
 * Calls `lock` after a set time without use. Two clocks count, and the first one to say so decides: the timer, which a change of
 * the system's time does not move, and the system's time, which goes on while the machine sleeps. Keeps no process alive.
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
