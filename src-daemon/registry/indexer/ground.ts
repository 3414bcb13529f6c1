import { createNetworkGuard, fetchDidDocument, type NetworkGuard } from '../../network/index.ts'
import { createDidResolver } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import { openEmbedding, type EmbeddingSettings } from '../../models/index.ts'
import type { Embedder } from '../../models/types.ts'
import type { IpfsSettings } from '../../contract/settings.ts'
import { createIpfs } from '../ipfs/index.ts'
import type { IpfsService } from '../ipfs/types.ts'
import type { FetchFile } from './core/types.ts'

/** What an indexer needs where no daemon runs: the network, authors' keys, files and an embedding model. */
export interface Ground {
  readonly guard: NetworkGuard
  /** An author's key, resolved as an installer does. */
  readonly keyOf: (keyId: string) => ReturnType<DidResolver['key']>
  readonly fetchFile: FetchFile
  /** The node that belongs to this indexer alone. */
  readonly ipfs: IpfsService
  readonly embedder: () => Promise<Embedder | null>
  close(): Promise<void>
}

/**
 * Creates these parts from fixed settings. `ipfsDir` is the folder of its own node; files in `besides`, the
 * folder of the daemon's node, are read from there first. Keys of model servers belong to the daemon:
 * `embeddingKey` is the one for the endpoint of the embedding model, if that needs one.
 */
export const openGround = (input: {
  readonly settings: EmbeddingSettings & {
    readonly ipfs: IpfsSettings
    readonly developmentHosts: readonly string[]
  }
  readonly ipfsDir: string
  readonly besides?: string | undefined
  readonly embeddingKey?: string | undefined
}): Ground => {
  const { settings, ipfsDir, besides, embeddingKey: key = null } = input
  const hosts = (): readonly string[] => settings.developmentHosts
  const guard = createNetworkGuard({ developmentHosts: hosts })
  const dids = createDidResolver({ now: () => new Date(), fetch: fetchDidDocument(guard, hosts) })
  const ipfs = createIpfs({ dir: ipfsDir, guard, settings: kept(settings.ipfs) })
  const near = besides === undefined ? null : createIpfs({ dir: besides, guard, settings: kept(NO_NETWORK) })

  const fetchFile: FetchFile = async (cid, { signal }) => {
    const here = await near?.fetchVerified({ cid, signal }).catch(() => null) // then from any other source
    return (here ?? (await ipfs.fetchVerified({ cid, signal }))).bytes
  }

  return {
    guard,
    keyOf: (keyId) => dids.key(keyId, 'assertionMethod'),
    fetchFile,
    ipfs,
    embedder: openEmbedding({ settings, guard, key }),
    close: async () => {
      await ipfs.close()
      await near?.close()
      await guard.close()
    },
  }
}

/** Blocks on the disk only. */
const NO_NETWORK: IpfsSettings = {
  embedded: false,
  listen: '/ip4/127.0.0.1/tcp/0',
  peers: [],
  kuboUrl: '',
  gateways: [],
}

/** Settings that live as long as this process. */
const kept = (settings: IpfsSettings) => {
  let ipfs = settings
  return {
    get: () => ({ ipfs }),
    set: (change: { ipfs: IpfsSettings }) => {
      ipfs = change.ipfs
      return { ipfs }
    },
  }
}
