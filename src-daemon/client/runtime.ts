import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appRoot } from '../platform/app.ts'
import type { DaemonRuntime } from './ensure.ts'

/** The daemon as this Node would run it: the built one if there is one, else its source. */
export const ownRuntime = (): DaemonRuntime => {
  const built = join(appRoot, 'out', 'main', 'daemon.js')
  return {
    nodePath: process.execPath,
    daemonEntry: existsSync(built) ? built : join(appRoot, 'src-daemon', 'main.ts'),
  }
}
