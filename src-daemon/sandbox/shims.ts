import { basename, dirname, isAbsolute, join } from 'node:path'
import { runToEnd } from '../platform/processes.ts'

const TIMEOUT_MS = 10_000

/**
 * The program behind a shim of a version manager (pyenv, rbenv, nodenv, asdf, mise), as `<manager> which <name>`
 * reports it. A shim looks for its manager at run time, and there is none inside a sandbox. The path itself if it is
 * not a shim, or the manager does not answer.
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
    /** Finds a manager by its name. */
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
