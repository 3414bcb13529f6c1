import { applyToRegister, type Register } from './register.ts'
import type { Policy } from './types.ts'
import { latestOf } from './writes.ts'

/**
 * `lww_register` (asm.md 2): a write replaces the writes its writer had seen, whatever their clocks. Among concurrent
 * ones, the one with the greatest stamp is read. Removing only removes what was seen, so a concurrent write stays.
 */
export const lwwRegister: Policy<Register> = {
  empty: [],
  apply: applyToRegister,
  read: (state) => latestOf(state)?.value,
  conflicts: () => [],
}
