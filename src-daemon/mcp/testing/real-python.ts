import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** uv, pipx and servers from the index of Python packages that this machine reaches, in a folder of the test's own. */
export interface RealPython {
  /** A folder with `uv`, `uvx` and `pipx` in it. */
  readonly programs: string
  /** The wheels of all requested packages and their dependencies, for this machine's Python. */
  readonly wheels: readonly string[]
  remove(): void
}

const run = promisify(execFile)
/** For one run of pip, on a slow machine. */
const TIMEOUT_MS = 8 * 60_000

/**
 * Downloads them with this machine's pip and its configuration; or says why it can't, also on standard
 * error, so that a skipped test is noticed. Each set of requirements is resolved separately.
 */
export const openRealPython = async (
  sets: readonly (readonly string[])[],
): Promise<RealPython | { readonly missing: string }> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-python-')))
  const programs = join(folder, 'programs')
  const wheels = join(folder, 'wheels')
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  const python = (...args: string[]) => run('python3', ['-I', '-m', ...args], { timeout: TIMEOUT_MS })
  const installTools = async (): Promise<void> => {
    // This machine's pip installs them; one of its own would take longer than they do.
    await python('venv', '--without-pip', join(folder, 'tools'))
    const into = ['--python', join(folder, 'tools/bin/python')]
    await python('pip', ...into, 'install', '--quiet', 'uv', 'pipx')
  }
  const download = async (): Promise<void> => {
    const how = ['download', '--quiet', '--only-binary', ':all:', '--dest', wheels]
    for (const set of sets) await python('pip', ...how, ...set)
  }
  try {
    const work = [installTools(), download()]
    // Both have ended before the folder is removed.
    await Promise.allSettled(work)
    await Promise.all(work)
  } catch (thrown) {
    remove()
    const missing = whyOf(thrown)
    process.stderr.write(`Skipped: pip can't download servers from PyPI here: ${missing}\n`)
    return { missing }
  }
  mkdirSync(programs)
  for (const name of ['uv', 'uvx', 'pipx']) symlinkSync(join(folder, 'tools/bin', name), join(programs, name))
  return { programs, wheels: globSync(join(wheels, '*.whl')), remove }
}

/** The last line of pip's output. */
const whyOf = (thrown: unknown): string => {
  const said = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr).trim() : ''
  return said.split('\n').at(-1) || String(thrown)
}
