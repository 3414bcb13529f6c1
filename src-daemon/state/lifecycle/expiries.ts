import { z } from 'zod'
import type { Engine } from '../objects/engine.ts'
import type { Schema } from '../schema/schema.ts'
import type { Expiry } from '../../contract/state-lifecycle.ts'
import { rowOf, VIEW_COLUMNS, type ViewRow } from '../view/rows.ts'
import { entriesLeave, entriesOf, entryClockOf, entryExpiresAt, timestampOf } from '../view/expiry.ts'
import { mapItems, retained, type Retained, retainedUntil } from './retention.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Logs and maps are few and large; if there are more, the report covers those changed longest ago. */
const MAX_READ = 200

interface Ends {
  readonly next: number | null
  readonly soon: number
}

type ExpiriesEngine = Pick<Engine, 'visibility' | 'schemas' | 'statement' | 'log'>

/** What expires, and when, for every schema with an expiry (asm.md 7). */
export const expiriesOf = (engine: ExpiriesEngine): Expiry[] =>
  engine.schemas.all().flatMap((schema): Expiry[] => {
    const { ttl, retention, compression } = schema.annotations
    if (ttl === null && retention === null && compression === null) return []
    const { next, soon } = endsOf(engine, schema, engine.visibility.nowFor(schema))
    return [
      {
        schemaUri: schema.uri,
        scope: schema.scope,
        ttl: ttl?.text ?? null,
        retention: retention && {
          window: retention.window.text,
          strategy: retention.strategy,
          known: retention.known,
        },
        compression,
        next: next === null ? null : new Date(next).toISOString(),
        soon,
      },
    ]
  })

const endsOf = (engine: ExpiriesEngine, schema: Schema, now: number): Ends => {
  const { ttl, retention } = schema.annotations
  if (entriesLeave(schema)) return endsAmong(now, rowsOf(engine, schema).flatMap(entryEnds(engine, schema)))
  const window = retention?.known === true ? retention.window : null
  const windowEnds =
    window === null
      ? []
      : rowsOf(engine, schema).flatMap((row) =>
          retainedValues(schema, row).flatMap((value) => retainedUntil(value, window) ?? []),
        )
  const byWindow = endsAmong(now, windowEnds)
  if (ttl === null) return byWindow
  const byTtl = indexedEnds(engine, schema, now)
  const nexts = [byTtl.next, byWindow.next].filter((next) => next !== null)
  return { next: nexts.length === 0 ? null : Math.min(...nexts), soon: byTtl.soon + byWindow.soon }
}

const entryEnds =
  (engine: ExpiriesEngine, schema: Schema) =>
  (row: ViewRow): number[] => {
    const appended = entryClockOf(engine.log, schema, row.id)
    return entriesOf(schema, row).flatMap((entry) => {
      const from = timestampOf(entry) ?? appended(entry) ?? Date.parse(row.updatedAt)
      return entryExpiresAt(schema, entry, from) ?? []
    })
  }

/** Every value under the retention rule. */
const retainedValues = (schema: Schema, row: ViewRow): Retained[] => {
  const lastChange = Date.parse(row.updatedAt)
  const isMap = schema.annotations.container === 'map' && schema.members.length > 0
  return isMap
    ? mapItems(schema, row.object).map(({ path, value, use }) =>
        retained(path[1], value, { lastChange, use }),
      )
    : [retained(row.id, row.object, { lastChange, written: lastChange })]
}

const endsAmong = (now: number, ends: readonly number[]): Ends => {
  // Expired data is removed at once, so it isn't what expires next.
  const coming = ends.filter((end) => end >= now)
  const next = coming.reduce<number | null>(
    (least, end) => (least === null || end < least ? end : least),
    null,
  )
  return { next, soon: coming.filter((end) => end <= now + WEEK_MS).length }
}

const indexedEnds = ({ statement }: ExpiriesEngine, { view }: Schema, now: number): Ends =>
  z.object({ next: z.int().nullable(), soon: z.int() }).parse(
    statement(
      `SELECT (SELECT min(expires_at) FROM ${view} WHERE expires_at >= $now) AS next,
       (SELECT count(*) FROM ${view} WHERE expires_at BETWEEN $now AND $soon AND deleted = 0) AS soon`,
    ).get({ now, soon: now + WEEK_MS }),
  )

const rowsOf = ({ statement }: ExpiriesEngine, { view }: Schema): ViewRow[] =>
  statement(
    `SELECT ${VIEW_COLUMNS} FROM ${view} WHERE deleted = 0 ORDER BY updated_at LIMIT ${String(MAX_READ)}`,
  )
    .raw()
    .all()
    .map(rowOf)
