const LOOK_EVERY_MS = 30_000
/** Later than any timer of a busy machine. */
const LATE_MS = 60_000

/**
 * Notices that the machine has slept: timers stood still while the system's time went on. Calls `onWake` up to half a
 * minute after the end of a sleep that took longer than a minute. Keeps no process alive. Returns a function that stops it.
 */
export const watchSleep = ({ now, onWake }: { now: () => Date; onWake: () => void }): (() => void) => {
  let before = now().getTime()
  const timer = setInterval(() => {
    const at = now().getTime()
    const late = at - before - LOOK_EVERY_MS
    before = at
    if (late > LATE_MS) onWake()
  }, LOOK_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
  }
}
