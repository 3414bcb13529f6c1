import { homedir, tmpdir } from 'node:os'
import { SatchelError, toSatchelError } from '../../../platform/errors.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import { createNpmRegistry } from '../registry/npm-registry.ts'
import type { ServiceLog } from '../service-log.ts'
import type { ServiceDefinition } from '../types.ts'
import { filePinOf } from './file-pin.ts'
import { sameRoots, type NpmLock } from './npm-lock.ts'
import { createNpmPackages, NpmFailure, type NpmPackages, type NpmSettings } from './npm-packages.ts'
import { npmProgram } from './npm-program.ts'
import { isExact, npxCommandOf, UnreadableCommand, type NpxCommand } from './npx-command.ts'
import type { PackagePin, ServiceFetch } from './types.ts'

type Command = Extract<ServiceDefinition, { kind: 'command' }>

/** A command as it is started once what it runs was accepted. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly mounts: readonly SandboxMount[]
}

/** What a command would run now. */
export interface Found {
  /** Null where nobody can tell. */
  readonly pin: PackagePin | null
  /** How that is started; null where that is the command itself. Errors: `service_package_unfetched`, `service_package_unreadable`. */
  readonly launch: (() => Promise<Launch>) | null
}

interface Asked {
  readonly service: string
  readonly definition: Command
  /** Its variables, secrets filled in. */
  readonly env: Readonly<Record<string, string>>
  /** What was accepted of it; null where nothing was. */
  readonly accepted: PackagePin | null
  readonly log: ServiceLog
  readonly signal: AbortSignal
}

export interface Finder {
  /**
   * Says what a command would run, before anything of it runs. A package is asked for anew each time unless its exact version is named; where
   * the registry does not answer, what was accepted goes on. Errors: `service_package_host`, `service_package_unfetched`,
   * `service_package_unreadable`, those of the sandbox.
   */
  find(asked: Asked): Promise<Found>
  /**
   * What it fetches, and from where; null where it fetches nothing. Errors: `service_package_unreadable`, `service_package_registry`,
   * `service_program_missing`.
   */
  fetches(definition: ServiceDefinition): Promise<ServiceFetch | null>
  sweep(kept: ReadonlySet<string>): void
}

export interface FinderDeps {
  readonly sandbox: Sandbox
  /** Where packages are kept that npm fetched; without it nothing is fetched. */
  readonly fetchedDir?: string | undefined
  readonly home?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
}

export const createFinder = ({
  sandbox,
  fetchedDir,
  home = homedir(),
  env = process.env,
}: FinderDeps): Finder => {
  const packages = fetchedDir === undefined ? null : createNpmPackages({ sandbox, folder: fetchedDir })
  const places = { home, temporary: tmpdir(), locate: sandbox.locate }

  const npmRegistry = createNpmRegistry({ env, home, locate: sandbox.locate })

  const registryOf = async (
    { registry }: NpxCommand,
    given: Readonly<Record<string, unknown>>,
  ): Promise<string> => (registry !== null && URL.canParse(registry) ? registry : npmRegistry(given))

  const findNpm = async (packages: NpmPackages, npx: NpxCommand, asked: Asked): Promise<Found> => {
    const { service, definition, accepted, log, signal } = asked
    const registry = await registryOf(npx, asked.env)
    const { host } = new URL(registry)
    const { hosts, unsandboxed } = definition.grants
    if (!unsandboxed && !hosts.some((one) => one.toLowerCase() === host))
      throw new SatchelError('service_package_host', { params: { service, host }, details: { host } })
    const how: NpmSettings = {
      npm: npx.npm,
      registry,
      env: Object.fromEntries(Object.entries(asked.env).filter(([name]) => /^npm_config_/i.test(name))),
      unsandboxed,
      signal,
      log,
    }
    const failed = (thrown: unknown): unknown => {
      if (!(thrown instanceof NpmFailure)) return thrown
      const params = { service, what: npx.packages.join(', '), problem: thrown.message }
      return new SatchelError('service_package_unfetched', { params, details: { ...params }, cause: thrown })
    }
    const launch = (pin: PackagePin) => async (): Promise<Launch> => {
      try {
        const there = await packages.installed(pin.sha256, how)
        const { command, args } = npmProgram(there.folder, there.roots, npx)
        const mount = { path: there.folder, at: there.folder, writable: false }
        return { command, args: [...args, ...npx.args], mounts: [mount] }
      } catch (thrown) {
        throw failed(readableOr(service, thrown))
      }
    }
    const of = (pin: PackagePin): Found => ({ pin, launch: launch(pin) })
    const old = accepted?.kind === 'npm' && packages.has(accepted.sha256) ? accepted : null
    if (old !== null && npx.packages.every(isExact)) return of(old)
    try {
      const [only] = npx.packages
      if (old !== null && only !== undefined && npx.packages.length === 1)
        if ((await packages.isSame(old, only, how)) === true) return of(old)
      const lock: NpmLock = await packages.resolve(npx.packages, how)
      // What it needs of others stays as it was until it is another version itself.
      return of(old !== null && sameRoots(old, lock) ? old : lock.pin)
    } catch (thrown) {
      signal.throwIfAborted()
      if (old === null || !(thrown instanceof NpmFailure)) throw failed(thrown)
      log.line(toSatchelError(failed(thrown)).message)
      return of(old)
    }
  }

  return {
    find: async (asked) => {
      const { service, definition } = asked
      const npx = readable(service, () => npxCommandOf(definition))
      if (npx !== null && packages !== null) return findNpm(packages, npx, asked)
      return { pin: await filePinOf(definition, places), launch: null }
    },
    fetches: async (definition) => {
      if (definition.kind !== 'command') return null
      const npx = readable(definition.command, () => npxCommandOf(definition))
      if (npx === null) return null
      const { host } = new URL(await registryOf(npx, definition.env))
      return { program: 'npm', packages: [...npx.packages], host }
    },
    sweep: (kept) => packages?.sweep(kept),
  }
}

const readableOr = (service: string, thrown: unknown): unknown =>
  thrown instanceof UnreadableCommand
    ? new SatchelError('service_package_unreadable', {
        params: { service, what: thrown.message },
        cause: thrown,
      })
    : thrown

const readable = <T>(service: string, read: () => T): T => {
  try {
    return read()
  } catch (thrown) {
    throw readableOr(service, thrown)
  }
}
