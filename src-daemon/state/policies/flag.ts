import { applyToRegister, type Register } from './register.ts'
import type { Policy } from './types.ts'
import { foremost, latestOf } from './writes.ts'

/** `flag` (asm.md 2): among concurrent writes, enabling wins; otherwise a write replaces what it saw. */
export const flag: Policy<Register> = {
  empty: [],
  apply: applyToRegister,
  read: (state) => (foremost(state).some(({ value }) => value === true) ? true : latestOf(state)?.value),
  conflicts: () => [],
}
