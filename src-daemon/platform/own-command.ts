import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appRoot } from './app.ts'
import { shellWord } from '../text/shell-word.ts'

/** The script of the `satchel` command, of this checkout or installed app. */
export const cliEntry = (): string => {
  const built = join(appRoot, 'out', 'main', 'cli.js')
  return existsSync(built) ? built : join(appRoot, 'src-daemon', 'cli', 'index.ts')
}

/**
 * How a person types the `satchel` command here. The program that started this process may know a shorter way (`SATCHEL_COMMAND`, handed
 * down from `npm start` or the command itself); the Node of this process with the command's script always works.
 */
export const ownCommandIn = (env: NodeJS.ProcessEnv): string =>
  env['SATCHEL_COMMAND'] ?? [process.execPath, cliEntry()].map(shellWord).join(' ')
