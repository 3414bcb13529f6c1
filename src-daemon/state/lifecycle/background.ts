import type { PurgeReport } from '../../contract/state-lifecycle.ts'

/** The first run waits until the app has opened and is in use. */
const FIRST_MS = 60_000
const EVERY_MS = 15 * 60_000
/** A run works this long at a time, and leaves the rest of the time to other work. */
const SLICE_MS = 8
const PAUSE_MS = 40

/** Background work; it doesn't keep the process alive. */
export interface Background {
  /** Starts it, once. `report` receives failures; the next run retries. */
  start(report: (problem: unknown) => void): void
  stop(): void
}

/** Runs `steps` from time to time, a slice at a time, so that nothing has to wait for it. */
export const createBackground = (
  steps: (stepMs: number) => Generator<PurgeReport>,
  times = { first: FIRST_MS, every: EVERY_MS, slice: SLICE_MS, pause: PAUSE_MS },
): Background => {
  let timer: NodeJS.Timeout | undefined
  let report: ((problem: unknown) => void) | undefined

  const schedule = (ms: number, work: () => void): void => {
    if (report === undefined) return
    timer = setTimeout(work, ms)
    timer.unref()
  }

  const run = (): void => {
    slice(steps(times.slice))
  }

  const slice = (rest: Generator<PurgeReport>): void => {
    const until = performance.now() + times.slice
    try {
      while (performance.now() < until)
        if (rest.next().done === true) {
          schedule(times.every, run)
          return
        }
    } catch (thrown) {
      report?.(thrown)
      schedule(times.every, run)
      return
    }
    schedule(times.pause, () => {
      slice(rest)
    })
  }

  return {
    start: (to) => {
      if (report !== undefined) return
      report = to
      schedule(times.first, run)
    },
    stop: () => {
      report = undefined
      clearTimeout(timer)
    },
  }
}
