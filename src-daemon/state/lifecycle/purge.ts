import { z } from 'zod'
import type { Engine } from '../objects/engine.ts'
import type { Schema } from '../schema/schema.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'
import { rowOf, VIEW_COLUMNS, type ViewRow } from '../view/rows.ts'
import { purgeEntries } from './entries.ts'
import { RETENTION } from '../log/stamp.ts'
import { evictItems } from './eviction.ts'
import { evictable, retained, type Retained } from './retention.ts'
import { entriesLeave } from '../view/expiry.ts'

const EXPIRED: ChangeOrigin = { kind: 'system', reason: 'ttl' }
/** Objects read at a time. */
const PAGE = 50
/** Objects of a schema sorted before the first is evicted; the rest is handled by the next run. */
const MAX_ORDERED = 20_000

export type PurgeEngine = Pick<
  Engine,
  'statement' | 'schemas' | 'log' | 'transactions' | 'objects' | 'merge' | 'visibility' | 'confirmed'
>

const NOTHING: PurgeReport = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }

/**
 * Removes what has expired (asm.md 7), in small transactions: each step is complete, so stopping anywhere, even by a
 * crash, leaves the rest for the next run. A step continues for `stepMs` if there is enough to do; a log is one step,
 * since its remainder is read as a whole. It uses the confirmed time.
 */
export function* purgeSteps(engine: PurgeEngine, stepMs: number): Generator<PurgeReport, void, undefined> {
  for (const schema of engine.schemas.all()) {
    const { ttl, retention } = schema.annotations
    if (entriesLeave(schema)) yield* purgeLogs(engine, schema)
    else {
      if (ttl !== null) yield* removeExpired(engine, schema, stepMs)
      if (retention?.known === true) yield* evict(engine, schema, stepMs)
    }
  }
}

function* purgeLogs(engine: PurgeEngine, schema: Schema): Generator<PurgeReport> {
  for (const id of idsOf(engine, schema)) {
    const { entries, bytes } = engine.transactions.atomically(() => {
      const row = rowById(engine, schema, id)
      if (row === null) return { entries: 0, bytes: 0 }
      const now = engine.confirmed.now()
      const purged = purgeEntries(engine, schema, row, now)
      if (purged.entries > 0) engine.visibility.cleared(schema, now)
      return purged
    })
    yield { ...NOTHING, expired: entries, bytesFreed: bytes }
  }
}

/**
 * Deleted for good, by a change, so that other replicas get the same result, even one that has changed the object since
 * without knowing.
 */
function* removeExpired(engine: PurgeEngine, schema: Schema, stepMs: number): Generator<PurgeReport> {
  const page = (): string[] =>
    z
      .array(z.string())
      .parse(
        engine
          .statement(`SELECT id FROM ${schema.view} WHERE expires_at < ? ORDER BY expires_at LIMIT ?`)
          .pluck()
          .all(engine.confirmed.now(), PAGE),
      )
  for (let ids = page(); ids.length > 0; ids = page())
    for (let left: readonly string[] = ids; left.length > 0;) {
      const { removed, bytes, rest } = removeSome(engine, schema, left, EXPIRED, stepMs)
      yield { ...NOTHING, expired: removed, bytesFreed: bytes }
      left = rest
    }
}

function* evict(engine: PurgeEngine, schema: Schema, stepMs: number): Generator<PurgeReport> {
  if (schema.annotations.container === 'map' && schema.members.length > 0) {
    yield* evictFromMaps(engine, schema)
    return
  }
  const window = schema.annotations.retention?.window
  if (window === undefined) return
  const found: Retained[] = []
  for (const rows of pagesOf(engine, schema)) {
    for (const { id, deleted, object, updatedAt } of rows) {
      const lastChange = Date.parse(updatedAt)
      if (!deleted) found.push(retained(id, object, { lastChange, written: lastChange }))
    }
    yield NOTHING
    if (found.length >= MAX_ORDERED) break
  }
  const now = engine.confirmed.now()
  let left: readonly string[] = evictable(found, window, now).map(({ key }) => key)
  while (left.length > 0) {
    const { removed, bytes, rest } = removeSome(engine, schema, left, RETENTION, stepMs)
    yield { ...NOTHING, evicted: removed, bytesFreed: bytes }
    left = rest
  }
}

function* evictFromMaps(engine: PurgeEngine, schema: Schema): Generator<PurgeReport> {
  for (const id of idsOf(engine, schema))
    for (let evicted = PAGE; evicted > 0;) {
      evicted = engine.transactions.atomically(() => {
        const row = rowById(engine, schema, id)
        return row === null || row.deleted ? 0 : evictItems(engine, schema, row, engine.confirmed.now())
      })
      yield { ...NOTHING, evicted }
    }
}

/**
 * Removes items, at least one, and returns those there was no time for: expired ones for good, evicted ones so that it
 * can be undone.
 */
const removeSome = (
  engine: PurgeEngine,
  schema: Schema,
  ids: readonly string[],
  origin: ChangeOrigin,
  stepMs: number,
): { removed: number; bytes: number; rest: readonly string[] } => {
  const size = (): number =>
    z
      .int()
      .parse(
        engine
          .statement(
            `SELECT coalesce((SELECT bytes FROM state_space_now WHERE schema = ?), 0) + coalesce((SELECT bytes FROM state_view_totals_now WHERE view = ?), 0)`,
          )
          .pluck()
          .get(schema.row, schema.view),
      )
  const until = performance.now() + stepMs
  return engine.transactions.atomically(() => {
    const before = size()
    let removed = 0
    let seen = 0
    for (const id of ids) {
      if (seen > 0 && performance.now() > until) break
      seen += 1
      if (rowById(engine, schema, id) === null) continue
      const mode = origin === EXPIRED ? 'hard' : 'soft'
      engine.transactions.announce(engine.objects.remove(schema, id, mode, origin))
      removed += 1
    }
    if (origin === EXPIRED && removed > 0) engine.visibility.cleared(schema, engine.confirmed.now())
    return { removed, bytes: Math.max(0, before - size()), rest: ids.slice(seen) }
  })
}

const rowById = (engine: Pick<Engine, 'statement'>, schema: Schema, id: string): ViewRow | null => {
  const raw = engine.statement(`SELECT ${VIEW_COLUMNS} FROM ${schema.view} WHERE id = ?`).raw().get(id)
  return raw === undefined ? null : rowOf(raw)
}

/** All objects of a schema, a page at a time: rows can't be read while others are written. */
function* pagesOf(engine: Pick<Engine, 'statement'>, schema: Schema): Generator<ViewRow[]> {
  for (let last = 0; ;) {
    const rows = engine
      .statement(`SELECT ${VIEW_COLUMNS} FROM ${schema.view} WHERE row > ? ORDER BY row LIMIT ?`)
      .raw()
      .all(last, PAGE)
      .map(rowOf)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.row ?? last
  }
}

function* idsOf(engine: Pick<Engine, 'statement'>, schema: Schema): Generator<string> {
  for (let last = 0; ;) {
    const rows = z
      .array(z.object({ row: z.int(), id: z.string() }))
      .parse(
        engine
          .statement(`SELECT row, id FROM ${schema.view} WHERE row > ? ORDER BY row LIMIT ?`)
          .all(last, PAGE),
      )
    for (const { id } of rows) yield id
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.row
  }
}
