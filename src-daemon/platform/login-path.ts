import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runToEnd } from './processes.ts'

/** A shell's own greeting may stand before and after. */
const MARK = '__satchel_path__'
/** Longer than the slowest profile of a person who still opens terminals. */
const TIMEOUT_MS = 5_000

/**
 * `PATH` as the login shell of this user sets it, for a program started from a desktop is told less. Null on Windows, where there is no
 * such difference, and where the shell does not say in time.
 */
export const loginPath = async (
  env: NodeJS.ProcessEnv,
  { platform = process.platform, timeoutMs = TIMEOUT_MS } = {},
): Promise<string | null> => {
  if (platform === 'win32') return null
  const { output } = await runToEnd(
    {
      command: env['SHELL'] ?? '/bin/sh',
      // Interactive too: version managers of languages mostly stand in the file for that.
      args: ['-l', '-i', '-c', `printf '%s%s%s' '${MARK}' "$PATH" '${MARK}'`],
      env: Object.fromEntries(
        ['HOME', 'USER', 'LOGNAME', 'LANG', 'TERM', 'XDG_CONFIG_HOME', 'ZDOTDIR', 'PATH'].flatMap((name) => {
          const value = env[name]
          return value === undefined ? [] : [[name, value]]
        }),
      ),
      cwd: homedir(),
    },
    { timeoutMs },
  )
  const path = output.split(MARK)[1]
  return path === undefined || path === '' ? null : path
}

/** Where programs are looked for besides: a program started from a desktop is told less of it than a terminal is. */
export const searchPath = (path: string, home: string): string =>
  [path, join(home, '.local', 'bin'), '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'].join(
    delimiter,
  )
