import { dayOf } from './retention.ts'

/** Starting the app has the computer for itself first. */
const AFTER_START_MS = 2 * 60 * 1000
const EVERY_MS = 5 * 60 * 1000
/** After a failure, for example on a full disk. */
const RETRY_MS = 60 * 60 * 1000
/** A daemon that is never idle still makes one. */
const PATIENCE_MS = 2 * 60 * 60 * 1000
/** None for so long is worth a word, */
const OVERDUE_MS = 2 * 24 * 60 * 60 * 1000
/** unless it was just the time to make one, as after days off. */
const GRACE_MS = 15 * 60 * 1000

export interface ScheduleDeps {
  readonly now: () => Date
  /** Whether daily backups are on. */
  readonly isOn: () => boolean
  /** When those that are there were made, daily or by hand. */
  readonly earlier: () => readonly Date[]
  /** Whether an answer is in progress. */
  readonly isBusy: () => boolean
  /** Resolves in any case; false if it failed. */
  readonly make: () => Promise<boolean>
  /** Told after a look that found something else than the one before. */
  readonly onOverdue: () => void
}

/** Decides when the daily backup is made: once a day while idle, and after a day off as soon as the daemon is idle. */
export const createSchedule = ({ now, isOn, earlier, isBusy, make, onOverdue }: ScheduleDeps) => {
  let timer: NodeJS.Timeout | undefined
  let dueSince: number | null = null
  let notBefore = 0
  let wasOverdue = false

  const makeIfDue = async (): Promise<void> => {
    const at = now()
    if (!isOn() || earlier().some((one) => dayOf(one) === dayOf(at))) {
      dueSince = null
      return
    }
    // What was noted while the clock was ahead doesn't hold until its time has come.
    dueSince = Math.min(dueSince ?? Infinity, at.getTime())
    notBefore = Math.min(notBefore, at.getTime() + RETRY_MS)
    if (at.getTime() < notBefore) return
    if (isBusy() && at.getTime() - Math.max(dueSince, notBefore) < PATIENCE_MS) return
    if (await make()) dueSince = null
    else notBefore = now().getTime() + RETRY_MS
  }

  /** Whether there was none for more than two days, and the next one is late. */
  const isOverdue = (): boolean => {
    if (dueSince === null || !isOn()) return false
    const at = now().getTime()
    const before = earlier().flatMap((one) => (one.getTime() <= at ? [one.getTime()] : []))
    return (
      at - dueSince >= GRACE_MS && at - Math.max(...(before.length === 0 ? [dueSince] : before)) >= OVERDUE_MS
    )
  }

  /** Makes one if it is time. */
  const look = async (): Promise<void> => {
    await makeIfDue()
    if (isOverdue() === wasOverdue) return
    wasOverdue = !wasOverdue
    onOverdue()
  }

  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      void look().finally(() => {
        if (timer !== undefined) wait(EVERY_MS)
      })
    }, ms)
    timer.unref()
  }

  return {
    look,
    isOverdue,
    start: () => {
      wait(AFTER_START_MS)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
