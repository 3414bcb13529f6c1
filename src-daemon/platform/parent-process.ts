import { isRunning } from './processes.ts'

const LOOK_MS = 500

/**
 * Resolves when the process that started this one has ended, however it ended; never where there is none to wait for. Waiting keeps nothing
 * running.
 */
export const parentEnded = (): Promise<void> =>
  new Promise((resolve) => {
    const parent = process.ppid
    if (parent <= 1) return
    const timer = setInterval(() => {
      // An orphan is given another parent, where the system does so; elsewhere the number stays and stands for nobody.
      if (process.ppid === parent && isRunning(parent)) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
    timer.unref()
  })
