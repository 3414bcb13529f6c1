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
  /**
   * The folder of resolved packages, installed if it is not yet; `missing`: optional packages that aren't in it though
   * they are for this platform. Throws npm's error.
   */
  installed(
    sha256: string,
    how: NpmSettings,
  ): Promise<{ folder: string; roots: readonly string[]; missing: readonly string[] }>
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

/** It asked for hosts that it may not reach; the message names them. */
export class HostsRefused extends FetchFailure {
  override readonly name = 'HostsRefused'
  readonly hosts: readonly string[]
  constructor(hosts: readonly string[]) {
    super(hosts.join(', '))
    this.hosts = hosts
  }
}

/** The install script of a package failed; the message is what it wrote. */
export class ScriptFailure extends FetchFailure {
  override readonly name = 'ScriptFailure'
  readonly script: { readonly package: string; readonly refused: readonly string[] }
  constructor(message: string, script: ScriptFailure['script']) {
    super(message)
    this.script = script
  }
}

/** Beside the packages themselves: the same ones, installed without running their scripts. */
const SCRIPTLESS = 'scriptless'
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
    const { failure, output } = await runNpm(sandbox, { ...how, args, folder, timeoutMs })
    if (failure !== null) throw failure
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
    folders.install(placeOf(sha256, how), async (scratch) => {
      const folder = folders.of(sha256)
      for (const name of [MANIFEST, LOCK]) copyFileSync(join(folder, name), join(scratch, name))
      // Exactly the lock's content, each package verified against its hash.
      await npm(how, scratch, INSTALL_MS, ['ci'])
      rmSync(join(scratch, '.cache'), { recursive: true, force: true })
      const modules = join(scratch, 'node_modules')
      mkdirSync(modules, { recursive: true })
      const at = placeOf(sha256, how)
      mkdirSync(at, { recursive: true, mode: 0o700 })
      renameSync(modules, join(at, 'node_modules'))
    })

  const placeOf = (sha256: string, { env }: NpmSettings): string => {
    const skips = Object.entries(env).some(
      ([name, value]) => /^npm_config_ignore_scripts$/i.test(name) && value === 'true',
    )
    return skips ? join(folders.of(sha256), SCRIPTLESS) : folders.of(sha256)
  }

  return {
    resolve,
    isSame,
    installed: async (sha256, how) => {
      const lock = readNpmLock(readFileSync(join(folders.of(sha256), LOCK), 'utf8'))
      if (lock.pin.sha256 !== sha256) throw new FetchFailure('lock_changed' satisfies ReasonCode)
      const folder = placeOf(sha256, how)
      const modules = join(folder, 'node_modules')
      if (!existsSync(modules)) await install(sha256, how)
      const missing = lock.optional.filter((name) => !existsSync(join(modules, name)))
      return { folder, roots: lock.roots, missing }
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
  /** The server's variables, without its secrets: some tell an install script what to do. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts that were granted to the server: install scripts may download from them, too. */
  readonly hosts: readonly string[]
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
 * Runs npm in the sandbox, with access to the registry and the server's hosts only. Errors: those of the sandbox, the
 * reason of `signal`; npm's own error is in `failure`.
 */
const runNpm = async (
  sandbox: Sandbox,
  { npm, registry, env, ...run }: NpmRun,
): Promise<{ readonly failure: FetchFailure | null; readonly output: string }> => {
  const { folder } = run
  const { problem, output, said, refused } = await runFetch(sandbox, {
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
  if (problem === null) return { failure: null, output }
  const script = scriptIn(said)
  const failure =
    script === null
      ? new FetchFailure(wordsOf(said, problem))
      : new ScriptFailure(script.wrote, { package: script.package, refused })
  return { failure, output }
}

/** The package whose install script failed, and what it wrote last; null if npm failed by itself. */
const scriptIn = (said: string): { readonly package: string; readonly wrote: string } | null => {
  const lines = errorLines(said)
  const at = lines.findIndex((line) => /^command (?:sh|cmd)/.test(line))
  const path = /^path .*node_modules[\\/](.+)$/.exec(
    lines.find((line) => line.startsWith('path ')) ?? '',
  )?.[1]
  if (at === -1 || path === undefined) return null
  const wrote = lines.slice(at + 1).filter((line) => !/^A complete log/.test(line))
  const command = (lines[at] ?? '').replace(/^command /, '')
  return {
    package: path.replaceAll('\\', '/'),
    wrote: [command, ...wrote.slice(-6)].join(' · ').slice(0, 600),
  }
}

const errorLines = (said: string): readonly string[] =>
  said
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, ''))
    .filter((line) => line !== '')

/** npm's error message, without its prefixes and without references to log files that no one can see. */
const wordsOf = (said: string, problem: string): string => {
  const lines = errorLines(said).filter((line) => !/^A complete log|^\s*\//.test(line))
  return lines.length === 0 ? problem : lines.slice(0, 4).join(' · ').slice(0, 500)
}
