import { setTimeout as pause } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemorySigner } from '../../identity/index.ts'
import { packPackage, verifyPackageFile, type RegistryRecord } from '../../packages/index.ts'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { publishCall, yankCall, type RegistryCall } from '../chain/calls.ts'
import { openChain } from '../chain/chain.ts'
import { deployLocally } from '../chain/deploy.ts'
import { fundLocally } from '../chain/fund.ts'
import { startLocalChain } from '../chain/local-chain.ts'
import { createMemoryAccount } from '../chain/memory-account.ts'
import { send } from '../chain/send.ts'
import type { ChainSigner } from '../chain/types.ts'
import type { ChainPlace } from '../chain/place.ts'
import type { ChainReceipt } from '../../contract/registry-chain.ts'
import {
  createIndexer,
  createIndexService,
  openGround,
  openWritableIndex,
  INDEX_FILE,
  type IndexerStep,
} from '../indexer/index.ts'
import type { IndexStore, FetchFile } from '../indexer/types.ts'
import { openKept, writeKept } from './kept.ts'
import { makeSamples } from './samples.ts'
import { parseCid } from '../../platform/cid.ts'

/** Serves HTTP on a loopback port; `listenForPrograms` of the API. */
export type DevListen = (input: {
  readonly port: number
  readonly answer: (request: Request) => Promise<Response>
}) => Promise<{ readonly port: number; close(): Promise<void> }>

export interface DevOptions {
  readonly listen: DevListen
  /** Port of the index and the gateway; picks a free one by default. */
  readonly port?: number | undefined
  /** Whether to publish the sample packages; true by default. */
  readonly samples?: boolean | undefined
  /** Seconds between two blocks; by default every transaction gets its own block at once. */
  readonly blockSeconds?: number | undefined
  /** A folder to keep all of it in, and to go on from; by default nothing is kept. */
  readonly keep?: string | undefined
  readonly report?: ((step: IndexerStep) => void) | undefined
}

/** A registry of your own on this machine: a chain with the contract, an IPFS node, and an index. */
export interface DevRegistry {
  /** As `registry chains add` takes it. */
  readonly place: ChainPlace
  /** The index over Streamable HTTP (MCP). */
  readonly mcpUrl: string
  /** A trustless gateway to the files, without `/ipfs/`. */
  readonly gatewayUrl: string
  /** The addresses of the IPFS node. */
  readonly peers: readonly string[]
  /** What was published here so far. */
  readonly published: readonly RegistryRecord[]
  /** What the index answers from. */
  readonly store: IndexStore
  /** Gives an address some of the chain's worthless money: `wei` is its balance afterwards. */
  fund(address: string, wei: bigint): Promise<void>
  /**
   * Adds a signed package to the node and publishes it, paid for by the first sample account. Errors:
   * `package_rejected`, those of `send`.
   */
  publish(bytes: Uint8Array): Promise<RegistryRecord>
  /** Does something else as the first sample account, such as a vote. Errors: those of `send`. */
  write(call: RegistryCall): Promise<ChainReceipt>
  /** Waits until the index has read the whole chain and judged all of it. */
  settled(): Promise<void>
  /** Settles when a part of it ended unexpectedly. */
  readonly ended: Promise<unknown>
  /** Stops all parts, and removes their files. */
  stop(): Promise<void>
}

const RICH = 10n ** 20n
const POLL_MS = 100
const CHAIN_FILE = 'chain.json'
const IPFS_FOLDER = 'ipfs'
const LOOPBACK = '/ip4/127.0.0.1/tcp/0'

/**
 * Starts a registry for trying things out, all of it on loopback. One that is kept goes on under its addresses.
 *
 * @throws SatchelError `file_exists` if `keep` holds something else, `local_chain_missing`, `local_chain_failed`, `port_taken`, `ipfs_unreachable`
 */
export const startDevRegistry = async (options: DevOptions): Promise<DevRegistry> => {
  const { listen, port = 0, samples = true, blockSeconds, keep, report = () => undefined } = options
  const ending = new AbortController()
  /** What to stop, in reverse order. */
  const ends: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    ending.abort()
    const failures: unknown[] = []
    for (const end of ends.splice(0).reverse())
      await end().catch((thrown: unknown) => {
        failures.push(thrown)
      })
    if (failures.length > 0) throw new AggregateError(failures, 'not all of it could be ended')
  }

  try {
    const folder = keep ?? (await mkdtemp(join(tmpdir(), 'satchel-dev-')))
    const before = keep === undefined ? null : openKept(keep)
    const at = (name: string): string => join(folder, name)
    if (keep === undefined) ends.push(() => rm(folder, { recursive: true, force: true }))
    // What a start that was cut off left behind.
    else if (before === null)
      for (const part of [CHAIN_FILE, IPFS_FOLDER, INDEX_FILE, `${INDEX_FILE}-wal`, `${INDEX_FILE}-shm`])
        await rm(at(part), { recursive: true, force: true })
    const local = await startLocalChain({
      blockSeconds,
      state: keep === undefined ? undefined : at(CHAIN_FILE),
      port: before === null ? undefined : Number(new URL(before.place.rpcUrl).port),
    })
    ends.push(() => local.stop())
    const ground = openGround({
      settings: {
        ipfs: { embedded: true, listen: LOOPBACK, peers: [], kuboUrl: '', gateways: [] },
        developmentHosts: [],
        embeddingModel: 'none',
        ollamaUrl: 'http://127.0.0.1:11434',
        keepAliveMinutes: null,
        modelEndpoints: [],
      },
      ipfsDir: at(IPFS_FOLDER),
    })
    ends.push(() => ground.close())
    const { guard, ipfs } = ground
    const [place] = await Promise.all([
      before?.place ?? deployLocally(local, guard).then((registry) => registry.place),
      ipfs.start(),
    ])
    const chain = openChain(place, guard)
    const fund: DevRegistry['fund'] = (address, wei) => fundLocally(place, guard, { address, wei })

    const store = await openWritableIndex(at(INDEX_FILE))
    ends.push(() => store.close())
    const indexer = await createIndexer({
      ...ground,
      store,
      place,
      report,
      pollMs: POLL_MS,
    })
    const running = indexer.run(ending.signal)
    ends.push(() => running)

    const http = await createIndexService({
      store,
      meaning: null,
      report: (problem) => {
        report({ kind: 'failed', problem, ms: 0 })
      },
    }).http()
    ends.push(() => http.close())
    const gateway = createDevGateway(ground.fetchFile)
    const listening = await listen({
      port: port === 0 ? (before?.port ?? 0) : port,
      answer: (request) =>
        new URL(request.url).pathname.startsWith('/ipfs/') ? gateway(request) : http.answer(request),
    })
    ends.push(() => listening.close())

    const accounts = [createMemoryAccount(), createMemoryAccount()] as const
    for (const { address } of accounts) await fund(address, RICH)
    const published: RegistryRecord[] = [...(before?.published ?? [])]
    const publishAs = async (account: ChainSigner, bytes: Uint8Array): Promise<RegistryRecord> => {
      const { package: acp, problems } = verifyPackageFile(bytes, 'package.acp.yaml')
      if (acp === null)
        throw new SatchelError('package_rejected', {
          params: { file: 'package.acp.yaml', problem: problems[0]?.message ?? '' },
          details: { problems },
        })
      const { record } = packPackage(bytes, acp)
      await ipfs.add(bytes)
      const { cap_uri: capUri, semver, cid, sha256, author_did: authorDid } = record
      await send(chain, account, publishCall({ capUri, semver, cid, sha256, authorDid }))
      published.push(record)
      return record
    }
    if (samples && before === null) {
      const versions = await makeSamples([createMemorySigner(), createMemorySigner()])
      // One account after another would take twice as long; each account keeps its own order.
      await Promise.all(
        accounts.map(async (account, by) => {
          for (const version of versions.filter((one) => one.by === by)) {
            const { cap_uri: capUri, semver } = await publishAs(account, version.bytes)
            if (version.yanked !== null)
              await send(chain, account, yankCall({ capUri, semver, reason: version.yanked }))
          }
        }),
      )
    }

    if (keep !== undefined) writeKept(keep, { place, port: listening.port, published })

    const settled = async (): Promise<void> => {
      const head = Number(await chain.client.getBlockNumber())
      for (;;) {
        ending.signal.throwIfAborted()
        const [position, waiting] = await Promise.all([store.position(), store.due(Date.now(), 1)])
        if (position !== null && position.number >= head && waiting.length === 0) return
        await pause(POLL_MS / 2)
      }
    }
    const { addresses } = (await ipfs.status()).embedded
    const origin = `http://127.0.0.1:${String(listening.port)}`
    return {
      place,
      mcpUrl: `${origin}/mcp`,
      gatewayUrl: origin,
      peers: addresses,
      published,
      store,
      fund,
      publish: (bytes) => publishAs(accounts[0], bytes),
      write: (call) => send(chain, accounts[0], call),
      settled,
      ended: Promise.race([local.ended, running]),
      stop,
    }
  } catch (thrown) {
    await stop().catch(() => undefined) // the error that kept it from starting matters more
    throw thrown
  }
}

const RAW = 'application/vnd.ipld.raw'
const PATH = /^\/ipfs\/([A-Za-z0-9]{8,128})$/

/** A trustless gateway over `fetchFile`: raw blocks only, for the client to verify. */
const createDevGateway =
  (fetchFile: FetchFile) =>
  async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const [, cid = ''] = PATH.exec(pathname) ?? []
    const wantsRaw = searchParams.get('format') === 'raw' || request.headers.get('accept') === RAW
    if (request.method !== 'GET' || cid === '' || !wantsRaw) return new Response(null, { status: 406 })
    try {
      const bytes = await fetchFile(parseCid(cid).toString(), { signal: request.signal })
      return new Response(Buffer.from(bytes), { headers: { 'content-type': RAW } })
    } catch (thrown) {
      const { code } = toSatchelError(thrown)
      const status = code === 'cid_invalid' ? 400 : code === 'internal' ? 500 : 404
      return new Response(code, { status })
    }
  }
