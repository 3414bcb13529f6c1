import type { Engine } from '../engine.ts'
import { clockToMs } from '../log/clock.ts'
import type { Change, Op } from '../log/types.ts'
import { memberOf, toJsonObject, type Json } from '../json.ts'
import type { Schema } from '../schema/schemas.ts'
import type { JsonRecord, StateObject } from '../../contract/state.ts'
import type { ViewRow } from '../view/view.ts'
import { forget } from './forget.ts'
import {
  entriesLeave,
  entryExpiresAt,
  entryKey,
  isExpired,
  timestampOf,
  visible,
  type EntryClock,
} from './ttl.ts'

/**
 * When each entry of a log was appended, for those that do not say it themselves: told by the log (asm.md 7.1). Looked up
 * only when an entry without a `timestamp` is met.
 */
export const entryClockOf = (
  engine: Pick<Engine, 'log'>,
  schema: Pick<Schema, 'row' | 'members'>,
  id: string,
): EntryClock => {
  let known: Map<string, number> | undefined
  const read = (): Map<string, number> => {
    const clocks = new Map<string, number>()
    for (const change of engine.log.ofObject(schema.row, id))
      for (const entry of appendedBy(schema, change)) {
        const key = entryKey(entry)
        // The same entry twice is the first.
        if (!clocks.has(key)) clocks.set(key, clockToMs(change.clock))
      }
    return clocks
  }
  return (entry) => (known ??= read()).get(entryKey(entry)) ?? null
}

/** An earlier version of an object without the entries that expired since; of what is no log, the whole. */
export const withoutExpiredEntries = (
  engine: Pick<Engine, 'log' | 'now'>,
  schema: Schema,
  { id, object, updatedAt }: Pick<StateObject, 'id' | 'object' | 'updatedAt'>,
): JsonRecord => {
  if (!entriesLeave(schema)) return object
  const whole = toJsonObject(object)
  const at = {
    now: engine.now(),
    lastChange: Date.parse(updatedAt),
    appended: entryClockOf(engine, schema, id),
  }
  return visible(schema, whole, at) ?? whole
}

/**
 * Forgets the changes of a log all of whose entries expired. The caller holds the transaction.
 *
 * @returns how many entries expired, and the bytes of content that were freed
 */
export const purgeEntries = (
  engine: Pick<Engine, 'log' | 'statement' | 'fold' | 'refold'>,
  schema: Schema,
  row: ViewRow,
  now: number,
): { entries: number; bytes: number } => {
  if (!entriesLeave(schema) || expiredEntries(engine, schema, row, now) === 0) return { entries: 0, bytes: 0 }
  const changes = engine.log.ofObject(schema.row, row.id)
  const isGone = (entry: Json, change: Change): boolean =>
    isExpired(entryExpiresAt(schema, entry, clockToMs(change.clock)), now)
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
    // A change can also have set a field, such as `updatedAt`, which most often was set again since.
    candidates: [new Set(spent), new Set(spent.slice(0, -1)), new Set(pure)],
    reading: (object) =>
      visible(schema, object, {
        now,
        lastChange: Date.parse(row.updatedAt),
        appended: entryClockOf(engine, schema, row.id),
      }),
  })
  const entries = bytes === 0 ? 0 : spent.reduce((sum, change) => sum + appendedBy(schema, change).length, 0)
  return { entries, bytes }
}

/** How many entries that still stand in the row are expired. */
const expiredEntries = (engine: Pick<Engine, 'log'>, schema: Schema, row: ViewRow, now: number): number => {
  const appended = entryClockOf(engine, schema, row.id)
  const lastChange = Date.parse(row.updatedAt)
  const from = (entry: Json): number =>
    timestampOf(entry) === null ? (appended(entry) ?? lastChange) : lastChange
  return entriesOf(schema, row).filter((entry) => isExpired(entryExpiresAt(schema, entry, from(entry)), now))
    .length
}

/** All entries of the lists of a log. */
export const entriesOf = (schema: Pick<Schema, 'members'>, { object }: Pick<ViewRow, 'object'>): Json[] =>
  schema.members.flatMap((name) => {
    const list = memberOf(object, name)
    return Array.isArray(list) ? list : []
  })

const appendedBy = (schema: Pick<Schema, 'members'>, { ops }: Change): Json[] =>
  (ops ?? []).flatMap((op): Json[] => {
    if (op.op === 'create') return entriesOf(schema, op)
    return isAppend(schema, op) ? [...op.entries] : []
  })

const isAppend = (schema: Pick<Schema, 'members'>, op: Op): op is Op & { op: 'append' } =>
  op.op === 'append' && op.path.length === 1 && schema.members.includes(op.path[0] ?? '')
