import BetterSqlite3 from 'better-sqlite3'
import { createVectorIndex } from '../../src-daemon/registry/indexer/vectors/vector-index.ts'
import type { Frame } from '../frame.ts'
import { loadPeer } from '../peer.ts'
import { median } from '../statistics.ts'
import { createDice } from './packages.ts'

const DIMENSIONS = 384
const NEAREST = 5

/** The five nearest of many vectors, exactly, against sqlite-vec's own exact search over the same. */
export const vectorRows = async (
  frame: Frame,
  { count, quick }: { count: number; quick: boolean },
): Promise<void> => {
  const { next } = createDice(5)
  const make = (): Float32Array => {
    // Sums of some are near to normal, as the numbers of embeddings are.
    const vector = Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next() - 1.5)
    const length = Math.hypot(...vector)
    return vector.map((one) => one / length)
  }
  const index = createVectorIndex(DIMENSIONS)
  const db = new BetterSqlite3(':memory:')
  const sqliteVec = loadPeer('sqlite-vec') as { load(into: BetterSqlite3.Database): void }
  sqliteVec.load(db)
  db.exec(
    `CREATE VIRTUAL TABLE vectors USING vec0 (id INTEGER PRIMARY KEY, vector FLOAT[${String(DIMENSIONS)}] distance_metric=cosine)`,
  )
  const insert = db.prepare('INSERT INTO vectors (id, vector) VALUES (?, ?)')
  db.transaction(() => {
    for (let id = 1; id <= count; id += 1) {
      const vector = make()
      index.add(id, vector)
      insert.run(BigInt(id), Buffer.from(vector.buffer))
    }
  })()
  const select = db.prepare<[Buffer, number], { id: number }>(
    'SELECT id FROM vectors WHERE vector MATCH ? ORDER BY distance LIMIT ?',
  )
  const queries = Array.from({ length: quick ? 5 : 20 }, make)
  const theirs = (query: Float32Array): number[] =>
    select.all(Buffer.from(query.buffer), NEAREST).map(({ id }) => id)
  const ours = (query: Float32Array): number[] => index.nearest(query, NEAREST).map(({ id }) => id)
  try {
    for (const query of queries)
      if (ours(query).join() !== theirs(query).join()) throw new Error('the nearest are not the same')
    const timed = (ask: (query: Float32Array) => unknown): number =>
      median(
        queries.map((query) => {
          const started = performance.now()
          ask(query)
          return performance.now() - started
        }),
      )
    await frame.compare({
      what: `exact top ${String(NEAREST)} of ${count.toLocaleString('en')} x ${String(DIMENSIONS)} (reference: sqlite-vec)`,
      unit: 'ms',
      ours: () => timed(ours),
      reference: () => timed(theirs),
      bar: { atMostTimesReference: 0.5 },
    })
  } finally {
    db.close()
  }
}
