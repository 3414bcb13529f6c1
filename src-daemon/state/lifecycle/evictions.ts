/** Evictions that can still be undone: which there are, and since when. */
import { z } from 'zod'
import type { Engine } from '../objects/engine.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'
import { purgeEvicted } from './eviction.ts'

/** How long the content of an eviction is kept, in confirmed time, so that it can be undone. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Name of the setting with the position of the last recorded one. */
const SEEN = 'evictions_seen'
const NOTHING: PurgeReport = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }

export type EvictionsEngine = Pick<
  Engine,
  'statement' | 'schemas' | 'log' | 'transactions' | 'objects' | 'merge' | 'confirmed'
>

/**
 * Purges the content of evictions, this device's and others', thirty days after they were met here; `isAsked`: of all of
 * them at once. Steps are complete, like those of `purgeSteps`.
 */
export function* evictionSteps(engine: EvictionsEngine, isAsked: boolean): Generator<PurgeReport> {
  const { statement, transactions, confirmed } = engine
  transactions.atomically(() => {
    noteNew(engine)
  })
  const upTo = isAsked ? Number.MAX_SAFE_INTEGER : confirmed.now() - KEPT_MS
  const due = z
    .array(z.int())
    .parse(
      statement('SELECT position FROM state_evictions WHERE since < ? ORDER BY position').pluck().all(upTo),
    )
  for (const position of due) {
    const bytesFreed = transactions.atomically(() => {
      statement('DELETE FROM state_evictions WHERE position = ?').run(position)
      return purgeAt(engine, position)
    })
    yield { ...NOTHING, bytesFreed }
  }
}

/** Writes down the evictions that came since the last time. */
const noteNew = ({ statement, log, confirmed }: EvictionsEngine): void => {
  const key = statement('SELECT value FROM state_meta WHERE key = ?').pluck()
  const seen = Number(key.get(SEEN) ?? 0)
  const found = log.positionsOf('retention', seen)
  const last = found.at(-1)
  if (last === undefined) return
  for (const position of found)
    statement('INSERT OR IGNORE INTO state_evictions (position, since) VALUES (?, ?)').run(
      position,
      confirmed.now(),
    )
  statement(
    'INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  ).run(SEEN, Buffer.from(String(last)))
}

const purgeAt = (engine: EvictionsEngine, position: number): number => {
  const eviction = engine.log.at(position)
  const schema = engine.schemas.all().find(({ row }) => row === eviction?.schema)
  if (eviction === null || schema === undefined) return 0
  const pending = engine.statement('SELECT 1 FROM state_evictions WHERE position = ?')
  return purgeEvicted(engine, schema, eviction, (other) => pending.get(other) !== undefined)
}
