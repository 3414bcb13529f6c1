import { basename, dirname, isAbsolute, join } from 'node:path'
import { runToEnd } from '../platform/processes.ts'

const TIMEOUT_MS = 10_000

/**
 * The program behind a shim of a version manager (pyenv, rbenv, nodenv, asdf, mise): what `<manager> which <name>` says. A shim looks for its
 * manager when it is run, and in a sandbox there is none. The path itself where it is no shim, or where nobody says what stands behind it.
 */
export const behindShim = async (
  path: string,
  {
    home,
    isProgram,
    managers,
  }: {
    readonly home: string
    readonly isProgram: (path: string) => boolean
    /** Where a manager may be found by its name. */
    readonly managers: (name: string) => string | null
  },
): Promise<string> => {
  if (basename(dirname(path)) !== 'shims') return path
  const root = dirname(dirname(path))
  const name = basename(root).replace(/^\./, '')
  const own = join(root, 'bin', name)
  const manager = isProgram(own) ? own : managers(name)
  if (manager === null) return path
  const { output } = await runToEnd(
    {
      command: manager,
      args: ['which', basename(path)],
      env: {
        HOME: home,
        PATH: `${dirname(manager)}:/usr/local/bin:/usr/bin:/bin`,
        [`${name.toUpperCase()}_ROOT`]: root,
      },
      cwd: home,
    },
    { timeoutMs: TIMEOUT_MS },
  )
  const found = output.trim().split('\n')[0] ?? ''
  return isAbsolute(found) && isProgram(found) && basename(dirname(found)) !== 'shims' ? found : path
}
