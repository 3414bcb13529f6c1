/**
 * The only file that creates a Helia node and opens libp2p: the registry's own access to the network, beside the guard that all HTTP requests
 * pass. It listens where the owner configured it (by default, only this machine), and calls only the peers the owner named: no bootstrap
 * list, no public routing, no discovery, no relay, no reports.
 */
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { withBitswap } from '@helia/bitswap'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { FsBlockstore } from 'blockstore-fs'
import { NextToLast } from 'blockstore-fs/sharding'
import { FsDatastore } from 'datastore-fs'
import { createHeliaLight } from 'helia'
import { createLibp2p } from 'libp2p'
import { cidOf, parseCid, type CID } from '../../../platform/cid.ts'
import { isBlock } from '../core/blocks.ts'
import type { NodeCalls, NodeFailure, NodeNetwork } from './messages.ts'

/** A failure, with its kind for the owner of the node. */
export class NodeProblem extends Error {
  readonly why: NodeFailure
  constructor(why: NodeFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

/** Maximum number of connected peers, and of new ones per second. */
const CONNECTIONS = { most: 64, perSecond: 5 }
/** Milliseconds between two attempts to dial a peer. */
const CALL_AGAIN_MS = 15_000
const CALL_MS = 10_000

/** Starts the node over the blocks in `dir`. Rejects if it can't listen, or the folder isn't usable. */
export const startNode = async (input: {
  readonly dir: string
  readonly network: NodeNetwork | null
}): Promise<NodeCalls> => {
  const { dir, network } = input
  const blocksDir = join(dir, 'blocks')
  await mkdir(blocksDir, { recursive: true, mode: 0o700 })
  const blockstore = new FsBlockstore(blocksDir)
  const helia = createHeliaLight({ blockstore, datastore: new FsDatastore(join(dir, 'pins')) })
  const places = new NextToLast()
  const libp2p = network === null ? null : await makeLibp2p(network)
  if (libp2p !== null) {
    Object.assign(helia, { libp2p })
    helia.addMixin({ name: 'libp2p', start: () => libp2p.start(), stop: () => libp2p.stop() })
    // It has a libp2p now, which its type cannot say.
    withBitswap(helia as Parameters<typeof withBitswap>[0])
  }
  await helia.start()

  /** Dials those of the owner's peers that are not connected. */
  const callPeers = (): void => {
    if (libp2p === null || network === null) return
    const connected = new Set(libp2p.getConnections().map(({ remoteAddr }) => hostOf(remoteAddr.toString())))
    for (const peer of network.peers)
      if (!connected.has(hostOf(peer)))
        // An absent peer is dialled again.
        libp2p.dial(multiaddr(peer), { signal: AbortSignal.timeout(CALL_MS) }).catch(() => undefined)
  }
  callPeers()
  const calling = setInterval(callPeers, CALL_AGAIN_MS)

  const stored = async (cid: CID): Promise<Uint8Array | null> => {
    if (!(await blockstore.has(cid))) return null
    const bytes = await collect(blockstore.get(cid), Infinity)
    if (isBlock(cid, bytes)) return bytes
    // Damaged on the disk: the block is worthless, and in the way of the right bytes.
    await blockstore.delete(cid)
    return null
  }

  /** Flushes to disk: what was acknowledged survives a power failure. */
  const settle = async (cid: CID): Promise<void> => {
    const { dir: shard, file } = places.encode(cid)
    for (const path of [join(blocksDir, shard, file), join(blocksDir, shard)]) {
      await using handle = await open(path, 'r')
      await handle.sync()
    }
  }

  const pin = async (cid: CID, signal?: AbortSignal): Promise<void> => {
    try {
      for await (const _ of helia.pins.add(cid, signal === undefined ? {} : { signal }));
    } catch (thrown) {
      if (nameOf(thrown) !== 'AlreadyPinnedError') throw thrown
    }
  }

  return {
    get: async ({ cid: text, maxBytes }, { signal }) => {
      const cid = parseCid(text)
      const here = await stored(cid)
      if (here !== null) return here.length > maxBytes ? tooLarge() : here
      if (libp2p === null) throw new NodeProblem('not_found', 'it is not kept here')
      callPeers()
      // A block refused for its size is stored anyway, unpinned; a peer would not send it again right away.
      return collect(helia.blockstore.get(cid, { signal }), maxBytes)
    },
    add: async ({ bytes }) => {
      const cid = parseCid(cidOf(bytes))
      // The stored block may be damaged; and peers that asked for it earlier get it now.
      await stored(cid)
      await helia.blockstore.put(cid, bytes)
      await settle(cid)
      await pin(cid)
      return cid.toString()
    },
    has: async ({ cid }) => (await stored(parseCid(cid))) !== null,
    pin: async ({ cid: text }, { signal }) => {
      const cid = parseCid(text)
      if (libp2p === null && (await stored(cid)) === null)
        throw new NodeProblem('not_found', 'it is not kept here')
      await pin(cid, signal)
      return null
    },
    unpin: async ({ cid }) => {
      try {
        for await (const _ of helia.pins.rm(parseCid(cid)));
      } catch (thrown) {
        if (nameOf(thrown) !== 'NotFoundError') throw thrown
      }
      return null
    },
    pins: async () => {
      const all: string[] = []
      for await (const { cid } of helia.pins.ls()) all.push(cid.toString())
      return all
    },
    reach: () =>
      Promise.resolve({
        addresses: libp2p?.getMultiaddrs().map(String) ?? [],
        peers: libp2p?.getConnections().map(({ remoteAddr }) => remoteAddr.toString()) ?? [],
      }),
    sweep: async () => {
      let gone = 0
      await helia.gc({
        onProgress: ({ type }) => {
          if (type === 'helia:gc:deleted') gone += 1
        },
      })
      return gone
    },
    stop: async () => {
      clearInterval(calling)
      await helia.stop()
      return null
    },
  }
}

/**
 * TCP, Noise and Yamux, with a new peer id at each start: a machine cannot be tracked by it, and no key is
 * stored.
 */
const makeLibp2p = (network: NodeNetwork) => {
  const own = new Set(network.peers.map(hostOf))
  return createLibp2p({
    start: false,
    nodeInfo: { name: 'satchel', version: '1', userAgent: 'satchel' },
    addresses: { listen: [network.listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() },
    connectionManager: {
      maxConnections: CONNECTIONS.most,
      inboundConnectionThreshold: CONNECTIONS.perSecond,
      maxIncomingPendingConnections: 8,
    },
    connectionGater: {
      // A peer may announce other addresses, also in this machine's network: only those the owner named are
      // dialled.
      denyDialMultiaddr: (address) => !own.has(hostOf(address.toString())),
    },
  })
}

/** Address and port of a multiaddress, without the peer id. */
const hostOf = (address: string): string => address.split('/p2p/')[0] ?? address

const collect = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> => {
  const all: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBytes) tooLarge()
    all.push(chunk)
  }
  return Buffer.concat(all)
}

const tooLarge = (): never => {
  throw new NodeProblem('too_large', 'the block is too large')
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '')
