import type { Json } from '../base/json.ts'
import type { Op } from '../log/types.ts'
import type { Policies } from '../policies/index.ts'
import type { Stamp, Write } from '../policies/types.ts'
import {
  collectConflicts,
  contentOf,
  hide,
  newObjectState,
  put,
  writeAt,
  type ObjectState,
} from './object-state.ts'
import type { Plan } from './plan.ts'
import type { Replayed, ReplayedChange } from './types.ts'

export interface ReplayDeps {
  readonly plan: Plan
  readonly policies: Policies
}

/** The result so far of the changes of one object. */
export interface ReplayState {
  /** Each change is added once, and after those its writer had seen. */
  add(change: ReplayedChange): void
  /** Null if it was never created, or deleted for good. */
  readonly object: ObjectState | null
}

/**
 * Replays all changes of an object into its current value (asm.md 2, 3): any order that respects causality gives the
 * same result. The object is present or not like a member of an `or_map`: a soft delete removes what it saw, and a
 * concurrent update restores it with all its content. A hard delete wins over everything that hadn't seen it. Objects
 * created concurrently under one id merge field by field.
 *
 * Linear in the ops. The result shares values with them.
 */
export const createReplay =
  ({ plan, policies }: ReplayDeps): ((changes: Iterable<ReplayedChange>) => Replayed) =>
  (changes) => {
    const state = newReplay({ plan, policies })
    for (const change of changes) state.add(change)
    const { object } = state
    if (object === null) return { object: null, deleted: true, conflicts: {} }
    const conflicts: Record<string, readonly Json[]> = {}
    collectConflicts(policies, object, [], conflicts)
    return { object: contentOf(policies, object), deleted: object.presence.length === 0, conflicts }
  }

export const newReplay = ({ plan, policies }: ReplayDeps): ReplayState => {
  let root = newObjectState(plan.root)
  let wasMade = false
  const hardDeletes: Stamp[] = []

  const add: ReplayState['add'] = ({ write, ops }) => {
    if (ops === null) return
    for (const op of ops) {
      if (op.op === 'delete' && op.mode === 'hard') erase(write)
      // A hard delete discards what hadn't seen it, whichever came first.
      else if (hardDeletes.every(write.saw)) apply(op, write)
    }
  }

  const erase = ({ stamp }: Write): void => {
    hardDeletes.push(stamp)
    root = newObjectState(plan.root)
    wasMade = false
  }

  const apply = (op: Op, write: Write): void => {
    if (op.op === 'create') {
      wasMade = true
      put(policies, root, op.object, write)
    } else if (op.op === 'delete') hide(root, write)
    else writeAt(policies, root, op.path, op, write)
  }

  return {
    add,
    get object() {
      return wasMade ? root : null
    },
  }
}
