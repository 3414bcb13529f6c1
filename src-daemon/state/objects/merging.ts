/** Objects according to their logs: merge rules, replaying, and fast-forward merges. */
import { misfitOf, type Schema } from '../schema/schema.ts'
import { type Json, toJcs } from '../base/json.ts'
import { expiresAt } from '../view/expiry.ts'
import type { Change, EarlierChanges, OpLog } from '../log/types.ts'
import { fastForward } from '../merge/fast-forward.ts'
import { planOf } from '../merge/plan.ts'
import { createReplay } from '../merge/replay.ts'
import type { Replayed, ReplayedChange } from '../merge/types.ts'
import type { Policies } from '../policies/index.ts'
import { stampOf } from '../log/stamp.ts'
import { compareStamps, timeOf } from '../policies/types.ts'
import type { Statements } from '../base/statements.ts'
import {
  type Conflicts,
  isCounted,
  putRow,
  readRows,
  removeRow,
  TOGETHER,
  type ViewRow,
  type WriteRow,
} from '../view/rows.ts'

export interface MergingDeps {
  readonly statement: Statements
  readonly log: OpLog
  readonly policies: Policies
}

/** Computes objects from their logs. */
export interface Merging {
  /** What these changes of one object come to. */
  replay(schema: Schema, changes: readonly Change[]): Replayed
  /** The row an object should have. */
  rowOf(schema: Schema, id: string): WriteRow | null
  /**
   * Rebuilds the rows of these objects from the log; returns their new content. `latest`: each object's just accepted
   * changes, which needn't be read again. The caller holds the transaction.
   */
  rebuild(
    schema: Schema,
    ids: Iterable<string>,
    latest?: ReadonlyMap<string, readonly Change[]>,
  ): readonly (ViewRow | null)[]
}

/** A change in the form replaying needs. */
export const replayedChange = (log: Pick<OpLog, 'saw'>, change: Change): ReplayedChange => ({
  write: { stamp: stampOf(change), saw: (other) => log.saw(change, other) },
  ops: change.ops,
})

export const createMerging = ({ statement, log, policies }: MergingDeps): Merging => {
  const replay: Merging['replay'] = (schema, changes) =>
    createReplay({ plan: planOf(schema.shape), policies })(
      changes.map((change) => replayedChange(log, change)),
    )

  const rowOf: Merging['rowOf'] = (schema, id) => toRow(schema, id, log.ofObject(schema.row, id))

  const toRow = (schema: Schema, id: string, changes: readonly Change[]): WriteRow | null => {
    const [first] = changes
    const last = lastOf(changes, log)
    if (first === undefined || last === null) return null
    const { object, deleted, conflicts } = replay(schema, changes)
    const number = log.numberOf(schema.row, id)
    if (object === null || number === null) return null
    return {
      number,
      id,
      log: first.log,
      hash: last.hash,
      clock: timeOf(last),
      deleted,
      object,
      expiresAt: expiresAt(schema, object, timeOf(last)),
      conflicts: inOrder(conflicts),
      // Merging can produce what no single change could have; it is kept and marked (asm.md 2).
      invalid: misfitOf(schema, object),
    }
  }

  const rebuild: Merging['rebuild'] = (schema, ids, latest) => {
    const all = [...ids]
    const rows: (ViewRow | null)[] = []
    let grew = 0
    for (let n = 0; n < all.length; n += TOGETHER) {
      const part = all.slice(n, n + TOGETHER)
      const standing = readRows(statement, schema.view, part)
      const earlier = latest === undefined ? [] : log.earlierOf(schema.row, part.map(firstOf(latest)))
      for (const [place, id] of part.entries()) {
        const before = standing(id)
        const fresh = latest?.get(id) ?? []
        const row = forwarded(schema, before, fresh, earlier[place]) ?? anew(schema, id, fresh)
        const written = row && putRow(statement, schema.view, schema.shape, row, before)
        if (row === null) removeRow(statement, schema.view, schema.shape, id, before)
        if (row?.counted === true) grew += (written?.bytes ?? 0) - (before?.bytes ?? 0)
        rows.push(written)
      }
    }
    if (grew !== 0)
      statement('UPDATE state_view_totals SET bytes = bytes + ? WHERE view = ?').run(grew, schema.view)
    return rows
  }

  const anew = (schema: Schema, id: string, fresh: readonly Change[]): WriteRow | null =>
    toRow(schema, id, [...log.ofObject(schema.row, id, fresh[0]?.position), ...fresh])

  /** Null if the object has to be replayed. */
  const forwarded = (
    schema: Schema,
    before: ViewRow | null,
    fresh: readonly Change[],
    earlier: EarlierChanges | undefined,
  ): WriteRow | null => {
    if (before === null || before.deleted || earlier === undefined) return null
    const merged = fastForward({ plan: planOf(schema.shape), saw: log.saw }, before, fresh, earlier)
    if (merged === null) return null
    const { object, last } = merged
    const conflicts = inOrder(merged.conflicts)
    const invalid = misfitOf(schema, object)
    return {
      number: before.number,
      id: before.id,
      log: before.log,
      hash: typeof last.hash === 'function' ? last.hash() : last.hash,
      clock: timeOf(last),
      deleted: false,
      object,
      expiresAt: expiresAt(schema, object, timeOf(last)),
      conflicts,
      invalid,
      counted: isCounted(before, { deleted: false, conflicts, invalid }),
      json: toJcs(object),
    }
  }

  return { replay, rowOf, rebuild }
}

const firstOf =
  (latest: ReadonlyMap<string, readonly Change[]>) =>
  (objectId: string): { objectId: string; before: number } => ({
    objectId,
    before: latest.get(objectId)?.[0]?.position ?? 0,
  })

/** Sorted, so that the order of arrival doesn't matter; null for none. */
const inOrder = (conflicts: Readonly<Record<string, readonly Json[]>>): Conflicts | null => {
  const pointers = Object.keys(conflicts).sort()
  if (pointers.length === 0) return null
  return Object.fromEntries(pointers.map((pointer) => [pointer, conflicts[pointer] ?? []]))
}

/**
 * The change that gives an object its version: among those no other has seen, the one with the greatest stamp. So it is
 * the same on every replica, and our own last change if nothing is concurrent.
 */
const lastOf = (changes: readonly Change[], log: OpLog): Change | null => {
  let heads: Change[] = []
  for (const change of changes) heads = [...heads.filter((head) => !log.saw(change, head)), change]
  return heads.reduce<Change | null>(
    (best, head) => (best === null || compareStamps(head, best) > 0 ? head : best),
    null,
  )
}
