import { SatchelError } from '../platform/errors.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { dataPaths } from '../platform/paths.ts'
import { isRunning } from '../platform/processes.ts'
import { findDaemon } from './address.ts'

const STOP_TIMEOUT_MS = 15_000

/**
 * Stops the daemon of a data directory, of whatever version: by its process id, with SIGTERM, and waits until it is gone.
 * False when none was running. Errors: `daemon_unreachable` when it does not end.
 */
export const stopDaemon = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const paths = dataPaths(env)
  const descriptor = readDescriptor(paths)
  // A crashed daemon leaves its descriptor behind and its process id may be somebody else's by now: only stop what answers.
  if (descriptor === null || (await findDaemon(paths)) === null) return false
  process.kill(descriptor.pid, 'SIGTERM')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isRunning(descriptor.pid)) {
    if (Date.now() > deadline)
      throw new SatchelError('daemon_unreachable', {
        params: { problem: `process ${String(descriptor.pid)} did not end within 15 seconds` },
      })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
