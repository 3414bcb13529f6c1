import type { Sequences } from '../sequences/types.ts'
import { createSequencePolicy, type SequenceState } from './sequence.ts'
import type { Policy } from './types.ts'

/** The rule of arrays without `x-crdt` (asm.md 2): concurrent edits merge by element; an element is a single unit. */
export const createOrderedList = (sequences: Pick<Sequences, 'read'>): Policy<SequenceState> =>
  createSequencePolicy('list', sequences)
