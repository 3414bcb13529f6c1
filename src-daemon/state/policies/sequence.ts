import type { LoggedSequence, SequenceKind, Sequences } from '../sequences/types.ts'
import { growing, type Growing, grown, itemsOf } from './growing.ts'
import { orMap } from './or-map.ts'
import { type FieldOp, isStampKey, type Policy, type Stamp, stampKey, type Write } from './types.ts'
import { latestOf, replaces, unseen, type Written } from './writes.ts'

/** A text or list that was written, with its edits. */
interface Base extends Written {
  readonly edits: Growing<Uint8Array>
  /** Writes to it that no remover had seen; without any, it is absent. */
  readonly presence: readonly Stamp[]
}

/** The current bases: one, or several that were written concurrently. */
export type SequenceState = readonly Base[]

/**
 * The rule shared by texts and ordered lists (asm.md 2). A written value replaces those its writer saw, with all their
 * edits; the greatest stamp wins among concurrent ones, and the others still collect edits, in case the winner is
 * replaced or removed by someone who hadn't seen them. Removing only affects what was seen: a concurrent edit keeps the
 * text or list, with all its edits (add wins). A value without edits is read without Automerge.
 */
export const createSequencePolicy = (
  kind: SequenceKind,
  sequences: Pick<Sequences, 'read'>,
): Policy<SequenceState> => ({
  empty: [],
  apply,
  read: (state) => {
    const sequence = sequenceOf(kind, state)
    if (sequence === null) return undefined
    return sequence.changes.length === 0 ? sequence.base : sequences.read(sequence)
  },
  conflicts: () => [],
})

/** The text or list that is read, according to the log; null if the field is absent. */
export const sequenceOf = (kind: SequenceKind, state: SequenceState): LoggedSequence | null => {
  const winner = latestOf(state.filter(({ presence }) => presence.length > 0))
  return winner === undefined
    ? null
    : { kind, on: stampKey(winner.stamp), base: winner.value, changes: itemsOf(winner.edits) }
}

const apply = (state: SequenceState, op: FieldOp, write: Write): SequenceState => {
  switch (op.op) {
    case 'set':
      return [
        ...unseen(state, write),
        { stamp: write.stamp, value: op.value, edits: growing(), presence: [write.stamp] },
      ]
    case 'remove':
      return state.map((base) => ({ ...base, presence: orMap.apply(base.presence, op, write) }))
    case 'edit': {
      // If no base has that name, someone who saw it has replaced it, and this edit, made meanwhile, is lost with it.
      const edited = editedBy(op.on, state, write)
      return state.map((base) =>
        edited.includes(base)
          ? {
              ...base,
              edits: grown(base.edits, op.change),
              presence: orMap.apply(base.presence, op, write),
            }
          : base,
      )
    }
    default:
      return state // other rules' ops: our replicas never write them here
  }
}

/** The base of that name; of two, because two replicas shared a name, the one its writer saw. */
const editedBy = (on: string, state: SequenceState, write: Write): SequenceState => {
  const named = state.filter(({ stamp }) => isStampKey(on, stamp))
  return named.length < 2 ? named : named.filter(({ stamp }) => replaces(write, stamp))
}
