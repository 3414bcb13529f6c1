import type { Policy, Stamp } from './types.ts'
import { replaces } from './writes.ts'

/**
 * `or_map` (asm.md 2), and every other object: whether it is there. Each write to it or to anything in it says so; removing
 * takes back what the remover had seen, so a concurrent write keeps it (add wins). What its members are is theirs to
 * say: they are kept while it is away, and come back as they were when a concurrent write keeps it.
 *
 * The last write of each replica stands for its earlier ones, which whoever saw it has seen too.
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
