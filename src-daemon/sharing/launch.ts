import { cliEntry } from '../platform/own-command.ts'

/** The command with which another program starts the bridge to this one. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The command for `satchel mcp` with this data directory, run by the Node that runs this process. */
export const bridgeLaunch = (env: NodeJS.ProcessEnv): Launch => {
  const home = env['SATCHEL_HOME']
  return {
    command: process.execPath,
    args: [cliEntry(), 'mcp'],
    env: home === undefined ? {} : { SATCHEL_HOME: home },
  }
}
