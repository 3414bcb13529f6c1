import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ReasonCode } from '../../text/index.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { createLockFolders } from './lock-folders.ts'
import { readNpmLock, type NpmLock } from './npm-lock.ts'
import type { PackagePin } from '../../contract/server-pins.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { runFetch } from './run-fetch.ts'

/** npm packages, resolved and installed by npm itself, each lock in a folder named by its hash. */
export interface NpmPackages {
  /** Resolves the packages and their dependencies; nothing is run or unpacked. Throws npm's error. */
  resolve(packages: readonly string[], how: NpmSettings): Promise<NpmLock>
  /**
   * Whether the registry still resolves a package to what was accepted; null if that cannot be determined, or
   * not cheaply.
   */
  isSame(pin: PackagePin, spec: string, how: NpmSettings): Promise<boolean | null>
  /** The folder of resolved packages, installed if it is not yet. Throws npm's error. */
  installed(sha256: string, how: NpmSettings): Promise<{ folder: string; roots: readonly string[] }>
  /** Whether the lock exists. */
  has(sha256: string): boolean
  /** Removes what is not among `kept`. */
  sweep(kept: ReadonlySet<string>): void
}

export type NpmSettings = Omit<NpmRun, 'args' | 'folder' | 'timeoutMs'>

/** The package tool failed; the message is its own. */
export class FetchFailure extends Error {
  override readonly name: string = 'FetchFailure'
}

/** It asked for a host that it may not reach; the message is the host. */
export class HostRefused extends FetchFailure {
  override readonly name = 'HostRefused'
}

const LOCK = 'package-lock.json'
const MANIFEST = 'package.json'
const ASK_MS = 20_000
const RESOLVE_MS = 2 * 60_000
const INSTALL_MS = 10 * 60_000

export const createNpmPackages = ({
  sandbox,
  folder: root,
}: {
  readonly sandbox: Sandbox
  readonly folder: string
}): NpmPackages => {
  const folders = createLockFolders(root)

  const npm = async (
    how: NpmSettings,
    folder: string,
    timeoutMs: number,
    args: string[],
  ): Promise<string> => {
    const { problem, output } = await runNpm(sandbox, { ...how, args, folder, timeoutMs })
    if (problem !== null) throw new FetchFailure(problem)
    return output
  }

  const resolve: NpmPackages['resolve'] = (packages, how) =>
    folders.inScratch(async (scratch) => {
      writeFileSync(join(scratch, MANIFEST), '{"private":true}\n')
      const options = ['--package-lock-only', '--ignore-scripts', '--save-exact']
      await npm(how, scratch, RESOLVE_MS, ['install', ...options, ...packages])
      const lock = readNpmLock(readFileSync(join(scratch, LOCK), 'utf8'))
      const folder = folders.of(lock.pin.sha256)
      if (!existsSync(join(folder, LOCK))) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        for (const name of [MANIFEST, LOCK]) copyFileSync(join(scratch, name), join(folder, name))
      }
      return lock
    })

  const isSame: NpmPackages['isSame'] = (pin, spec, how) =>
    folders.inScratch(async (scratch) => {
      const fields = ['name', 'version', 'dist.integrity']
      const output = await npm(how, scratch, ASK_MS, ['view', '--json', spec, ...fields])
      const said = viewSchema.safeParse(parsed(output))
      if (!said.success) return null // a range that several versions fit: only resolving decides
      const { name, version, 'dist.integrity': integrity } = said.data
      return pin.parts.some(
        (part) => part.name === name && part.version === version && part.hash === integrity,
      )
    })

  const install = (sha256: string, how: NpmSettings): Promise<void> =>
    folders.install(sha256, async (scratch) => {
      const folder = folders.of(sha256)
      for (const name of [MANIFEST, LOCK]) copyFileSync(join(folder, name), join(scratch, name))
      // Exactly the lock's content, each package verified against its hash.
      await npm(how, scratch, INSTALL_MS, ['ci'])
      rmSync(join(scratch, '.cache'), { recursive: true, force: true })
      const modules = join(scratch, 'node_modules')
      mkdirSync(modules, { recursive: true })
      renameSync(modules, join(folder, 'node_modules'))
    })

  return {
    resolve,
    isSame,
    installed: async (sha256, how) => {
      const folder = folders.of(sha256)
      const lock = readNpmLock(readFileSync(join(folder, LOCK), 'utf8'))
      if (lock.pin.sha256 !== sha256) throw new FetchFailure('lock_changed' satisfies ReasonCode)
      if (!existsSync(join(folder, 'node_modules'))) await install(sha256, how)
      return { folder, roots: lock.roots }
    },
    has: (sha256) => existsSync(join(folders.of(sha256), LOCK)),
    sweep: (kept) => {
      folders.sweep(kept)
    },
  }
}

const viewSchema = z.object({ name: z.string(), version: z.string(), 'dist.integrity': z.string() })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // npm prints nothing at all if no version fits; resolving gives the reason
  }
}

/** One run of npm, in a folder of Satchel's own. */
interface NpmRun {
  readonly npm: string
  readonly args: readonly string[]
  /** The only folder it may write, and its working directory. */
  readonly folder: string
  readonly registry: string
  /** npm settings (`npm_config_…`) that the server was given. */
  readonly env: Readonly<Record<string, string>>
  readonly unsandboxed: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly log: ServerLog
}

/** No prompts, no extra requests; and the output is the same on every machine. */
const SETTINGS = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_progress: 'false',
  npm_config_loglevel: 'error',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_timeout: '30000',
  npm_config_omit_lockfile_registry_resolved: 'true',
  npm_config_lockfile_version: '3',
  CI: 'true',
}

/**
 * Runs npm in the sandbox, with access to the registry only. Errors: those of the sandbox, the reason of
 * `signal`; npm's own error is in `problem`.
 */
const runNpm = async (
  sandbox: Sandbox,
  { npm, registry, env, ...run }: NpmRun,
): Promise<{ readonly problem: string | null; readonly output: string }> => {
  const { folder } = run
  const { problem, output, said } = await runFetch(sandbox, {
    ...run,
    command: npm,
    host: new URL(registry).host,
    certificates: { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] },
    env: {
      ...env,
      ...SETTINGS,
      npm_config_registry: registry,
      npm_config_cache: `${folder}/.cache`,
      npm_config_prefix: `${folder}/.prefix`,
    },
  })
  return { problem: problem === null ? null : wordsOf(said, problem), output }
}

/** npm's error message, without its prefixes and without references to log files that no one can see. */
const wordsOf = (said: string, problem: string): string => {
  const lines = said
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, ''))
    .filter((line) => line !== '' && !/^A complete log|^\s*\//.test(line))
  return lines.length === 0 ? problem : lines.slice(0, 4).join(' · ').slice(0, 500)
}
