/** Evicts what retention lets go: reversibly at first, and its content for good some time later. */
import type { Engine } from '../objects/engine.ts'
import { toJcs, toPointer, valueAt } from '../base/json.ts'
import type { Change, Op } from '../log/types.ts'
import type { Schema } from '../schema/schema.ts'
import { isEviction, RETENTION } from '../log/stamp.ts'
import type { ViewRow } from '../view/rows.ts'
import { forget } from './forget.ts'
import { evictable, mapItems, retained, type Retained, retainedUntil, writtenAt } from './retention.ts'

/** Items of a map evicted with one change. */
const AT_ONCE = 200

type EvictionEngine = Pick<Engine, 'log' | 'statement' | 'merge' | 'objects' | 'transactions'>

/**
 * Evicts items from the maps of an object, in the order of asm.md 7.2, with an ordinary change: it is in the history,
 * other replicas receive it, an item that someone changes at the same time stays, and it can be undone. The caller holds
 * the transaction.
 *
 * @returns how many items
 */
export const evictItems = (engine: EvictionEngine, schema: Schema, row: ViewRow, now: number): number => {
  const { retention } = schema.annotations
  if (retention?.known !== true) return 0
  const due = evictable(retainedItems(engine, schema, row, now), retention.window, now).slice(0, AT_ONCE)
  const paths = new Map(mapItems(schema, row.object).map(({ path }) => [toJcs([...path]), path]))
  const ops = due.flatMap(({ key }): Op[] => {
    const path = paths.get(key)
    return path === undefined ? [] : [{ op: 'remove', path }]
  })
  if (ops.length > 0)
    engine.transactions.announce(engine.objects.append(schema, row.id, ops, RETENTION).change)
  return ops.length
}

/** The items of an object's maps; keys are their paths, so ties are broken by the name alone: all begin with the map's. */
const retainedItems = (
  engine: Pick<Engine, 'log'>,
  schema: Schema,
  row: ViewRow,
  now: number,
): readonly Retained[] => {
  const { retention } = schema.annotations
  const lastChange = Date.parse(row.updatedAt)
  let changes: readonly Change[] | undefined
  return mapItems(schema, row.object).map(({ path, value, use }) => {
    const item = retained(toJcs([...path]), value, { lastChange, use })
    if (retention === null || evictable([item], retention.window, now).length === 0) return item
    // Only read if something is due.
    changes ??= engine.log.ofObject(schema.row, row.id)
    return retained(item.key, value, { lastChange, use, written: writtenAt(changes, path) })
  })
}

/** When each item of an object leaves, in milliseconds since 1970, by JSON pointer; null for never. */
export const leavingItems = (
  engine: Pick<Engine, 'log'>,
  schema: Schema,
  row: ViewRow,
  now: number,
): ReadonlyMap<string, number | null> => {
  const { retention } = schema.annotations
  const items = retainedItems(engine, schema, row, now)
  return new Map(
    mapItems(schema, row.object).map(({ path }, n) => {
      const item = items[n]
      const isKept = retention?.known !== true || item === undefined
      return [toPointer([...path]), isKept ? null : retainedUntil(item, retention.window)]
    }),
  )
}

/**
 * Purges what an earlier eviction removed: the content of map items, unless they are back; all of an object,
 * unless it changed since. `isPending`: whether the eviction at a position can still be undone. The caller holds the
 * transaction.
 *
 * @returns bytes of content that were freed
 */
export const purgeEvicted = (
  engine: EvictionEngine,
  schema: Schema,
  eviction: Change,
  isPending: (position: number) => boolean,
): number => {
  const row = engine.objects.row(schema, eviction.objectId)
  if (row === null) return 0
  if (eviction.kind === 'delete') {
    if (!row.deleted || row.version !== eviction.hash.toString('hex')) return 0
    engine.objects.remove(schema, row.id, 'hard', RETENTION)
    return row.bytes ?? 0
  }
  const gone = (eviction.ops ?? []).flatMap((op) =>
    op.op === 'remove' && valueAt(row.object, op.path) === undefined ? [op.path] : [],
  )
  return gone.length === 0 ? 0 : forgetItems(engine, schema, row.id, gone, isPending)
}

/** Purges changes that only concerned items which no longer exist. */
const forgetItems = (
  engine: Pick<Engine, 'log' | 'statement' | 'merge'>,
  schema: Schema,
  id: string,
  evicted: readonly (readonly string[])[],
  isPending: (position: number) => boolean,
): number => {
  const changes = engine.log.ofObject(schema.row, id)
  const gone = new Set(evicted.map((path) => toJcs([...path])))
  const isAboutGone = (op: Op): boolean =>
    op.op !== 'create' && op.op !== 'delete' && gone.has(toJcs(op.path.slice(0, 2)))
  const saidMore = ({ ops, kind }: Change): boolean =>
    kind === 'update' && ops !== null && ops.some((op) => isAboutGone(op) && op.op !== 'remove')
  const touching = changes.filter(saidMore)
  const only = touching.filter(({ ops }) => ops?.every(isAboutGone) === true)
  return forget({
    engine,
    schema,
    id,
    changes,
    candidates: [new Set(touching), new Set(only)],
    reading: (object) => object,
    undoable: new Set(changes.filter(({ position, origin }) => isEviction(origin) && isPending(position))),
  })
}
