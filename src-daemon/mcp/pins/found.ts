import { homedir, tmpdir } from 'node:os'
import type { Sandbox } from '../../sandbox/types.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { SatchelError } from '../../platform/errors.ts'
import { filePinOf, type FilePinPlaces } from './file-pin.ts'
import { createNpmFinder } from './find-npm.ts'
import { createPythonFinder } from './find-python.ts'
import type { Asked, Found, PackageFinder } from './launch.ts'
import type { ServerFetch, ServerUnpinned, PackagePin } from '../../contract/server-pins.ts'
import { containerRunOf } from './container-command.ts'
import { programName } from './npx-command.ts'
import { pinOf } from './pin.ts'

export interface Finder {
  /**
   * Determines what a command would run, before any of it runs. A package is looked up each time unless its
   * exact version is named; if the registry does not answer, the accepted version is used. Errors:
   * `server_package_host`, `server_package_unfetched`, `server_package_unreadable`,
   * `server_package_registry`, those of the sandbox.
   */
  find(asked: Asked): Promise<Found>
  /**
   * What is downloaded for it, and from where, or that this can't be determined; null if nothing is
   * downloaded. Errors: `server_package_unreadable`, `server_package_registry`, `server_program_missing`.
   */
  fetches(definition: ServerDefinition): Promise<ServerFetch | ServerUnpinned | null>
  sweep(kept: ReadonlySet<string>): void
}

export interface FinderDeps {
  readonly sandbox: Sandbox
  /** Folder of downloaded packages. */
  readonly fetchedDir: string
  readonly home?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
}

export const createFinder = ({
  sandbox,
  fetchedDir,
  home = homedir(),
  env = process.env,
}: FinderDeps): Finder => {
  const places = { home, temporary: tmpdir(), locate: sandbox.locate }
  const known = { sandbox, folder: fetchedDir, home, env }
  const npm = createNpmFinder(known)
  const finders: readonly PackageFinder[] = [npm, createPythonFinder(known)]

  return {
    find: async (asked) => {
      for (const finder of finders) {
        const found = await finder.find(asked)
        if (found !== null) return found
      }
      const { definition } = asked
      return { pin: imagePinOf(definition) ?? (await filePinOf(definition, places)), launch: null }
    },
    fetches: async (definition) => {
      // A bundle runs as it is.
      if (definition.kind !== 'command' || definition.bundle !== undefined) return null
      for (const finder of finders) {
        const fetched = await finder.fetches(definition)
        if (fetched !== null) return fetched
      }
      return unpinnedOf(definition, places)
    },
    sweep: npm.sweep,
  }
}

/** Why it can't be determined what a command that isn't a package's runs; null if it can, or its program is missing. */
const unpinnedOf = async (
  definition: Asked['definition'],
  places: FilePinPlaces,
): Promise<ServerUnpinned | null> => {
  const what = [definition.command, ...definition.args].join(' ')
  const container = containerRunOf(definition)
  if (container !== null)
    return imagePinOf(definition) === null ? { unpinned: 'image', what: container.image } : null
  try {
    // `uv run` resolves what a script needs each time.
    const resolves = programName(definition.command) === 'uv'
    return resolves || (await filePinOf(definition, places)) === null ? { unpinned: 'command', what } : null
  } catch (thrown) {
    // It is missed when it is started.
    if (thrown instanceof SatchelError && thrown.code === 'server_program_missing') return null
    throw thrown
  }
}

const BY_DIGEST = /^([a-z0-9][a-z0-9._/:-]*)@sha256:([0-9a-f]{64})$/

/**
 * The image of a container, if it is named by its digest, which docker and podman verify. Null for other
 * commands, and for images named by tag only, which may change.
 */
export const imagePinOf = (command: Parameters<typeof containerRunOf>[0]): PackagePin | null => {
  const [, name = '', digest] = BY_DIGEST.exec(containerRunOf(command)?.image ?? '') ?? []
  if (digest === undefined) return null
  return pinOf('image', name, [{ name, version: null, hash: `sha256:${digest}` }])
}
