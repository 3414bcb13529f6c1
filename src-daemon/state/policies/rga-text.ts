import type { Sequences } from '../sequences/types.ts'
import { createSequencePolicy, type SequenceState } from './sequence.ts'
import type { Policy } from './types.ts'

/** `rga_text` (asm.md 2): a string whose concurrent edits merge by characters. */
export const createRgaText = (sequences: Pick<Sequences, 'read'>): Policy<SequenceState> =>
  createSequencePolicy('text', sequences)
