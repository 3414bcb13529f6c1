import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFollower } from '../../src-daemon/registry/indexer/follow.ts'
import { openSqliteIndex } from '../../src-daemon/registry/indexer/sqlite/index.ts'
import type { ChainEvents } from '../../src-daemon/registry/indexer/types.ts'
import { createVerifiers, startVerifier } from '../../src-daemon/registry/indexer/verifying/verifiers.ts'
import { verifyPublished } from '../../src-daemon/registry/indexer/verifying/verify.ts'
import { fiveKilobytes } from '../packages/package-file.ts'
import { rawCid } from './cid.ts'

/** A package as its record in a registry says it. */
export interface Publication {
  readonly bytes: Uint8Array
  readonly capUri: string
  readonly semver: string
  readonly cid: string
  readonly sha256: string
  readonly authorDid: string
}

/** Versions of one capability or of several, of 5 KB each. */
export const makePublications = async (count: number, of: { names?: number } = {}): Promise<Publication[]> =>
  (await fiveKilobytes(count, of)).map((bytes) => {
    const text = Buffer.from(bytes).toString('utf8')
    const [, capUri = '', semver = ''] = /id: (did:nuwa:cap:[a-z0-9-]+)@([0-9.]+)/.exec(text) ?? []
    const [, authorDid = ''] = /did: "?(did:key:[A-Za-z0-9]+)/.exec(text) ?? []
    return { bytes, capUri, semver, cid: rawCid(bytes), sha256: hash('sha256', bytes), authorDid }
  })

const keyOf = (): Promise<never> => Promise.reject(new Error('nobody is asked'))

/** Milliseconds that verifying takes, one after the other. */
export const verifyAll = async (publications: readonly Publication[]): Promise<number> => {
  const started = performance.now()
  for (const one of publications) await verifyPublished(one, one.bytes, keyOf)
  return performance.now() - started
}

/** Verified before the clock starts: a thread's code is compiled with the first ones. */
const WARM = 200

let round = 0

export interface Followed {
  /** Milliseconds until a new index has all of them from a chain, each file fetched and verified. */
  readonly taken: number
  /** The part of it, 0 to 1, in which the thread that verifies had nothing to verify. */
  readonly idle: number
}

/** Follows like the indexer, with one verifying thread, because the reference also works sequentially. */
export const followAll = async (input: {
  readonly directory: string
  readonly publications: readonly Publication[]
  readonly chain: ChainEvents
  readonly startBlock: number
  /** Before each file comes. */
  readonly roundTrip: () => Promise<unknown>
}): Promise<Followed> => {
  const { directory, publications, chain, startBlock, roundTrip } = input
  const files = new Map(publications.map(({ cid, bytes }) => [cid, bytes]))
  const path = join(directory, `following-${String((round += 1))}.db`)
  const store = openSqliteIndex({ path })
  const worker = startVerifier()
  const verifiers = createVerifiers({ keyOf, threads: 1, start: () => worker })
  // The reference has loaded its code as well.
  for (const one of publications.slice(0, WARM)) await verifiers.verify(one, one.bytes)
  const before = worker.performance.eventLoopUtilization()
  const started = performance.now()
  await createFollower({
    store,
    chain,
    fetchFile: async (cid) => {
      await roundTrip()
      return files.get(cid) ?? Promise.reject(new Error(cid))
    },
    verify: verifiers.verify,
    startBlock,
    embedder: () => Promise.resolve(null),
    now: Date.now,
    report: (step) => {
      if (step.kind === 'embedding_failed' || step.kind === 'refused')
        throw new Error(step.kind, { cause: step })
    },
  }).catchUp(new AbortController().signal)
  const taken = performance.now() - started
  const { utilization } = worker.performance.eventLoopUtilization(before)
  await verifiers.close()
  const { versions } = await store.statistics()
  await store.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  if (versions.verified !== publications.length)
    throw new Error(`${String(versions.verified)} of ${String(publications.length)} are verified`)
  return { taken, idle: 1 - utilization }
}
