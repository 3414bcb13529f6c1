import type { Stamp } from '../policies/types.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { Change } from './types.ts'

/** Whether what was made so takes changes back. */
export const isRevert = (origin: ChangeOrigin): boolean =>
  origin.kind === 'owner' && origin.reverts !== undefined

/**
 * The stamp by which a change merges. Taking something back undoes what was seen and means to undo nothing else, so a revert yields
 * to what others wrote at the same time.
 */
export const stampOf = (change: Pick<Change, 'clock' | 'actor' | 'seq' | 'origin'>): Stamp => {
  if (!isRevert(change.origin)) return change
  const { clock, actor, seq } = change
  return { clock, actor, seq, yields: true }
}
