import { isObject, type Json, type JsonObject, memberOf } from '../base/json.ts'
import { addDuration, type Duration } from '../schema/duration.ts'
import type { Schema } from '../schema/schema.ts'
import { dateOf, isExpired } from '../view/expiry.ts'

/** A unit of retention: an item of a map, or an object. */
export interface Retained {
  /** Name in the map, or id of the object. */
  readonly key: string
  /** `importance`; lowest where it has none. */
  readonly importance: number
  /** Milliseconds since 1970: the start of its window. */
  readonly since: number
}

/** Start of a value's window in milliseconds: `createdAt`, else `timestamp`, else its last change. */
export const retainedSince = (value: Json, lastChange: number): number =>
  dateOf(value, 'createdAt') ?? dateOf(value, 'timestamp') ?? lastChange

export const retained = (key: string, value: Json, lastChange: number): Retained => {
  const importance = memberOf(value, 'importance')
  return {
    key,
    importance: typeof importance === 'number' ? importance : -Infinity,
    since: retainedSince(value, lastChange),
  }
}

/**
 * What `evict_low_importance` evicts at `now`, in order: nothing within its window; after it, the lowest `importance`
 * first, then the oldest, then by key (asm.md 7.2). This is a total order, so every replica evicts the same ones,
 * wherever it is interrupted.
 */
export const evictable = (items: readonly Retained[], window: Duration, now: number): Retained[] =>
  items.filter(({ since }) => isExpired(addDuration(since, window), now)).sort(evictedBefore)

const evictedBefore = (a: Retained, b: Retained): number =>
  compare(a.importance, b.importance) || a.since - b.since || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** A subtraction would give NaN if both are infinite. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** The items of the maps of a `map`, with the path of each; a value that isn't an object has no items. */
export const mapItems = (
  schema: Pick<Schema, 'members'>,
  object: JsonObject,
): { path: [string, string]; value: Json }[] =>
  schema.members.flatMap((name) => {
    const map = memberOf(object, name)
    return isObject(map)
      ? Object.entries(map).map(([key, value]) => ({ path: [name, key] as [string, string], value }))
      : []
  })
