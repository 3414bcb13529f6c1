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

/** The merge rule of a field: what `x-crdt` says, or the ordered list that a list is by default (asm.md 1.3). */
export type FieldPolicy = Exclude<Keyword, 'or_map'> | 'ordered_list'

/** What each keeps is its own affair: a state goes back only to the policy it came from. */
export type Policies = Readonly<Record<FieldPolicy, Policy<unknown>>>

/** Every merge rule of a field, by keyword; that of an object (`or_map`) stands apart, as it has members. */
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
