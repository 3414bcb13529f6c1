import { toJcs, type Json } from '../base/json.ts'
import { grown, growing, itemsOf, type Growing } from './growing.ts'
import { compareText, type Policy, type Stamp } from './types.ts'
import { replaces } from './writes.ts'

interface Inserted {
  readonly stamp: Stamp
  readonly values: readonly Json[]
}

/**
 * `grow_only_set` (asm.md 2): the union of everything inserted, in JCS order, without duplicates. Setting a whole list
 * only adds, too. Values are removed only together with their object, and only those the remover had seen.
 */
export const growOnlySet: Policy<Growing<Inserted>> = {
  empty: growing(),
  apply: (state, op, write) => {
    if (op.op === 'insert') return grown(state, { stamp: write.stamp, values: op.values })
    if (op.op === 'set')
      return grown(state, { stamp: write.stamp, values: Array.isArray(op.value) ? op.value : [op.value] })
    if (op.op !== 'remove') return state
    return growing(itemsOf(state).filter(({ stamp }) => !replaces(write, stamp)))
  },
  read: (state) => (state.length === 0 ? undefined : toSet(itemsOf(state).flatMap(({ values }) => values))),
  conflicts: () => [],
}

/** In JCS order, no duplicates. */
export const toSet = (values: readonly Json[]): Json[] =>
  [...new Map(values.map((value) => [toJcs(value), value]))]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, value]) => value)
