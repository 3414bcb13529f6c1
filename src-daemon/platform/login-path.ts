import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runToEnd } from './processes.ts'

/** Marks the output, because a shell may print a greeting before and after it. */
const MARK = '__satchel_path__'
/** Longer than the slowest shell profile people put up with. */
const TIMEOUT_MS = 5_000

/**
 * `PATH` as this user's login shell sets it; a program started from the desktop gets a shorter one. Null on Windows,
 * which has no such difference, and if the shell does not answer in time.
 */
export const loginPath = async (
  env: NodeJS.ProcessEnv,
  { platform = process.platform, timeoutMs = TIMEOUT_MS } = {},
): Promise<string | null> => {
  if (platform === 'win32') return null
  const { output } = await runToEnd(
    {
      command: env['SHELL'] ?? '/bin/sh',
      // Interactive too, because most version managers set `PATH` in the file for interactive shells.
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

/**
 * `path` and the usual folders of programs: a program started from the desktop gets a shorter `PATH` than a terminal.
 */
export const searchPath = (path: string, home: string): string =>
  [path, join(home, '.local', 'bin'), '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/bin'].join(
    delimiter,
  )
