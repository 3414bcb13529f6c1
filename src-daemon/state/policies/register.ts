import type { FieldOp, Write } from './types.ts'
import { unseen, type Written } from './writes.ts'

/**
 * State shared by several rules: every write no other has replaced, so one, or more while they are concurrent. All are
 * needed, even if only one is read: a later write that only saw the greater one must not restore the other.
 */
export type Register = readonly Written[]

export const applyToRegister = (state: Register, op: FieldOp, write: Write): Register => {
  if (op.op === 'set') return [...unseen(state, write), { stamp: write.stamp, value: op.value }]
  return op.op === 'remove' ? unseen(state, write) : state
}
