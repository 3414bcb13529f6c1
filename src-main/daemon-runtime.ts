import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DaemonRuntime } from '../src-daemon/client/index.ts'

/**
 * The Node binary and the script that run a daemon. The packaged app ships a Node of its own, because its executable
 * must not act as one; the daemon's files are outside the archive, where that Node can read them.
 */
export const daemonRuntime = (place: {
  readonly packaged: boolean
  readonly platform: NodeJS.Platform
  /** Directory of the app's `package.json`. */
  readonly appRoot: string
  /** `process.resourcesPath` of a packaged app. */
  readonly resourcesPath: string
}): DaemonRuntime => {
  const executable = place.platform === 'win32' ? 'node.exe' : 'node'
  if (place.packaged) {
    return {
      nodePath: join(place.resourcesPath, 'node', executable),
      daemonEntry: join(place.resourcesPath, 'daemon', 'out', 'main', 'daemon.js'),
    }
  }
  const built = join(place.appRoot, 'out', 'main', 'daemon.js')
  return {
    nodePath: join(place.appRoot, 'node_modules', 'node', 'bin', executable),
    daemonEntry: existsSync(built) ? built : join(place.appRoot, 'src-daemon', 'main.ts'),
  }
}
