import { isObject, type Json, type JsonObject, memberOf, sameJson } from '../base/json.ts'
import { clockToMs } from '../base/time.ts'
import type { Change, Op } from '../log/types.ts'
import { timeOf } from '../policies/types.ts'
import { addDuration, type Duration } from '../schema/duration.ts'
import type { Schema } from '../schema/schema.ts'
import { dateOf, isExpired } from '../view/expiry.ts'

/** A unit of retention: an item of a map, or an object. */
export interface Retained {
  /** Name in the map, or id of the object. */
  readonly key: string
  /** `importance`; lowest if it has none. */
  readonly importance: number
  /** Milliseconds since 1970: the start of its window. */
  readonly since: number
}

/** When something was last used, recorded in it or beside it. */
const LAST_USED = 'usedAt'
/** Beside the items of a map: the records of their use, by item name. */
const USES = 'uses'

/** Further input for how long a value is kept; times in milliseconds since 1970. */
interface Known {
  /** The last change of its object: the start of the window if the value has no date of its own. */
  readonly lastChange: number
  /** When it was itself last written; unknown if absent. */
  readonly written?: number | undefined
  /** See `useOf`. */
  readonly use?: Json | undefined
}

/** A value's window starts with its `createdAt`, else its `timestamp`; or when it was last written or used. */
export const retained = (key: string, value: Json, { lastChange, written, use }: Known): Retained => {
  const dates = [
    dateOf(value, 'createdAt') ?? dateOf(value, 'timestamp') ?? written ?? lastChange,
    written,
    dateOf(value, LAST_USED),
    use === undefined ? null : dateOf(use, LAST_USED),
  ]
  return {
    key,
    importance: Math.max(importanceOf(value), importanceOf(use)),
    since: Math.max(...dates.filter((date) => typeof date === 'number')),
  }
}

const importanceOf = (value: Json | undefined): number => {
  const importance = value === undefined ? undefined : memberOf(value, 'importance')
  return typeof importance === 'number' ? importance : -Infinity
}

/**
 * When `evict_low_importance` evicts something, in milliseconds since 1970; null for never. With importance 0, or none,
 * after its window; the more important, the later; with importance 1 and more, never.
 */
export const retainedUntil = (
  { importance, since }: Pick<Retained, 'importance' | 'since'>,
  window: Duration,
): number | null => {
  if (importance >= 1) return null
  const ends = addDuration(since, window)
  if (ends === null) return null
  const until = since + Math.floor((ends - since) / (1 - Math.max(0, importance)))
  return Number.isNaN(new Date(until).getTime()) ? null : until
}

/**
 * What `evict_low_importance` evicts at `now`, in order: the lowest `importance` first, then the oldest, then by key
 * (asm.md 7.2). This is a total order, so every replica evicts the same ones, wherever it is interrupted.
 */
export const evictable = (items: readonly Retained[], window: Duration, now: number): Retained[] =>
  items.filter((item) => isExpired(retainedUntil(item, window), now)).sort(evictedBefore)

const evictedBefore = (a: Retained, b: Retained): number =>
  compare(a.importance, b.importance) || a.since - b.since || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** A subtraction would give NaN if both are infinite. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** An item of a map. */
export interface MapItem {
  /** The map's name, and the item's. */
  readonly path: readonly [string, string]
  readonly value: Json
  /** What its use says; see `useOf`. */
  readonly use: Json | undefined
}

/** The items of the maps of a `map`; a value that isn't an object has no items. */
export const mapItems = (schema: Pick<Schema, 'members'>, object: JsonObject): MapItem[] =>
  schema.members.flatMap((name) => {
    const map = memberOf(object, name)
    return isObject(map)
      ? Object.entries(map).map(([key, value]): MapItem => ({
          path: [name, key],
          value,
          use: useOf(schema, object, key),
        }))
      : []
  })

/**
 * The record of an item's use, beside the items: in the item, it would bring it back if another device
 * removed the item at the same time.
 */
const useOf = ({ members }: Pick<Schema, 'members'>, object: JsonObject, key: string): Json | undefined => {
  const uses = members.includes(USES) ? undefined : memberOf(object, USES)
  return isObject(uses) ? memberOf(uses, key) : undefined
}

/**
 * When the item at `path` was last written, in milliseconds since 1970; -Infinity if the changes don't say. A date in the
 * item may come from a wrong clock, and a restored item must not be evicted again at once.
 */
export const writtenAt = (changes: readonly Change[], path: readonly string[]): number => {
  const isAbout = (op: Op): boolean =>
    op.op === 'create' || ('path' in op && op.op !== 'remove' && sameJson(op.path.slice(0, 2), [...path]))
  return changes
    .filter(({ ops }) => ops?.some(isAbout) === true)
    .reduce((latest, change) => Math.max(latest, clockToMs(timeOf(change))), -Infinity)
}
