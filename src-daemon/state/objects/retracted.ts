import type { Statements } from '../base/statements.ts'
import type { OpLog } from '../log/types.ts'
import { readRow } from '../view/rows.ts'
import type { Editing } from './editing.ts'
import type { Merging } from './merging.ts'
import type { Schemas } from './schemas.ts'
import type { Transactions } from './transactions.ts'

export interface RetractedDeps {
  readonly statement: Statements
  readonly log: Pick<OpLog, 'retracted'>
  readonly schemas: Pick<Schemas, 'all'>
  readonly merge: Pick<Merging, 'rebuild'>
  readonly editing: Pick<Editing, 'forget'>
  readonly transactions: Pick<Transactions, 'announce'>
}

/**
 * Rebuilds the objects whose concurrent writes compare differently since a replica retracted its clock
 * (log/retractions.ts). To be called after changes of others were accepted, or one of ours
 * that retracts; the caller holds the transaction.
 */
export const createRetracted =
  ({ statement, log, schemas, merge, editing, transactions }: RetractedDeps): (() => void) =>
  () => {
    const taken = log.retracted()
    if (taken.length === 0) return
    // A different text may now be the visible one.
    editing.forget()
    for (const { number } of taken) statement('DELETE FROM sequence_snapshots WHERE object = ?').run(number)
    const bySchema = Map.groupBy(taken, ({ schema }) => schema)
    for (const schema of schemas.all()) {
      const ids = bySchema.get(schema.row)?.map(({ objectId }) => objectId) ?? []
      merge.rebuild(schema, new Set(ids))
      for (const objectId of ids) {
        const row = readRow(statement, schema.view, objectId)
        if (row === null) continue
        const { scope, uri: schemaUri } = schema
        transactions.announce({ scope, schemaUri, objectId, hash: row.version, kind: 'update' })
      }
    }
  }
