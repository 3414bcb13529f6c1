/** Purges the content of changes, and records which objects are deleted for good. */
import { sha256 } from '../../platform/sha256.ts'
import type { Statements } from '../base/statements.ts'
import type { ChangeTable } from './change-table.ts'
import type { InternTable } from './intern-table.ts'
import { notePurged } from './purged.ts'
import type { Row } from './reading.ts'
import type { OpsStore } from './stored-ops.ts'
import type { OpLog } from './types.ts'

export interface Purging {
  readonly purgeObject: OpLog['purgeObject']
  /** Whether the object of this number was deleted for good. */
  isGone(object: number): boolean
  /** Caches what was read elsewhere. */
  remember(object: number, isGone: boolean): void
  /** Removes every change of a schema. Caches of the log must be dropped afterwards. */
  drop(schema: number): void
  forget(): void
}

export interface PurgingDeps {
  readonly statement: Statements
  readonly numbers: InternTable
  readonly table: ChangeTable
  readonly opsStore: OpsStore
}

const MAX_REMEMBERED = 10_000

export const createPurging = ({ statement, numbers, table, opsStore }: PurgingDeps): Purging => {
  const gone = new Map<number, boolean>()

  const remember: Purging['remember'] = (object, is) => {
    if (gone.size >= MAX_REMEMBERED) gone.clear()
    gone.set(object, is)
  }

  const isGone: Purging['isGone'] = (object) => {
    const known = gone.get(object)
    if (known !== undefined) return known
    const is = statement('SELECT gone FROM log_objects WHERE id = ?').pluck().get(object) === 1
    remember(object, is)
    return is
  }

  const purgeObject: Purging['purgeObject'] = (schema, objectId, forGood = false) => {
    const object = numbers.findObject(schema, objectId)
    if (object === null) return
    table.flush()
    const kept = statement(
      `SELECT position, ops, ops_hash FROM changes WHERE ops IS NOT NULL AND position IN
         (SELECT position FROM change_objects WHERE object = ? UNION ALL SELECT value FROM json_each(?))`,
    ).all(object, JSON.stringify(table.tailOf(object).map(({ position }) => position)))
    if (kept.length > 0) notePurged(statement)
    for (const row of kept as Pick<Row, 'position' | 'ops' | 'ops_hash'>[])
      statement('UPDATE changes SET ops = NULL, ops_hash = ? WHERE position = ?').run(
        row.ops_hash ?? sha256(opsStore.plain({ ...row, schema, object_id: objectId }) ?? ''),
        row.position,
      )
    if (forGood) {
      statement('UPDATE log_objects SET gone = 1 WHERE id = ?').run(object)
      remember(object, true)
    }
  }

  const drop: Purging['drop'] = (schema) => {
    table.indexAll()
    notePurged(statement)
    const ofSchema =
      'SELECT b.position FROM log_objects o JOIN change_objects b ON b.object = o.id WHERE o.schema = ?'
    statement(
      `UPDATE log_writers SET base_seq = seq, base_hash = hash
       WHERE id IN (SELECT writer FROM changes WHERE position IN (${ofSchema}))`,
    ).run(schema)
    statement(`DELETE FROM changes WHERE position IN (${ofSchema})`).run(schema)
    table.removed()
    for (const name of ['log_objects', 'log_names'])
      statement(`DELETE FROM ${name} WHERE schema = ?`).run(schema)
  }

  return {
    purgeObject,
    isGone,
    remember,
    drop,
    forget: () => {
      gone.clear()
    },
  }
}
