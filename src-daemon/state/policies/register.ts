import type { FieldOp, Write } from './types.ts'
import { unseen, type Written } from './writes.ts'

/**
 * What several rules keep: every write that no other has replaced, so one, or more while they are concurrent. All of them
 * are needed, also where only one is read: a later write that saw only the greater one must not bring the other back.
 */
export type Register = readonly Written[]

export const applyToRegister = (state: Register, op: FieldOp, write: Write): Register => {
  if (op.op === 'set') return [...unseen(state, write), { stamp: write.stamp, value: op.value }]
  return op.op === 'remove' ? unseen(state, write) : state
}
