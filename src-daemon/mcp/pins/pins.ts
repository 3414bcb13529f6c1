import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { createFinder, type FinderDeps } from './found.ts'
import type { Launch } from './launch.ts'
import { pinDifferences } from './pin.ts'
import { createPinStore, type KeptPin } from './pin-store.ts'
import type { PackagePin, ServerFetch, ServerPackage, ServerUnpinned } from '../../contract/server-pins.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

/** The pin of one connection. */
export interface ConnectionPin {
  /**
   * How the program is started, once what it runs equals what was accepted; null if by its command itself.
   * The first pin found counts as accepted. Errors: `server_package_changed`, those of `Finder.find`.
   */
  launch(input: {
    readonly definition: Command
    readonly env: Readonly<Record<string, string>>
    readonly log: ServerLog
    readonly signal: AbortSignal
  }): Promise<Launch | null>
  /** Stores what was found while connecting. */
  connected(): void
}

/** Compares what servers run with what their owner accepted. */
export interface Pins {
  fetches(definition: ServerDefinition): Promise<ServerFetch | ServerUnpinned | null>
  /**
   * Removes downloaded packages that are neither accepted nor pending. Not while a server is being connected.
   */
  sweep(): void
  /**
   * @param isNew it is being connected with this definition: a pin accepted for another definition does not
   * count
   */
  of(uri: string, isNew: boolean): ConnectionPin
  /** The hash of the accepted pin; null if nothing is pinned. */
  acceptedHash(uri: string): string | null
  view(uri: string, definition: ServerDefinition): ServerPackage | null
  /** Accepts what was found, if it is what was reviewed. Errors: `server_not_accepted`. */
  accept(uri: string, sha256: string): void
  remove(uri: string): void
}

export const createPins = (
  deps: FinderDeps & {
    readonly db: Database
    readonly now: () => Date
    /** Called when what waits for the owner has changed. */
    readonly changed: (uri: string) => void
    /** Called when something was accepted without asking: approvals are bound to what was accepted. */
    readonly kept: (uri: string) => void
  },
): Pins => {
  const { now } = deps
  const store = createPinStore(deps.db)
  const finder = createFinder(deps)
  const at = (): string => now().toISOString()
  /** Servers whose command couldn't be determined. */
  const untold = new Set<string>()

  const of: Pins['of'] = (uri, isNew) => {
    let isConnecting = isNew
    let first: PackagePin | null = null
    return {
      launch: async ({ definition, ...rest }) => {
        // A bundle is bound to its hash by its definition.
        if (definition.bundle !== undefined) return null
        const accepted = isConnecting ? first : (store.get(uri)?.accepted.pin ?? null)
        const found = await finder.find({ server: uri, definition, accepted, ...rest })
        if (found.pin === null) untold.add(uri)
        else untold.delete(uri)
        if (isConnecting) first = found.pin
        else compare(uri, accepted, found.pin)
        return (await found.launch?.()) ?? null
      },
      connected: () => {
        isConnecting = false
        if (first === null) store.remove(uri)
        else store.accept(uri, first, at())
      },
    }
  }

  const compare = (uri: string, accepted: PackagePin | null, found: PackagePin | null): void => {
    if (accepted === null) {
      if (found === null) return
      store.accept(uri, found, at())
      deps.kept(uri)
      return
    }
    // Missing files count as unchanged: starting reports what is missing.
    const isSame = found === null || found.sha256 === accepted.sha256
    if (store.note(uri, isSame ? null : found, at())) deps.changed(uri)
    if (isSame) return
    throw new SatchelError('server_package_changed', {
      params: { server: uri, before: accepted.title, after: found.title },
      // How it changed is for the owner only.
      details: { server: uri, status: 'changed' },
    })
  }

  return {
    of,
    fetches: finder.fetches,
    acceptedHash: store.acceptedHash,
    view: (uri, definition) => {
      if (definition.kind !== 'command' || definition.bundle !== undefined) return null
      const kept = store.get(uri)
      if (kept === null)
        return untold.has(uri)
          ? { status: 'unpinned', accepted: null, found: null, differences: [], differing: 0 }
          : null
      const { accepted, found } = kept
      return {
        status: found === null ? 'accepted' : 'changed',
        accepted: shown(accepted),
        found: found === null ? null : shown(found),
        ...(found === null ? { differences: [], differing: 0 } : pinDifferences(accepted.pin, found.pin)),
      }
    },
    accept: (uri, sha256) => {
      const found = store.get(uri)?.found
      if (found?.pin.sha256 !== sha256)
        throw new SatchelError('server_not_accepted', { params: { server: uri } })
      store.accept(uri, found.pin, at())
    },
    remove: store.remove,
    sweep: () => {
      finder.sweep(store.hashes())
    },
  }
}

const shown = ({ pin: { parts, ...pin }, at }: KeptPin) => ({ ...pin, parts: parts.length, at })
