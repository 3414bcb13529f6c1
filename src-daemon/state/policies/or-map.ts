import type { Policy, Stamp } from './types.ts'
import { replaces } from './writes.ts'

/**
 * `or_map` (asm.md 2), and every other object: whether it is present. Each write to it or to anything in it makes it
 * present; removing only affects what the remover had seen, so a concurrent write keeps it (add wins). Its members have
 * states of their own: they are kept while it is absent, and return unchanged if a concurrent write keeps it.
 *
 * The last write of each replica covers its earlier ones, which anyone who saw it has seen too.
 */
export const orMap: Policy<readonly Stamp[]> = {
  empty: [],
  apply: (state, op, write) => {
    if (op.op === 'remove') return state.filter((stamp) => !replaces(write, stamp))
    const [only] = state
    if (only === undefined || (state.length === 1 && only.actor === write.stamp.actor)) return [write.stamp]
    return [...state.filter(({ actor }) => actor !== write.stamp.actor), write.stamp]
  },
  read: (state) => (state.length > 0 ? {} : undefined),
  conflicts: () => [],
}
