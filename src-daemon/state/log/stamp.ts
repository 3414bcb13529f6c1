import type { Stamp } from '../policies/types.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import type { Change } from './types.ts'

/** The origin of an eviction. */
export const RETENTION: ChangeOrigin = { kind: 'system', reason: 'retention' }

/** Whether a change with this origin is an automatic eviction, which can be undone. */
export const isEviction = (origin: ChangeOrigin): boolean =>
  origin.kind === 'system' && origin.reason === 'retention'

/** Whether a change with this origin undoes others. */
export const isRevert = (origin: ChangeOrigin): boolean =>
  origin.kind === 'owner' && origin.reverts !== undefined

/**
 * The stamp by which a change merges. Undoing is only meant to remove what was seen, so a revert yields to what others
 * wrote at the same time.
 */
export const stampOf = (change: Pick<Change, 'clock' | 'time' | 'actor' | 'seq' | 'origin'>): Stamp => {
  if (!isRevert(change.origin)) return change
  const { clock, time, actor, seq } = change
  return { clock, time, actor, seq, yields: true }
}
