import { dayOf } from './retention.ts'

/** Starting the app has the computer for itself first. */
const AFTER_START_MS = 2 * 60 * 1000
const EVERY_MS = 5 * 60 * 1000
/** After one that failed, as with a full disk. */
const RETRY_MS = 60 * 60 * 1000
/** Who is never idle gets one all the same. */
const PATIENCE_MS = 2 * 60 * 60 * 1000

export interface ScheduleDeps {
  readonly now: () => Date
  /** Whether one is made every day at all. */
  readonly isOn: () => boolean
  /** When the last one was made, whoever asked for it; null if there is none. */
  readonly last: () => Date | null
  /** Whether somebody waits for an answer. */
  readonly isBusy: () => boolean
  /** Resolves in any case; false if it failed. */
  readonly make: () => Promise<boolean>
}

/** Decides when the backup of a day is made: once a day, when nobody waits for anything, and after a day off as soon as that is so. */
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
