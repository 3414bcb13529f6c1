import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appRoot } from '../platform/app.ts'

/** The command with which another program starts the bridge to this one. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The command for `satchel mcp` with this data directory, run by the Node that runs this process. */
export const bridgeLaunch = (env: NodeJS.ProcessEnv): Launch => {
  const built = join(appRoot, 'out', 'main', 'cli.js')
  const entry = existsSync(built) ? built : join(appRoot, 'src-daemon', 'cli', 'index.ts')
  const home = env['SATCHEL_HOME']
  return {
    command: process.execPath,
    args: [entry, 'mcp'],
    env: home === undefined ? {} : { SATCHEL_HOME: home },
  }
}
