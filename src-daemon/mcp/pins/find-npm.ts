import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { createNpmRegistry } from './npm-registry.ts'
import {
  checkHost,
  fetchFailure,
  readable,
  type Asked,
  type Found,
  type Launch,
  type PackageFinder,
  type PackageFinderDeps,
} from './launch.ts'
import { sameRoots, type NpmLock } from './npm-lock.ts'
import { createNpmPackages, FetchFailure, type NpmSettings } from './npm-packages.ts'
import { isExact, npxCommandOf, programName, UnreadableCommand, type NpxCommand } from './npx-command.ts'
import type { PackagePin } from '../../contract/server-pins.ts'
import { isInside } from '../../sandbox/index.ts'

/** npm needs its own. */
const OWN = /^(?:PATH|HOME|TMPDIR)$/i
const SETTING = /^npm_config_/i

/** npm's settings, which may include a secret such as its registry's token, and the server's variables that aren't secret. */
const forNpm = (env: Asked['env'], written: Asked['definition']['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => SETTING.test(name) || (typeof written[name] === 'string' && !OWN.test(name)),
    ),
  )

/** npm packages, as run by `npx`, `npm exec` and `bunx`. */
export const createNpmFinder = ({
  sandbox,
  folder,
  home,
  env,
}: PackageFinderDeps): PackageFinder & { sweep(kept: ReadonlySet<string>): void } => {
  const packages = createNpmPackages({ sandbox, folder })
  const npmRegistry = createNpmRegistry({ env, home, locate: sandbox.locate })

  const registryOf = async (
    { registry }: NpxCommand,
    given: Readonly<Record<string, unknown>>,
  ): Promise<string> => (registry !== null && URL.canParse(registry) ? registry : npmRegistry(given))

  /** bun does not include npm; without npm its packages are not pinned. */
  const isHere = async ({ isBun, npm }: NpxCommand): Promise<boolean> => {
    if (!isBun) return true
    try {
      await sandbox.locate(npm)
      return true
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'server_program_missing') return false
      throw thrown
    }
  }

  const commandOf = async (server: string, definition: Asked['definition']): Promise<NpxCommand | null> => {
    const isBun = ['bun', 'bunx'].includes(programName(definition.command))
    // Anything else bun can run is run as is, and reported as not pinned.
    const npx = isBun
      ? orNull(() => npxCommandOf(definition))
      : readable(server, () => npxCommandOf(definition))
    return npx !== null && (await isHere(npx)) ? npx : null
  }

  const findNpm = async (npx: NpxCommand, asked: Asked): Promise<Found> => {
    const { server, definition, accepted, log, signal } = asked
    const registry = await registryOf(npx, asked.env)
    checkHost(asked, new URL(registry).host)
    const how: NpmSettings = {
      npm: npx.npm,
      registry,
      env: forNpm(asked.env, definition.env),
      hosts: definition.grants.hosts,
      unsandboxed: definition.grants.unsandboxed,
      signal,
      log,
    }
    const failed = (thrown: unknown): unknown => fetchFailure(server, npx.packages, thrown)
    const launch = (pin: PackagePin) => async (): Promise<Launch> => {
      try {
        const there = await packages.installed(pin.sha256, how)
        if (there.missing.length > 0)
          log.line(`optional packages that npm left out: ${there.missing.join(', ')}`)
        const { command, args } = npmProgram(there.folder, there.roots, npx)
        const mount = { path: there.folder, at: there.folder, writable: false }
        return { command, args: [...args, ...npx.args], mounts: [mount], env: asked.env }
      } catch (thrown) {
        throw failed(thrown)
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
      // Dependencies stay as accepted until the package itself has another version.
      return of(old !== null && sameRoots(old, lock) ? old : lock.pin)
    } catch (thrown) {
      signal.throwIfAborted()
      if (old === null || !(thrown instanceof FetchFailure)) throw failed(thrown)
      log.line(toSatchelError(failed(thrown)).message)
      return of(old)
    }
  }

  return {
    find: async (asked) => {
      const npx = await commandOf(asked.server, asked.definition)
      return npx === null ? null : findNpm(npx, asked)
    },
    fetches: async (definition) => {
      const npx = await commandOf(definition.command, definition)
      if (npx === null) return null
      const { host } = new URL(await registryOf(npx, definition.env))
      return { program: 'npm', packages: [...npx.packages], host }
    },
    sweep: packages.sweep,
  }
}

const orNull = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof UnreadableCommand) return null
    throw thrown
  }
}

const manifestSchema = z.looseObject({
  name: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

/**
 * The program npm would run from packages installed below `folder`: the named one, else the package's only one, else the one with its
 * name (as npm chooses). Throws `UnreadableCommand` if there is none.
 */
const npmProgram = (
  folder: string,
  roots: readonly string[],
  { packages, program, node }: Pick<NpxCommand, 'packages' | 'program' | 'node'>,
): { readonly command: string; readonly args: readonly string[] } => {
  const bins = roots.flatMap((root) => binsOf(folder, root))
  const asked = packages.join(', ')
  const paths = new Set(bins.map(({ path }) => path))
  const named = bins.find((bin) => bin.name === (program ?? unscoped(bin.root)))
  const chosen = program === null && paths.size === 1 ? bins[0] : named
  if (chosen === undefined) throw new UnreadableCommand(program ?? asked)
  const file = realpathSync(chosen.path)
  if (!isInside(file, realpathSync(folder))) throw new UnreadableCommand(chosen.name)
  const flags = nodeFlags(file)
  return flags === null ? { command: file, args: [] } : { command: node, args: [...flags, file] }
}

const binsOf = (folder: string, root: string): { root: string; name: string; path: string }[] => {
  const at = join(folder, 'node_modules', root)
  const { name, bin } = manifestSchema.parse(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')))
  const all = typeof bin === 'string' ? { [unscoped(name)]: bin } : (bin ?? {})
  return Object.entries(all).map(([one, path]) => ({ root, name: one, path: join(at, path) }))
}

const unscoped = (name: string): string => name.split('/').at(-1) ?? name

/** The Node flags of its first line; null if something else runs it. */
const nodeFlags = (file: string): string[] | null => {
  const buffer = Buffer.alloc(256)
  const handle = openSync(file, 'r')
  try {
    const length = readSync(handle, buffer)
    const first = buffer.toString('utf8', 0, length).split('\n')[0] ?? ''
    if (!first.startsWith('#!')) return /\.[cm]?js$/.test(file) ? [] : null
    const words = first.slice(2).trim().split(/\s+/)
    const at = words.findIndex((word) => word === 'node' || word.endsWith('/node'))
    return at < 0 ? null : words.slice(at + 1)
  } finally {
    closeSync(handle)
  }
}
