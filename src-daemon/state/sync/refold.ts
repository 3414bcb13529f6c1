import { misfitOf } from '../fit.ts'
import { toJcs, type Json } from '../json.ts'
import { expiresAt } from '../lifecycle/ttl.ts'
import type { Change, OpLog } from '../log/types.ts'
import { mergeOnTop } from '../merge/on-top.ts'
import type { Plan } from '../merge/plan.ts'
import type { Folded } from '../merge/types.ts'
import { compareStamps } from '../policies/types.ts'
import type { Schema } from '../schema/schemas.ts'
import type { Statements } from '../statements.ts'
import { putRow, readRow, removeRow, type Conflicts, type ViewRow, type WriteRow } from '../view/view.ts'

export interface RefoldDeps {
  readonly statement: Statements
  readonly log: OpLog
  readonly planOf: (schema: Schema) => Plan
  readonly fold: (schema: Schema, changes: readonly Change[]) => Folded
}

/** What the row of an object is to be, as its log says. */
export interface Refolded {
  rowOf(schema: Schema, id: string): WriteRow | null
  /**
   * Makes the rows of these objects again from the log; gives what they are now. `latest`: the last changes of each as they
   * were just accepted, which need not be read again.
   */
  refold(
    schema: Schema,
    ids: Iterable<string>,
    latest?: ReadonlyMap<string, readonly Change[]>,
  ): readonly (ViewRow | null)[]
}

export const createRefold = ({ statement, log, planOf, fold }: RefoldDeps): Refolded => {
  const rowOf: Refolded['rowOf'] = (schema, id) => toRow(schema, id, log.ofObject(schema.row, id))

  const toRow = (schema: Schema, id: string, changes: readonly Change[]): WriteRow | null => {
    const [first] = changes
    const last = lastOf(changes, log)
    if (first === undefined || last === null) return null
    const { object, deleted, conflicts } = fold(schema, changes)
    const number = log.numberOf(schema.row, id)
    if (object === null || number === null) return null
    return {
      number,
      id,
      log: first.log,
      hash: last.hash,
      clock: last.clock,
      deleted,
      object,
      expiresAt: expiresAt(schema, object, last.clock),
      conflicts: inOrder(conflicts),
      // Merging can make what no single change would have been let do; it is kept, and says so (asm.md 2).
      invalid: misfitOf(schema, object),
    }
  }

  const refold: Refolded['refold'] = (schema, ids, latest) =>
    [...ids].map((id) => {
      const fresh = latest?.get(id) ?? []
      const before = readRow(statement, schema.view, id)
      const row = onTop(schema, before, fresh) ?? anew(schema, id, fresh)
      if (row !== null) return putRow(statement, schema.view, schema.shape, row, before)
      removeRow(statement, schema.view, schema.shape, id, before)
      return null
    })

  const anew = (schema: Schema, id: string, fresh: readonly Change[]): WriteRow | null =>
    toRow(schema, id, [...log.ofObject(schema.row, id, fresh[0]?.position), ...fresh])

  /** Null where the object has to be made anew. */
  const onTop = (schema: Schema, before: ViewRow | null, fresh: readonly Change[]): WriteRow | null => {
    const [first] = fresh
    if (before === null || before.deleted || first === undefined) return null
    const earlier = log.earlier(schema.row, before.id, first.position)
    const merged = mergeOnTop({ plan: planOf(schema), saw: log.saw }, before, fresh, earlier)
    if (merged === null) return null
    const { object, conflicts, last } = merged
    return {
      number: before.number,
      id: before.id,
      log: before.log,
      hash: last.hash,
      clock: last.clock,
      deleted: false,
      object,
      expiresAt: expiresAt(schema, object, last.clock),
      conflicts: inOrder(conflicts),
      invalid: misfitOf(schema, object),
      json: toJcs(object),
    }
  }

  return { rowOf, refold }
}

/** The same wherever the changes came in another order; null for none. */
const inOrder = (conflicts: Readonly<Record<string, readonly Json[]>>): Conflicts | null => {
  const pointers = Object.keys(conflicts).sort()
  if (pointers.length === 0) return null
  return Object.fromEntries(pointers.map((pointer) => [pointer, conflicts[pointer] ?? []]))
}

/**
 * The change that names the version of an object: of those that no other one had seen, the one with the greatest stamp. So
 * it is the same on every replica, and one's own last change where nothing is concurrent.
 */
const lastOf = (changes: readonly Change[], log: OpLog): Change | null => {
  let heads: Change[] = []
  for (const change of changes) heads = [...heads.filter((head) => !log.saw(change, head)), change]
  return heads.reduce<Change | null>(
    (best, head) => (best === null || compareStamps(head, best) > 0 ? head : best),
    null,
  )
}
