/** Objects from a damaged database's views, used if the log has lost changes of them. */
import type { SalvagedObject } from '../../contract/salvage.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { DamagedStore, NamedRow } from '../../storage/index.ts'
import { isObject, type Json, type JsonObject, toJcs } from '../base/json.ts'
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import type { Engine } from '../objects/engine.ts'
import type { Schema } from '../schema/schema.ts'
import type { ChangeOrigin } from '../../contract/state.ts'

/** Origin of a change that restores values from a view. */
export const SALVAGE: ChangeOrigin = { kind: 'system', reason: 'salvage' }

export interface TakenCopies {
  /** Objects that read as their copy said, because the log has lost some of their changes. */
  readonly fromCopies: SalvagedObject[]
  /** Objects that lost changes and have no readable copy; those that exist have what is left in the log. */
  readonly incomplete: SalvagedObject[]
  /** Whether the object reads as its copy said. */
  readonly isSettled: (schema: Schema, id: string) => boolean
}

/**
 * Completes objects that lost changes from their rows in the views, each with a change of this replica. If
 * the log is complete, it takes precedence over a row. `lostObjects`: numbers of objects with lost changes; null if
 * that isn't known for all lost changes.
 */
export const takeCopies = (
  engine: Engine,
  damaged: DamagedStore,
  {
    lostObjects,
    isAllKnown,
    hasLosses,
  }: {
    readonly lostObjects: ReadonlyMap<number, number>
    readonly isAllKnown: boolean
    readonly hasLosses: boolean
  },
): TakenCopies => {
  const { schemas, log, objects } = engine
  const fromCopies: SalvagedObject[] = []
  const settled = new Set<number>()

  const take = (schema: Schema, copy: Copy): void => {
    const { id, number, version, deleted, object } = copy
    const now = objects.row(schema, id)
    const isKnown = log.byHash(version) !== null
    if (now !== null && now.version === version && !mayLack(number)) {
      // Who removed it had seen the other changes; what says so may be lost, and then it seems to be there.
      if (deleted && !now.deleted && hasLosses) removeAgain(schema, id)
      return
    }
    const isLatest = !isKnown || now === null || now.version === version
    if (!isLatest || log.numberOf(schema.row, id) !== number || log.isGone(schema.row, id)) return
    settled.add(number)
    if (now?.version === version && now.deleted === deleted && toJcs(now.object) === toJcs(object)) return
    if (deleted) {
      if (now === null || now.deleted) return
      objects.remove(schema, id, 'soft', SALVAGE)
    } else objects.put(schema, id, object, SALVAGE, now)
    fromCopies.push({ schemaUri: schema.uri, objectId: id })
  }

  const removeAgain = (schema: Schema, id: string): void => {
    objects.remove(schema, id, 'soft', SALVAGE)
    fromCopies.push({ schemaUri: schema.uri, objectId: id })
  }

  const mayLack = (number: number): boolean => !isAllKnown || lostObjects.has(number)

  for (const schema of schemas.all())
    for (const row of damaged.rows(schema.view)) {
      const copy = copyOf(row)
      if (copy === null) continue
      try {
        engine.transactions.atomically(() => {
          take(schema, copy)
        })
      } catch (thrown) {
        // What doesn't fit its schema is not taken.
        const { code } = toSatchelError(thrown)
        if (code === 'internal' || code === 'disk_full' || code === 'disk_failed') throw thrown
      }
    }
  return {
    fromCopies,
    incomplete: incompleteOf(
      engine,
      [...lostObjects.keys()].filter((n) => !settled.has(n)),
    ),
    isSettled: (schema, id) => settled.has(log.numberOf(schema.row, id) ?? -1),
  }
}

interface Copy {
  readonly id: string
  readonly number: number
  readonly version: string
  readonly deleted: boolean
  readonly object: JsonObject
}

const copyOf = ({ id, number, version, deleted, object }: NamedRow): Copy | null => {
  if (typeof id !== 'string' || typeof number !== 'number' || !Buffer.isBuffer(version)) return null
  try {
    const content = JSON.parse(String(object)) as Json
    if (!isObject(content)) return null
    return { id, number, version: version.toString('hex'), deleted: deleted === 1, object: content }
  } catch {
    return null
  }
}

const incompleteOf = (engine: Engine, numbers: readonly number[]): SalvagedObject[] => {
  const find = engine.statement(
    'SELECT s.schema_uri, o.object_id FROM log_objects o JOIN state_schemas s ON s.id = o.schema WHERE o.id = ? AND o.gone = 0',
  )
  return numbers.flatMap((number) => {
    const found = find.get(number) as { schema_uri: string; object_id: ObjectKey } | undefined
    return found === undefined ? [] : [{ schemaUri: found.schema_uri, objectId: objectIdOf(found.object_id) }]
  })
}
