import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReasonCode } from '../../text/index.ts'
import { isInside } from '../../sandbox/index.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import { createLockFolders } from './lock-folders.ts'
import { FetchFailure } from './npm-packages.ts'
import { packageOf } from './python-command.ts'
import {
  packagesInReport,
  packagesInRequirements,
  pythonLockSchema,
  pythonPin,
  requirementsText,
  type PythonLock,
} from './python-lock.ts'
import type { PythonTool } from './python-tool.ts'
import { runFetch, type FetchRun } from './run-fetch.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

export type PythonSettings = Pick<FetchRun, 'unsandboxed' | 'signal' | 'log' | 'hosts'> & {
  readonly tool: PythonTool
  readonly index: string
}

/**
 * Python packages, resolved by uv or pip and installed into an environment of their own, each lock in a
 * folder named by its hash.
 */
export interface PythonPackages {
  /**
   * Resolves the requirements and their dependencies; wheels only, so that no code of them runs.
   * @param alone without dependencies; nothing is stored then. Throws the tool's error.
   */
  resolve(packages: readonly string[], how: PythonSettings, alone?: boolean): Promise<PackagePin>
  /** The environment of resolved packages, created if needed. Throws the tool's error. */
  installed(sha256: string, how: PythonSettings): Promise<{ folder: string }>
  has(sha256: string): boolean
}

const LOCK = 'python-lock.json'
const REQUIREMENTS = 'requirements.txt'
const REPORT = 'report.json'
const ENVIRONMENT = 'venv'
const RESOLVE_MS = 3 * 60_000
const INSTALL_MS = 10 * 60_000
/** For pip only the first variable that is set: with both, the wrong one would win. */
const CERTIFICATES = { uv: ['SSL_CERT_FILE'], pip: ['PIP_CERT', 'REQUESTS_CA_BUNDLE'] } as const
/** Where every sandbox finds its programs. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/opt', '/lib']

export const createPythonPackages = ({
  sandbox,
  folder: root,
}: {
  readonly sandbox: Sandbox
  readonly folder: string
}): PythonPackages => {
  const folders = createLockFolders(root)

  const run = async (
    how: PythonSettings,
    folder: string,
    program: string,
    timeoutMs: number,
    args: string[],
  ) => {
    const { problem, said } = await runFetch(sandbox, {
      ...how,
      command: program,
      args,
      folder,
      timeoutMs,
      host: new URL(how.index).host,
      mounts: installationOf(how.tool.python),
      certificates: CERTIFICATES[how.tool.kind]
        .filter((name) => (process.env[name] ?? '') !== '')
        .slice(0, 1),
      env: {
        PIP_DISABLE_PIP_VERSION_CHECK: '1',
        PIP_NO_INPUT: '1',
        PIP_NO_CACHE_DIR: '1',
        PIP_CONFIG_FILE: '/dev/null',
        PYTHONDONTWRITEBYTECODE: '1',
        UV_NO_CONFIG: '1',
        UV_NO_PROGRESS: '1',
        UV_PYTHON_DOWNLOADS: 'never',
        UV_LINK_MODE: 'copy',
        // The environment can't be written when it runs: without this, each start would compile everything again.
        UV_COMPILE_BYTECODE: '1',
        UV_CACHE_DIR: join(folder, '.cache'),
      },
    })
    if (problem !== null) throw new FetchFailure(wordsOf(said, problem))
  }
  const pip = (how: PythonSettings, folder: string, timeoutMs: number, args: string[]) =>
    run(how, folder, how.tool.python, timeoutMs, ['-I', '-m', 'pip', ...args])
  const uv = (how: PythonSettings, folder: string, timeoutMs: number, args: string[]) =>
    run(how, folder, how.tool.program, timeoutMs, ['pip', ...args])

  const resolve: PythonPackages['resolve'] = (packages, how, alone = false) =>
    folders.inScratch(async (scratch) => {
      const { tool, index } = how
      const wheels = ['--only-binary', ':all:', ...(alone ? ['--no-deps'] : [])]
      if (tool.kind === 'uv') {
        writeFileSync(join(scratch, 'requirements.in'), `${packages.join('\n')}\n`)
        const shape = ['--generate-hashes', '--no-header', '--no-annotate', '--output-file', REQUIREMENTS]
        const from = ['--default-index', index, '--python', tool.python]
        await uv(how, scratch, RESOLVE_MS, ['compile', 'requirements.in', ...shape, ...from, ...wheels])
      } else {
        const report = ['--dry-run', '--ignore-installed', '--quiet', '--report', REPORT]
        await pip(how, scratch, RESOLVE_MS, [
          'install',
          ...report,
          '--index-url',
          index,
          ...wheels,
          ...packages,
        ])
      }
      const found =
        tool.kind === 'uv'
          ? packagesInRequirements(readFileSync(join(scratch, REQUIREMENTS), 'utf8'))
          : packagesInReport(readFileSync(join(scratch, REPORT), 'utf8'))
      const lock = pythonLockSchema.parse({
        python: tool.version,
        roots: packages.map(packageOf),
        packages: found,
      } satisfies PythonLock)
      const pin = pythonPin(lock)
      if (!alone) {
        const folder = folders.of(pin.sha256)
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(join(folder, LOCK), JSON.stringify(lock))
      }
      return pin
    })

  const lockOf = (sha256: string): PythonLock => {
    const lock = pythonLockSchema.parse(JSON.parse(readFileSync(join(folders.of(sha256), LOCK), 'utf8')))
    if (pythonPin(lock).sha256 !== sha256) throw new FetchFailure('lock_changed' satisfies ReasonCode)
    return lock
  }

  const install = (sha256: string, lock: PythonLock, how: PythonSettings): Promise<void> =>
    folders.install(sha256, async (scratch) => {
      const { tool, index } = how
      writeFileSync(join(scratch, REQUIREMENTS), requirementsText(lock))
      await run(how, scratch, tool.python, INSTALL_MS, ['-I', '-m', 'venv', '--without-pip', ENVIRONMENT])
      const python = join(scratch, ENVIRONMENT, 'bin', 'python')
      // Exactly the lock's content, each file verified against its hash; installing wheels runs no code.
      const exact = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '-r', REQUIREMENTS]
      if (tool.kind === 'uv')
        await uv(how, scratch, INSTALL_MS, [
          'install',
          '--python',
          python,
          '--default-index',
          index,
          ...exact,
        ])
      else
        await pip(how, scratch, INSTALL_MS, [
          '--python',
          python,
          'install',
          '--quiet',
          '--index-url',
          index,
          ...exact,
        ])
      renameSync(join(scratch, ENVIRONMENT), join(folders.of(sha256), ENVIRONMENT))
    })

  return {
    resolve,
    installed: async (sha256, how) => {
      const lock = lockOf(sha256)
      const environment = join(folders.of(sha256), ENVIRONMENT)
      // The Python it was created with may be gone.
      if (!existsSync(join(environment, 'bin', 'python'))) {
        rmSync(environment, { recursive: true, force: true })
        await install(sha256, lock, how)
      }
      return { folder: environment }
    },
    has: (sha256) => existsSync(join(folders.of(sha256), LOCK)),
  }
}

/** The installation folder of a Python outside the system, to mount in the sandbox. */
const installationOf = (python: string): SandboxMount[] => {
  const prefix = dirname(dirname(realpathSync(python)))
  if (prefix === '/' || SYSTEM.some((folder) => isInside(prefix, folder))) return []
  return [{ path: prefix, at: prefix, writable: false }]
}

/** The error message of pip or uv, without its progress output. */
const wordsOf = (said: string, problem: string): string => {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^(?:ERROR|error):\s*/, '').trim())
    .filter((line) => line !== '' && !/^(?:WARNING|warning|\[notice\]|Looking in)/.test(line))
  return lines.length === 0 ? problem : lines.slice(-4).join(' · ').slice(0, 500)
}
