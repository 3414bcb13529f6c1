import { toJcs } from '../base/json.ts'
import { applyToRegister, type Register } from './register.ts'
import { compareText, type Policy } from './types.ts'
import { latestOf } from './writes.ts'

/**
 * `mv_register` (asm.md 2): all concurrent values are kept until a write that saw them. The one with the greatest stamp
 * is read; if they differ, all are conflicts, in JCS order.
 */
export const mvRegister: Policy<Register> = {
  empty: [],
  apply: applyToRegister,
  read: (state) => latestOf(state)?.value,
  conflicts: (state) => {
    if (state.length < 2) return []
    const values = new Map(state.map(({ value }) => [toJcs(value), value]))
    if (values.size < 2) return []
    return [...values].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value)
  },
}
