import { isRunning } from './processes.ts'

const LOOK_MS = 500

/**
 * Resolves when the parent process has ended, for whatever reason; never if there is no parent to wait for. Waiting
 * does not keep the process alive.
 */
export const parentEnded = (): Promise<void> =>
  new Promise((resolve) => {
    const parent = process.ppid
    if (parent <= 1) return
    const timer = setInterval(() => {
      // Most systems give an orphan another parent. Elsewhere the id stays, and no process has it.
      if (process.ppid === parent && isRunning(parent)) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
    timer.unref()
  })
