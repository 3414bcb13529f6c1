import type { Engine } from '../objects/engine.ts'
import { toPointer } from '../base/json.ts'
import type { Change, Op, OpLog } from '../log/types.ts'
import type { Replayed } from '../merge/types.ts'
import { clockOf, isStampKey } from '../policies/types.ts'
import type { Schema } from '../schema/schema.ts'

/** The object as if the changes at these positions had never been made; pinned fields keep all their changes. */
export const replayWithout = (
  engine: Engine,
  schema: Schema,
  changes: readonly Change[],
  left: ReadonlySet<number>,
  pinned: readonly (readonly string[])[],
): Replayed =>
  engine.merge.replay(
    schema,
    changes.flatMap((change) => {
      if (!left.has(change.position)) return [change]
      const ops =
        change.ops?.filter((op) => 'path' in op && pinned.some((path) => isAbove(op.path, path))) ?? []
      return ops.length === 0 ? [] : [{ ...change, ops }]
    }),
  )

/**
 * Texts and lists in which a remaining edit builds on an omitted one: their characters depend on each other, so they
 * can't be computed without it.
 */
export const pinnedFields = (
  changes: readonly Change[],
  left: ReadonlySet<number>,
  saw: OpLog['saw'],
): readonly (readonly string[])[] => {
  /** By clock. */
  const bases = new Map<string, readonly Change[]>()
  const isLeftBase = (on: string): boolean =>
    bases.get(clockOf(on))?.some((base) => isStampKey(on, base)) === true
  const edits = new Map<string, Change[]>()
  const pinned = new Map<string, readonly string[]>()
  for (const change of changes) {
    const isLeft = left.has(change.position)
    if (isLeft) bases.set(change.clock, [...(bases.get(change.clock) ?? []), change])
    for (const op of change.ops ?? []) {
      if (op.op !== 'edit') continue
      const key = `${op.on} ${toPointer(op.path)}`
      const before = edits.get(key) ?? []
      if (isLeft) edits.set(key, [...before, change])
      else if (isLeftBase(op.on) || before.some((edit) => saw(change, edit))) pinned.set(key, op.path)
    }
  }
  return [...pinned.values()]
}

/** Whether the op affects `path`, a parent or a child of it. */
export const touches = (op: Op, path: readonly string[]): boolean => {
  if (op.op === 'create') return true
  return op.op !== 'delete' && (isAbove(op.path, path) || isAbove(path, op.path))
}

/** Whether `path` is `other` or a parent of it. */
const isAbove = (path: readonly string[], other: readonly string[]): boolean =>
  path.every((name, n) => name === other[n])
