import type { Op } from '../log/types.ts'
import { createPolicies } from '../policies/index.ts'
import { sequenceOf, type SequenceState } from '../policies/sequence.ts'
import { newReplay } from './replay.ts'
import { fieldAt } from './object-state.ts'
import type { Plan } from './plan.ts'
import type { ReplayedChange } from './types.ts'
import type { LoggedSequence } from '../sequences/types.ts'

/** Collecting edits needs no merging. */
const policies = createPolicies({
  read: () => {
    throw new TypeError('a sequence is collected, not read')
  },
})

/** The text or list at `path` according to its object's changes; null if there is none. Linear in the ops. */
export const sequenceAt = (
  plan: Plan,
  changes: Iterable<ReplayedChange>,
  path: readonly string[],
): LoggedSequence | null => {
  const node = plan.at(path)
  if (node?.kind !== 'field') return null
  const kind = node.policy === 'rga_text' ? 'text' : node.policy === 'ordered_list' ? 'list' : null
  if (kind === null) return null
  const state = newReplay({ plan, policies })
  for (const { write, ops } of changes)
    state.add({ write, ops: ops && ops.filter((op) => concerns(op, path)) })
  const field = state.object && fieldAt(state.object, path)
  // The field's policy, given by the plan, determines the state's type.
  return field === null ? null : sequenceOf(kind, field.state as SequenceState)
}

/** Only a write to the path or a parent of it matters. */
const concerns = (op: Op, path: readonly string[]): boolean =>
  op.op === 'create' || op.op === 'delete' || op.path.every((name, n) => name === path[n])
