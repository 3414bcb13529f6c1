import type { Stamp } from '../policies/types.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { Change } from './types.ts'

/** Whether a change with this origin undoes others. */
export const isRevert = (origin: ChangeOrigin): boolean =>
  origin.kind === 'owner' && origin.reverts !== undefined

/**
 * The stamp by which a change merges. Undoing is only meant to remove what was seen, so a revert yields to what others
 * wrote at the same time.
 */
export const stampOf = (change: Pick<Change, 'clock' | 'actor' | 'seq' | 'origin'>): Stamp => {
  if (!isRevert(change.origin)) return change
  const { clock, actor, seq } = change
  return { clock, actor, seq, yields: true }
}
