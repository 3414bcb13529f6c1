import type { FsBlockstore } from 'blockstore-fs'
import type { NetworkGuard } from '../../network/index.ts'
import { parseCid, sha256OfCid, type CID } from '../../platform/cid.ts'
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { IpfsSettings } from '../../contract/settings.ts'
import { MAX_BLOCK_BYTES, tooLarge, checkedBlock, isBlock, notFound } from './core/blocks.ts'
import { createEmbeddedStore, type EmbeddedStore } from './embedded/store.ts'
import { fetchVerified } from './fetch-verified.ts'
import { createGateway } from './gateway.ts'
import { createKuboStore, type KuboStore } from './kubo.ts'
import { placeOf } from './race.ts'
import { createRanking } from './ranking.ts'
import type { IpfsReader, IpfsStore } from './core/store.ts'
import type { Fetched, FetchRequest, IpfsService } from './types.ts'
import type { IpfsPlace, IpfsSource, IpfsStatus } from '../../contract/ipfs.ts'

export interface IpfsDeps {
  /** Folder of this machine's node; created with the first block. */
  readonly dir: string
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly settings: {
    get(): { readonly ipfs: IpfsSettings }
    set(change: { ipfs: IpfsSettings }): { readonly ipfs: IpfsSettings }
  }
}

interface Parts {
  readonly settings: IpfsSettings
  readonly embedded: EmbeddedStore
  readonly kubo: KuboStore | null
  readonly gateways: readonly IpfsReader[]
}

/**
 * IPFS for the rest of Satchel: verified bytes by their CID from any source, and stores for what the owner
 * publishes. The sources come from the settings and follow their changes. Nothing starts before the first
 * call or `start`.
 */
export const createIpfs = ({ dir, guard, settings }: IpfsDeps): IpfsService => {
  const ranking = createRanking(() => performance.now())
  const local = createLocalBlocks(`${dir}/blocks`)

  let parts = make(settings.get().ipfs)

  function make(wanted: IpfsSettings): Parts {
    const { embedded, listen, peers, kuboUrl, gateways } = wanted
    return {
      settings: wanted,
      embedded: createEmbeddedStore({ dir, network: embedded ? { listen, peers } : null }),
      kubo: kuboUrl === '' ? null : createKuboStore({ url: kuboUrl, guard }),
      gateways: gateways.map((url) => createGateway({ url, guard })),
    }
  }

  const end = async ({ embedded, kubo, gateways }: Parts): Promise<void> => {
    const all = [embedded, ...(kubo === null ? [] : [kubo]), ...gateways]
    await Promise.all(all.map((one) => one.close()))
  }

  const stores = (): readonly IpfsStore[] => [parts.embedded, parts.kubo].filter((one) => one !== null)

  /** The sources beyond this disk, nearest first. */
  const others = (): readonly IpfsReader[] => [
    ...(parts.kubo === null ? [] : [parts.kubo]),
    ...(parts.settings.embedded ? [parts.embedded] : []),
    ...ranking.order(parts.gateways),
  ]

  /**
   * Does the same in every store; one failure does not keep the others from it. Errors: the first one, if all
   * failed.
   */
  const everywhere = async (work: (store: IpfsStore) => Promise<unknown>): Promise<readonly IpfsPlace[]> => {
    const failures: SatchelError[] = []
    const places = await Promise.all(
      stores().map(async (store): Promise<IpfsPlace> => {
        try {
          await work(store)
          return { kind: store.kind, name: store.name, code: null, problem: null }
        } catch (thrown) {
          const error = toSatchelError(thrown)
          failures.push(error)
          return placeOf(store, error)
        }
      }),
    )
    const [first] = failures
    if (first !== undefined && failures.length === places.length) throw first
    return places
  }

  const fetch = (request: FetchRequest): Promise<Fetched> =>
    fetchVerified({ local, others, ranking }, request)

  const pin = async (text: string): Promise<readonly IpfsPlace[]> => {
    const cid = parseCid(text)
    const isBlock = sha256OfCid(cid) !== null
    // A single block need not be searched in the network by each store.
    const bytes = isBlock ? (await fetch({ cid: text })).bytes : null
    return everywhere((store) => (bytes === null ? store.pin(cid, {}) : store.add(bytes)))
  }

  const embeddedStatus = async (): Promise<IpfsStatus['embedded']> => {
    const { embedded } = parts
    const enabled = parts.settings.embedded
    const nothing = { enabled, running: false, addresses: [], peers: [] }
    if (!enabled) return { ...nothing, problem: null }
    try {
      const { addresses, peers } = await embedded.reach()
      return {
        enabled,
        running: embedded.isRunning(),
        addresses: [...addresses],
        peers: [...peers],
        problem: null,
      }
    } catch (thrown) {
      return { ...nothing, problem: toSatchelError(thrown).message }
    }
  }

  const kuboStatus = async (): Promise<IpfsStatus['kubo']> => {
    const { kubo } = parts
    if (kubo === null) return null
    try {
      return { url: kubo.name, version: await kubo.version(), problem: null }
    } catch (thrown) {
      return { url: kubo.name, version: null, problem: toSatchelError(thrown).message }
    }
  }

  const status = async (): Promise<IpfsStatus> => {
    const [embedded, kubo] = await Promise.all([embeddedStatus(), kuboStatus()])
    const gateways = ranking.order(parts.gateways).map((one) => ({ url: one.name, ...ranking.of(one) }))
    return { embedded, kubo, gateways }
  }

  const start = async (): Promise<void> => {
    if (parts.settings.embedded) await parts.embedded.start()
  }

  return {
    start,
    status,
    askable: () => others().map(sourceOf),
    keepers: () => stores().map(sourceOf),
    add: async (bytes) => {
      if (bytes.length > MAX_BLOCK_BYTES) throw tooLarge(MAX_BLOCK_BYTES)
      let cid: CID | null = null
      const places = await everywhere(async (store) => {
        cid = parseCid(await store.add(bytes))
      })
      return { ...named(cid), bytes: bytes.length, places: [...places] }
    },
    fetchVerified: fetch,
    pin,
    unpin: (text) => {
      const cid = parseCid(text)
      return everywhere((store) => store.unpin(cid))
    },
    pins: async () => {
      const listed = new Map<IpfsStore, ReadonlySet<string>>()
      const places = await everywhere(async (store) => {
        listed.set(store, new Set(await store.pins()))
      })
      const all = new Set([...listed.values()].flatMap((cids) => [...cids]))
      const at = (cid: string): IpfsSource[] =>
        stores()
          .filter((store) => listed.get(store)?.has(cid) === true)
          .map(sourceOf)
      return { pins: [...all].sort().map((cid) => ({ cid, places: at(cid) })), places }
    },
    sweep: () => parts.embedded.sweep(),
    configure: async (change) => {
      const wanted = settings.set({ ipfs: { ...settings.get().ipfs, ...change } }).ipfs
      const before = parts
      parts = make(wanted)
      await end(before)
      await start()
      return status()
    },
    close: () => end(parts),
  }
}

const sourceOf = ({ kind, name }: IpfsSource): IpfsSource => ({ kind, name })

const named = (cid: CID | null): { cid: string; sha256: string } => ({
  cid: cid?.toString() ?? '',
  sha256: (cid && sha256OfCid(cid)) ?? '',
})

/** Reads the blocks of this machine's node without starting it. A damaged block counts as missing. */
export const createLocalBlocks = (blocksDir: string): IpfsReader => {
  const self = { kind: 'local', name: '' } as const
  let opened: Promise<FsBlockstore> | undefined

  return {
    ...self,
    get: async (cid, { signal, maxBytes }) => {
      const { FsBlockstore } = await import('blockstore-fs')
      signal?.throwIfAborted()
      const store = await (opened ??= Promise.resolve(new FsBlockstore(blocksDir)))
      if (!(await store.has(cid))) throw notFound(cid, self)
      const chunks: Uint8Array[] = []
      for await (const chunk of store.get(cid, signal === undefined ? {} : { signal })) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      if (!isBlock(cid, bytes)) throw notFound(cid, self)
      return checkedBlock(cid, bytes, { source: self, maxBytes })
    },
    close: () => Promise.resolve(),
  }
}
