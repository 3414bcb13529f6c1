import type { Policy as Keyword } from '../schema/shape.ts'
import type { Sequences } from '../sequences/types.ts'
import { counter } from './counter.ts'
import { flag } from './flag.ts'
import { growOnlySet } from './grow-only-set.ts'
import { logRga } from './log-rga.ts'
import { lwwRegister } from './lww-register.ts'
import { mvRegister } from './mv-register.ts'
import { createSequencePolicy } from './sequence.ts'
import type { Policy } from './types.ts'

export type * from './types.ts'

/** The merge rule of a field: that of `x-crdt`, or the default ordered list of a list (asm.md 1.3). */
export type FieldPolicy = Exclude<Keyword, 'or_map'> | 'ordered_list'

/** States are opaque: a state is only passed to the policy it came from. */
export type Policies = Readonly<Record<FieldPolicy, Policy<unknown>>>

/** Every merge rule of a field, by keyword; that of an object (`or_map`) is separate, as it has members. */
export const createPolicies = (sequences: Pick<Sequences, 'read'>): Policies => ({
  lww_register: lwwRegister,
  mv_register: mvRegister,
  grow_only_set: growOnlySet,
  counter,
  flag,
  log_rga: logRga,
  rga_text: createSequencePolicy('text', sequences),
  ordered_list: createSequencePolicy('list', sequences),
})
