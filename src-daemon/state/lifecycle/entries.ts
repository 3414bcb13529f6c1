import type { Engine } from '../objects/engine.ts'
import { clockToMs } from '../base/time.ts'
import type { Change } from '../log/types.ts'
import { timeOf } from '../policies/types.ts'
import type { Json } from '../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewRow } from '../view/rows.ts'
import { forget } from './forget.ts'
import {
  appendedBy,
  entriesLeave,
  entriesOf,
  entryClockOf,
  entryExpiresAt,
  isAppend,
  isExpired,
  timestampOf,
  visible,
} from '../view/expiry.ts'

/**
 * Purges the changes of a log all of whose entries have expired. The caller holds the transaction.
 *
 * @returns how many entries expired, and the bytes of content that were freed
 */
export const purgeEntries = (
  engine: Pick<Engine, 'log' | 'statement' | 'merge'>,
  schema: Schema,
  row: ViewRow,
  now: number,
): { entries: number; bytes: number } => {
  if (!entriesLeave(schema) || expiredEntries(engine, schema, row, now) === 0) return { entries: 0, bytes: 0 }
  const changes = engine.log.ofObject(schema.row, row.id)
  const isGone = (entry: Json, change: Change): boolean =>
    isExpired(entryExpiresAt(schema, entry, clockToMs(timeOf(change))), now)
  const spent = changes.filter((change) => {
    const entries = appendedBy(schema, change)
    return change.kind === 'update' && entries.length > 0 && entries.every((entry) => isGone(entry, change))
  })
  const pure = spent.filter(({ ops }) => ops?.every((op) => isAppend(schema, op)) === true)
  const bytes = forget({
    engine,
    schema,
    id: row.id,
    changes,
    // A change may also have set a field, such as `updatedAt`, which was usually set again since.
    candidates: [new Set(spent), new Set(spent.slice(0, -1)), new Set(pure)],
    reading: (object) =>
      visible(schema, object, {
        now,
        lastChange: Date.parse(row.updatedAt),
        appended: entryClockOf(engine.log, schema, row.id),
      }),
  })
  const entries = bytes === 0 ? 0 : spent.reduce((sum, change) => sum + appendedBy(schema, change).length, 0)
  return { entries, bytes }
}

/** Number of expired entries that are still in the row. */
const expiredEntries = (engine: Pick<Engine, 'log'>, schema: Schema, row: ViewRow, now: number): number => {
  const appended = entryClockOf(engine.log, schema, row.id)
  const lastChange = Date.parse(row.updatedAt)
  const from = (entry: Json): number =>
    timestampOf(entry) === null ? (appended(entry) ?? lastChange) : lastChange
  return entriesOf(schema, row).filter((entry) => isExpired(entryExpiresAt(schema, entry, from(entry)), now))
    .length
}
