import { setTimeout as pause } from 'node:timers/promises'
import { SatchelError } from '../platform/errors.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { dataPaths } from '../platform/paths.ts'
import { isRunning } from '../platform/processes.ts'
import { findDaemon } from './address.ts'

const STOP_TIMEOUT_MS = 15_000

/**
 * Stops the daemon of a data directory, of any version: sends SIGTERM to its process id and waits until it is gone.
 * With `pid`, only if it is that process, because another one may have taken its place. False when there was nothing to
 * stop. Errors: `daemon_unreachable` when it does not end.
 */
export const stopDaemon = async (env: NodeJS.ProcessEnv, pid?: number): Promise<boolean> => {
  const paths = dataPaths(env)
  // A crashed daemon leaves its descriptor behind, and its process id may belong to another process by now: only stop
  // what answers.
  if ((await findDaemon(paths)) === null) return false
  const running = readDescriptor(paths)?.pid
  if (running === undefined || (pid !== undefined && running !== pid)) return false
  if (!sendStop(running)) return false
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isRunning(running)) {
    if (Date.now() > deadline)
      throw new SatchelError('daemon_unreachable', {
        params: { problem: `process ${String(running)} did not end within 15 seconds` },
      })
    await pause(20)
  }
  return true
}

/** False when the process ended just before, by itself or because another client stopped it. */
const sendStop = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGTERM')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
