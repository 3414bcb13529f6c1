import { dayOf } from './retention.ts'

/** Starting the app has the computer for itself first. */
const AFTER_START_MS = 2 * 60 * 1000
const EVERY_MS = 5 * 60 * 1000
/** After a failure, for example on a full disk. */
const RETRY_MS = 60 * 60 * 1000
/** A daemon that is never idle still makes one. */
const PATIENCE_MS = 2 * 60 * 60 * 1000

export interface ScheduleDeps {
  readonly now: () => Date
  /** Whether daily backups are on. */
  readonly isOn: () => boolean
  /** When the last one was made, daily or by hand; null if there is none. */
  readonly last: () => Date | null
  /** Whether an answer is in progress. */
  readonly isBusy: () => boolean
  /** Resolves in any case; false if it failed. */
  readonly make: () => Promise<boolean>
}

/** Decides when the daily backup is made: once a day while idle, and after a day off as soon as the daemon is idle. */
export const createSchedule = ({ now, isOn, last, isBusy, make }: ScheduleDeps) => {
  let timer: NodeJS.Timeout | undefined
  let dueSince: number | null = null
  let notBefore = 0

  /** Makes one if it is time. */
  const look = async (): Promise<void> => {
    const at = now()
    const before = last()
    const isDue = isOn() && at.getTime() >= notBefore && (before === null || dayOf(before) !== dayOf(at))
    if (!isDue) {
      dueSince = null
      return
    }
    dueSince ??= at.getTime()
    if (isBusy() && at.getTime() - dueSince < PATIENCE_MS) return
    dueSince = null
    if (!(await make())) notBefore = now().getTime() + RETRY_MS
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
    start: () => {
      wait(AFTER_START_MS)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
