/** Hides expired data of objects (`x-ttl`, retention). */
import type { Statements } from '../base/statements.ts'
import { type Clock, clockToMs, toInstant } from '../base/time.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  sameJson,
  toJcs,
  toJsonObject,
} from '../base/json.ts'
import { addDuration, type Duration } from '../schema/duration.ts'
import type { JsonRecord, StateObject } from '../../contract/state.ts'
import type { Change, Op, OpLog } from '../log/types.ts'
import { timeOf } from '../policies/types.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewRow } from './rows.ts'

/** A schema's expiry rules. */
export type Aging = Pick<Schema, 'annotations' | 'members'>

/** Milliseconds since 1970 of the change that appended an entry; null if unknown. */
export type EntryClock = (entry: Json) => number | null

/**
 * When an object expires by `x-ttl`, in milliseconds since 1970: its lifetime after its `timestamp`, else after its
 * last change (asm.md 7.1). Null for never, and in a log, where entries expire individually.
 */
export const expiresAt = (schema: Aging, object: JsonObject, clock: Clock): number | null => {
  const { ttl } = schema.annotations
  if (ttl === null || agesByEntry(schema)) return null
  return addDuration(timestampOf(object) ?? clockToMs(clock), ttl)
}

/** Whether entries expire individually: in a `log` that has a list. One without is a log of objects. */
export const agesByEntry = ({ annotations, members }: Aging): boolean =>
  annotations.container === 'log' && members.length > 0

/** When an entry of a log expires; null for never. `appended`: ms of its change. */
export const entryExpiresAt = (schema: Aging, entry: Json, appended: number): number | null => {
  const from = timestampOf(entry) ?? appended
  const ends = lifetimesOf(schema).flatMap((lifetime) => addDuration(from, lifetime) ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}

/** A log's entries can't be evicted individually, so retention keeps what is within its window. */
const lifetimesOf = ({ annotations: { ttl, retention } }: Aging): Duration[] => [
  ...(ttl === null ? [] : [ttl]),
  ...(retention?.known === true ? [retention.window] : []),
]

/** Whether anything in a schema's objects expires entry by entry. */
export const entriesLeave = (schema: Aging): boolean => agesByEntry(schema) && lifetimesOf(schema).length > 0

/** Strictly older than its lifetime: at the very end it is still visible (asm.md 7.1). */
export const isExpired = (ends: number | null, now: number): boolean => ends !== null && ends < now

/**
 * The object at `now`, without expired parts; null if all of it has expired. Not copied if nothing expired.
 * `lastChange`: ms of the last change of the object.
 */
export const visible = (
  schema: Aging,
  object: JsonObject,
  at: { readonly now: number; readonly lastChange: number; readonly appended?: EntryClock },
): JsonObject | null => {
  const { ttl } = schema.annotations
  if (!agesByEntry(schema)) {
    if (ttl === null) return object
    return isExpired(addDuration(timestampOf(object) ?? at.lastChange, ttl), at.now) ? null : object
  }
  if (!entriesLeave(schema)) return object
  const isGone = (entry: Json): boolean => {
    // Only looked up if the entry has no timestamp, because that reads the object's whole log.
    const appended = timestampOf(entry) === null ? at.appended?.(entry) : null
    // If unknown, the time of the last change is used, which hides nothing too early.
    return isExpired(entryExpiresAt(schema, entry, appended ?? at.lastChange), at.now)
  }
  let seen = object
  for (const name of schema.members) {
    const list = memberOf(object, name)
    if (Array.isArray(list) && list.some(isGone))
      seen = { ...seen, [name]: list.filter((entry) => !isGone(entry)) }
  }
  return seen
}

/**
 * An edited visible part of a log (`seen`), with the hidden entries back in their places: expired entries are only
 * removed by purging. If `after` doesn't continue what was seen, it is returned unchanged, and refused later.
 */
export const withHidden = (
  { members }: Pick<Aging, 'members'>,
  whole: JsonObject,
  seen: JsonObject,
  after: JsonObject,
): JsonObject => {
  if (whole === seen) return after
  const restored: JsonObject = { ...after }
  for (const name of members) {
    const [all, shown, next] = [whole, seen, after].map((object) => memberOf(object, name))
    if (!Array.isArray(all) || !Array.isArray(shown) || !Array.isArray(next)) continue
    if (shown.every((entry, n) => sameJson(entry, next[n])))
      restored[name] = [...all, ...next.slice(shown.length)]
  }
  return restored
}

/** Milliseconds of an object's or entry's `timestamp`; null if it has no valid one. */
export const timestampOf = (value: Json): number | null => dateOf(value, 'timestamp')

/** Milliseconds of the date-time `name` of an object; null if it has none. */
export const dateOf = (value: Json, name: string): number | null => {
  const instant = toInstant(memberOf(value, name))
  return instant === null ? null : Date.parse(`${instant.replace(/:60(?=\.|$)/, ':59')}Z`)
}

/** Identifies an entry in its log: its id, else all of it. */
export const entryKey = (entry: Json): string => {
  const id = isObject(entry) ? entry['id'] : undefined
  return id === undefined ? `=${toJcs(entry)}` : `#${toJcs(id)}`
}

/** What is visible of objects now. */
export interface Visibility {
  /**
   * The time for deciding what has expired in a schema: now, or that of the last purge if the clock went back since.
   * Once hidden, it stays hidden, even if another device sends it again (asm.md 7.1).
   */
  nowFor(schema: Pick<Schema, 'row' | 'annotations'>): number
  /** Call after something that expired in a schema before `upTo` was purged. The caller holds the transaction. */
  cleared(schema: Pick<Schema, 'row'>, upTo: number): void
  /** The object as it reads now; null if it has expired (asm.md 7.1). */
  visible(schema: Schema, row: Pick<ViewRow, 'id' | 'object' | 'updatedAt'>): JsonObject | null
}

export const createVisibility = ({
  statement,
  log,
  now,
}: {
  readonly statement: Statements
  readonly log: Pick<OpLog, 'ofObject'>
  readonly now: () => number
}): Visibility => {
  const clearedUpTo = (schema: number): number =>
    Number(statement('SELECT ms FROM state_low_water WHERE schema = ?').pluck().get(schema) ?? 0)

  const nowFor: Visibility['nowFor'] = ({ row, annotations }) =>
    annotations.ttl === null && annotations.retention === null ? now() : Math.max(now(), clearedUpTo(row))

  return {
    nowFor,
    cleared: ({ row }, upTo) => {
      statement(
        `INSERT INTO state_low_water (schema, ms) VALUES (?, ?)
         ON CONFLICT (schema) DO UPDATE SET ms = max(ms, excluded.ms)`,
      ).run(row, upTo)
    },
    visible: (schema, { id, object, updatedAt }) =>
      visible(schema, object, {
        now: nowFor(schema),
        lastChange: Date.parse(updatedAt),
        appended: entryClockOf(log, schema, id),
      }),
  }
}

/**
 * When each entry of a log without a timestamp was appended, according to the log (asm.md 7.1). Looked up only when
 * such an entry is met.
 */
export const entryClockOf = (
  log: Pick<OpLog, 'ofObject'>,
  schema: Pick<Schema, 'row' | 'members'>,
  id: string,
): EntryClock => {
  let known: Map<string, number> | undefined
  const read = (): Map<string, number> => {
    const clocks = new Map<string, number>()
    for (const change of log.ofObject(schema.row, id))
      for (const entry of appendedBy(schema, change)) {
        const key = entryKey(entry)
        // Of duplicate entries the first counts.
        if (!clocks.has(key)) clocks.set(key, clockToMs(timeOf(change)))
      }
    return clocks
  }
  return (entry) => (known ??= read()).get(entryKey(entry)) ?? null
}

/** An earlier version of an object without the entries that expired since; unchanged if it isn't a log. */
export const withoutExpiredEntries = (
  { log, now }: { readonly log: Pick<OpLog, 'ofObject'>; readonly now: () => number },
  schema: Schema,
  { id, object, updatedAt }: Pick<StateObject, 'id' | 'object' | 'updatedAt'>,
): JsonRecord => {
  if (!entriesLeave(schema)) return object
  const whole = toJsonObject(object)
  const at = {
    now: now(),
    lastChange: Date.parse(updatedAt),
    appended: entryClockOf(log, schema, id),
  }
  return visible(schema, whole, at) ?? whole
}

/** All entries of the lists of a log. */
export const entriesOf = (schema: Pick<Schema, 'members'>, { object }: Pick<ViewRow, 'object'>): Json[] =>
  schema.members.flatMap((name) => {
    const list = memberOf(object, name)
    return Array.isArray(list) ? list : []
  })

/** Entries that a change appended. */
export const appendedBy = (schema: Pick<Schema, 'members'>, { ops }: Change): Json[] =>
  (ops ?? []).flatMap((op): Json[] => {
    if (op.op === 'create') return entriesOf(schema, op)
    return isAppend(schema, op) ? [...op.entries] : []
  })

export const isAppend = (schema: Pick<Schema, 'members'>, op: Op): op is Op & { op: 'append' } =>
  op.op === 'append' && op.path.length === 1 && schema.members.includes(op.path[0] ?? '')
