import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createFollower } from '../../src-daemon/registry/indexer/follow.ts'
import { openSqliteIndex } from '../../src-daemon/registry/indexer/sqlite/index.ts'
import { rawCid } from './cid.ts'
import { verifyPublished } from '../../src-daemon/registry/indexer/verify.ts'
import type { ChainEvents, PublishedEvent } from '../../src-daemon/registry/indexer/types.ts'
import { fiveKilobytes } from '../packages/package-file.ts'
import type { Frame } from '../frame.ts'

/** A source far away: each page and each file takes a round trip. */
const ROUND_TRIP_MS = 25
const PER_PAGE = 500
const RUNS = 5

/** Indexing what was published, against only verifying it; and the same where everything comes from far away. */
export const indexingRows = async (
  frame: Frame,
  { directory, count }: { directory: string; count: number },
): Promise<void> => {
  const files = new Map<string, Uint8Array>()
  const events: PublishedEvent[] = []
  const made = await fiveKilobytes(count)
  for (const [at, bytes] of made.entries()) {
    const cid = rawCid(bytes)
    files.set(cid, bytes)
    const text = Buffer.from(bytes).toString('utf8')
    events.push({
      kind: 'published',
      block: at,
      blockHash: `0x${String(at)}`,
      logIndex: 0,
      tx: `0x${String(at)}`,
      capUri: 'did:nuwa:cap:garden',
      semver: `1.2.${String(1000 + at)}`,
      cid,
      sha256: hash('sha256', bytes),
      publisher: '0x01',
      authorDid: /did: "?(did:key:[A-Za-z0-9]+)/.exec(text)?.[1] ?? '',
    })
  }
  const keyOf = (): Promise<never> => Promise.reject(new Error('nobody is asked'))
  const chainOf = (trip: number): ChainEvents => ({
    blockHash: (number) => Promise.resolve(`0x${String(number)}`),
    pages: async function* ({ from }) {
      for (let at = from; at < events.length; at += PER_PAGE) {
        if (trip > 0) await wait(trip)
        const page = events.slice(at, at + PER_PAGE)
        const last = at + page.length - 1
        yield { from: at, to: { number: last, hash: `0x${String(last)}` }, events: page }
      }
    },
  })
  let round = 0
  const index = async (trip: number): Promise<number> => {
    const path = join(directory, `indexing-${String((round += 1))}.db`)
    const store = openSqliteIndex({ path })
    const started = performance.now()
    await createFollower({
      store,
      chain: chainOf(trip),
      fetchFile: async (cid) => {
        if (trip > 0) await wait(trip)
        return files.get(cid) ?? Promise.reject(new Error(cid))
      },
      keyOf,
      startBlock: 0,
      embedder: () => Promise.resolve(null),
      now: Date.now,
      report: (step) => {
        if (step.kind === 'embedding_failed' || step.kind === 'refused')
          throw new Error(step.kind, { cause: step })
      },
    }).catchUp(new AbortController().signal)
    const taken = performance.now() - started
    const { versions } = await store.statistics()
    await store.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    if (versions.verified !== count)
      throw new Error(`${String(versions.verified)} of ${String(count)} are verified`)
    return taken / count
  }
  const verify = async (): Promise<number> => {
    const started = performance.now()
    for (const event of events) await verifyPublished(event, files.get(event.cid) ?? new Uint8Array(), keyOf)
    return (performance.now() - started) / count
  }
  await frame.compare({
    what: 'one package of 5 KB followed, verified and indexed (reference: verified alone)',
    unit: 'ms',
    ours: () => index(0),
    reference: verify,
    bar: { atMostTimesReference: 1 / 0.7 },
    runs: RUNS,
  })
  await frame.compare({
    what: `the same with ${String(ROUND_TRIP_MS)} ms to every page and file`,
    unit: 'ms',
    ours: () => index(ROUND_TRIP_MS),
    reference: verify,
    bar: { atMostTimesReference: 1 / 0.7 },
    runs: RUNS,
  })
}
