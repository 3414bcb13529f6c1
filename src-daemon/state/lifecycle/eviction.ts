import type { Engine } from '../objects/engine.ts'
import { toJcs } from '../base/json.ts'
import type { Change, Op } from '../log/types.ts'
import type { Schema } from '../schema/schema.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { ViewRow } from '../view/rows.ts'
import { forget } from './forget.ts'
import { evictable, mapItems, retained } from './retention.ts'

export const RETENTION: ChangeOrigin = { kind: 'system', reason: 'retention' }

/** Items of a map evicted with one change. */
const AT_ONCE = 200

/**
 * Evicts items whose window is over from the maps of an object, in the order of asm.md 7.2, with an ordinary change: it
 * is in the history, other replicas receive it, and an item that someone changes at the same time stays. What earlier
 * changes said about the items is purged. The caller holds the transaction.
 */
export const evictItems = (
  engine: Pick<Engine, 'log' | 'statement' | 'merge' | 'objects'>,
  schema: Schema,
  row: ViewRow,
  now: number,
): { items: number; bytes: number } => {
  const { retention } = schema.annotations
  if (retention?.known !== true) return { items: 0, bytes: 0 }
  const lastChange = Date.parse(row.updatedAt)
  const paths = new Map(mapItems(schema, row.object).map(({ path, value }) => [toJcs(path), { path, value }]))
  // Ties are broken by the key alone: the path begins with the map's name.
  const items = [...paths].map(([key, { value }]) => retained(key, value, lastChange))
  const evicted = evictable(items, retention.window, now)
    .slice(0, AT_ONCE)
    .map(({ key }) => paths.get(key)?.path)
    .filter((path) => path !== undefined)
  if (evicted.length === 0) return { items: 0, bytes: 0 }
  const ops = evicted.map((path): Op => ({ op: 'remove', path }))
  engine.objects.append(schema, row.id, ops, RETENTION)
  return { items: evicted.length, bytes: forgetItems(engine, schema, row.id, evicted) }
}

/** Purges changes that only concerned items which no longer exist. */
const forgetItems = (
  engine: Pick<Engine, 'log' | 'statement' | 'merge'>,
  schema: Schema,
  id: string,
  evicted: readonly (readonly string[])[],
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
  })
}
