/** Merges the objects that accepted changes of other replicas touch, and announces them. */
import type { Change, Integrated, LogKey, OpLog, TouchedObject } from '../log/types.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewRow } from '../view/rows.ts'
import type { Merging } from './merging.ts'
import type { Quotas } from './quotas.ts'
import type { Schemas } from './schemas.ts'
import type { Transactions } from './transactions.ts'

/** What changed, schema by schema, object by object. */
export type Touched = Map<Schema, Map<string, Change[]>>

/** Objects of which lost changes came back. */
export type Back = Map<Schema, Set<string>>

export interface MergeTouchedDeps {
  readonly schemas: Pick<Schemas, 'get'>
  readonly log: Pick<OpLog, 'keyOf' | 'takeDivided'>
  readonly merge: Pick<Merging, 'rebuild'>
  readonly quotas: Pick<Quotas, 'checkTaken'>
  readonly transactions: Pick<Transactions, 'announce'>
  /** Drops cached texts and lists being edited. */
  readonly forgetEdited: () => void
}

/** `said`: bytes of the ops of the changes. `back`: objects with changes that came back. */
export type MergeTouched = (
  touched: Touched,
  said: number,
  back: Back,
) => Pick<Integrated, 'objects' | 'invalid' | 'conflicts' | 'logs' | 'touched'>

export const createMergeTouched = (engine: MergeTouchedDeps): MergeTouched => {
  const merge: MergeTouched = (touched, said, back) => {
    const rows: (ViewRow | null)[] = []
    const named: TouchedObject[] = []
    const logs = new Map<string, LogKey>()
    const divided = replayDivided()
    if (back.size > 0) engine.forgetEdited()
    for (const [schema, objects] of touched) {
      const replayed = new Set([...(divided.get(schema) ?? []), ...(back.get(schema) ?? [])])
      const written = rebuild(schema, objects, replayed)
      for (const row of written) rows.push(row)
      checkRoom(schema, objects, written, said)
      for (const [objectId, changes] of objects) {
        const change = changes.at(-1)
        if (change === undefined) continue
        named.push({ schemaUri: schema.uri, objectId })
        const key = engine.log.keyOf(change.log)
        logs.set(`${key.owner}\n${key.scope}`, key)
        engine.transactions.announce({
          scope: key.scope,
          schemaUri: schema.uri,
          objectId,
          hash: change.hash.toString('hex'),
          kind: change.kind,
        })
      }
    }
    return {
      objects: rows.length,
      invalid: rows.filter((row) => row !== null && row.invalid !== null).length,
      conflicts: rows.filter((row) => row !== null && row.conflicts !== null).length,
      logs: [...logs.values()],
      touched: named,
    }
  }

  /** If a writer got another name, objects merged under the earlier one are merged again, because names break ties. */
  const replayDivided = (): ReadonlyMap<Schema, ReadonlySet<string>> => {
    const divided = new Map<Schema, Set<string>>()
    for (const { schemaUri, objectId } of engine.log.takeDivided()) {
      const schema = engine.schemas.get(schemaUri)
      divided.set(schema, (divided.get(schema) ?? new Set()).add(objectId))
    }
    if (divided.size > 0) engine.forgetEdited()
    for (const [schema, objects] of divided) engine.merge.rebuild(schema, objects)
    return divided
  }

  /** Those that were replayed have the changes already, which can't be merged into them again. */
  const rebuild = (
    schema: Schema,
    objects: ReadonlyMap<string, readonly Change[]>,
    replayed: ReadonlySet<string>,
  ): readonly (ViewRow | null)[] => {
    if (replayed.size === 0) return engine.merge.rebuild(schema, objects.keys(), objects)
    const others = new Map([...objects].filter(([id]) => !replayed.has(id)))
    const ids = [...objects.keys()].filter((id) => replayed.has(id))
    return [...engine.merge.rebuild(schema, others.keys(), others), ...engine.merge.rebuild(schema, ids)]
  }

  const checkRoom = (
    schema: Schema,
    objects: ReadonlyMap<string, readonly Change[]>,
    rows: readonly (ViewRow | null)[],
    said: number,
  ): void => {
    let changes = 0
    for (const all of objects.values()) changes += all.length
    const grew = rows.reduce((sum, row) => sum + (row?.bytes ?? 0), 0)
    engine.quotas.checkTaken(schema.log, { changes, said, grew })
  }

  return merge
}

/** Adds a change to those that touch its object. */
export const note = (touched: Touched, schema: Schema, change: Change): void => {
  const objects = touched.get(schema) ?? new Map<string, Change[]>()
  touched.set(schema, objects)
  const known = objects.get(change.objectId)
  if (known === undefined) objects.set(change.objectId, [change])
  else known.push(change)
}
