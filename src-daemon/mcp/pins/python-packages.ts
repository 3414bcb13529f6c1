import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReasonCode } from '../../text/index.ts'
import { isInside } from '../../sandbox/index.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import { folderHash } from './file-hash.ts'
import { createLockFolders } from './lock-folders.ts'
import { FetchFailure, HostsRefused } from './npm-packages.ts'
import { packageOf } from './python-command.ts'
import { addressOf, type PythonIndex } from './python-index.ts'
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
  readonly index: PythonIndex
  /** The file of certificates that pip is set to; null if none. */
  readonly certificate: string | null
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
  /**
   * The environment of resolved packages, created if missing, and recreated if it was changed. Throws
   * the tool's error.
   */
  installed(sha256: string, how: PythonSettings): Promise<{ folder: string }>
  has(sha256: string): boolean
}

const LOCK = 'python-lock.json'
const REQUIREMENTS = 'requirements.txt'
const REPORT = 'report.json'
const ENVIRONMENT = 'venv'
/** The hash of the environment as it was installed. */
const SEAL = 'venv.sha256'
/** How long a run may take, and how often a request of it is tried again. */
interface Patience {
  readonly timeoutMs: number
  readonly retries: number
}
/** For questions that can be answered without it, so that an unreachable index causes no wait. */
const ASK: Patience = { timeoutMs: 60_000, retries: 0 }
const RESOLVE: Patience = { timeoutMs: 3 * 60_000, retries: 3 }
const INSTALL: Patience = { timeoutMs: 10 * 60_000, retries: 3 }
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
    { timeoutMs, retries }: Patience,
    args: string[],
  ) => {
    const { index, tool, log } = how
    const { problem, said, refused } = await runFetch(sandbox, {
      ...how,
      command: program,
      args,
      folder,
      timeoutMs,
      host: index.host,
      mounts: installationOf(tool.python),
      certificates: certificatesOf(how),
      env: {
        // Here and not in an argument, which other programs can read.
        PIP_INDEX_URL: addressOf(index),
        UV_DEFAULT_INDEX: addressOf(index),
        PIP_DISABLE_PIP_VERSION_CHECK: '1',
        PIP_NO_INPUT: '1',
        PIP_RETRIES: String(retries),
        UV_HTTP_RETRIES: String(retries),
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
    if (problem !== null && refused.length > 0) throw new HostsRefused(refused)
    if (problem !== null) throw new FetchFailure(log.masked(wordsOf(said, problem)))
  }
  const pip = (how: PythonSettings, folder: string, patience: Patience, args: string[]) =>
    run(how, folder, how.tool.python, patience, ['-I', '-m', 'pip', ...args])
  const uv = (how: PythonSettings, folder: string, patience: Patience, args: string[]) =>
    run(how, folder, how.tool.program, patience, ['pip', ...args])

  const resolve: PythonPackages['resolve'] = (packages, how, alone = false) =>
    folders.inScratch(async (scratch) => {
      const { tool } = how
      const patience = alone ? ASK : RESOLVE
      const wheels = ['--only-binary', ':all:', ...(alone ? ['--no-deps'] : [])]
      if (tool.kind === 'uv') {
        writeFileSync(join(scratch, 'requirements.in'), `${packages.join('\n')}\n`)
        const shape = ['--generate-hashes', '--no-header', '--no-annotate', '--output-file', REQUIREMENTS]
        const runtime = ['--python', tool.python]
        await uv(how, scratch, patience, ['compile', 'requirements.in', ...shape, ...runtime, ...wheels])
      } else {
        const report = ['--dry-run', '--ignore-installed', '--quiet', '--report', REPORT]
        await pip(how, scratch, patience, ['install', ...report, ...wheels, ...packages])
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

  /** Unless it is unchanged. */
  const install = (sha256: string, lock: PythonLock, how: PythonSettings): Promise<void> =>
    folders.install(sha256, async (scratch) => {
      const { tool, log } = how
      const folder = folders.of(sha256)
      if (await isSound(folder)) return
      if (existsSync(join(folder, ENVIRONMENT))) log.line(`${folder}: not as it was installed, so once more`)
      writeFileSync(join(scratch, REQUIREMENTS), requirementsText(lock))
      await run(how, scratch, tool.python, INSTALL, ['-I', '-m', 'venv', '--without-pip', ENVIRONMENT])
      const python = ['--python', join(scratch, ENVIRONMENT, 'bin', 'python')]
      // Exactly the lock's content, each file verified against its hash; installing wheels runs no code.
      const exact = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '-r', REQUIREMENTS]
      if (tool.kind === 'uv') await uv(how, scratch, INSTALL, ['install', ...python, ...exact])
      else await pip(how, scratch, INSTALL, [...python, 'install', '--quiet', ...exact])
      rmSync(join(folder, ENVIRONMENT), { recursive: true, force: true })
      writeFileSync(join(folder, SEAL), await folderHash(join(scratch, ENVIRONMENT)))
      renameSync(join(scratch, ENVIRONMENT), join(folder, ENVIRONMENT))
    })

  return {
    resolve,
    installed: async (sha256, how) => {
      const lock = lockOf(sha256)
      await install(sha256, lock, how)
      return { folder: join(folders.of(sha256), ENVIRONMENT) }
    },
    has: (sha256) => existsSync(join(folders.of(sha256), LOCK)),
  }
}

/** Whether an environment is unchanged, and the Python it was created with still exists. */
const isSound = async (folder: string): Promise<boolean> => {
  const environment = join(folder, ENVIRONMENT)
  const seal = join(folder, SEAL)
  if (!existsSync(join(environment, 'bin', 'python')) || !existsSync(seal)) return false
  return readFileSync(seal, 'utf8') === (await folderHash(environment))
}

/** For pip only the first variable that is set: with both, the wrong one would win. */
const certificatesOf = ({ tool, certificate }: PythonSettings): Record<string, string | undefined> => {
  const { SSL_CERT_FILE, PIP_CERT, REQUESTS_CA_BUNDLE } = process.env
  if (tool.kind === 'uv') return { SSL_CERT_FILE }
  const own = PIP_CERT ?? certificate ?? undefined
  return own === undefined ? { REQUESTS_CA_BUNDLE } : { PIP_CERT: own }
}

/** The installation folder of a Python outside the system, to mount in the sandbox. */
const installationOf = (python: string): SandboxMount[] => {
  const prefix = dirname(dirname(realpathSync(python)))
  if (prefix === '/' || SYSTEM.some((folder) => isInside(prefix, folder))) return []
  return [{ path: prefix, at: prefix, writable: false }]
}

/** The error message of pip or uv, without its progress output: from where it begins, with its causes. */
const wordsOf = (said: string, problem: string): string => {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:WARNING|warning|\[notice\]|Looking in)/.test(line))
  const first = lines.findIndex((line) => /^error:/i.test(line))
  const words = (first < 0 ? lines.slice(-4) : lines.slice(first, first + 6)).map((line) =>
    line.replace(/^(?:error|cause):\s*/i, ''),
  )
  return words.length === 0 ? problem : words.join(' · ').slice(0, 500)
}
