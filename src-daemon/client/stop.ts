import { setTimeout as pause } from 'node:timers/promises'
import { SatchelError } from '../platform/errors.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { dataPaths } from '../platform/paths.ts'
import { isRunning } from '../platform/processes.ts'
import { findDaemon } from './address.ts'

/** It ends by itself within 5 seconds; a stuck one is left to its crash-safe store. */
const STOP_TIMEOUT_MS = 15_000
const KILL_TIMEOUT_MS = 5_000

/**
 * Stops the daemon of a data directory, of any version: sends SIGTERM to its process id, waits until it is gone, and kills it
 * if it isn't after `timeoutMs`. With `pid`, only if it is that process, because another one may have taken its place. False
 * when there was nothing to stop. Errors: `daemon_unreachable` when it can't even be killed.
 */
export const stopDaemon = async (
  env: NodeJS.ProcessEnv,
  pid?: number,
  timeoutMs = STOP_TIMEOUT_MS,
): Promise<boolean> => {
  const paths = dataPaths(env)
  // A crashed daemon leaves its descriptor behind, and its process id may belong to another process by now: only stop
  // what answers.
  if ((await findDaemon(paths)) === null) return false
  const running = readDescriptor(paths)?.pid
  if (running === undefined || (pid !== undefined && running !== pid)) return false
  if (!send(running, 'SIGTERM')) return false
  const isThere = () => isRunning(running)
  if (await endsWithin(timeoutMs, isThere)) return true
  // Its last threads hold its socket for a moment after its first one is gone.
  const answers = async () =>
    isThere() || (readDescriptor(paths)?.pid === running && (await findDaemon(paths)) !== null)
  if (!send(running, 'SIGKILL') || (await endsWithin(KILL_TIMEOUT_MS, answers))) return true
  throw new SatchelError('daemon_unreachable', {
    params: { problem: `process ${String(running)} can’t be ended` },
  })
}

const endsWithin = async (ms: number, isThere: () => boolean | Promise<boolean>): Promise<boolean> => {
  const deadline = Date.now() + ms
  while (await isThere()) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** False when the process ended just before, by itself or because another client stopped it. */
const send = (pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean => {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
