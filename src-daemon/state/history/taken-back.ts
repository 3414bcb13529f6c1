import type { Change, OpLog } from '../log/types.ts'
import type { RevertTarget } from '../../contract/state-history.ts'

/** What a revert takes back, of the changes of one object; scopes are told by the number of the log. */
export type IsMeant = (target: RevertTarget, change: Change) => boolean

/** What the change took back; null for one that is no revert. */
export const revertOf = ({ origin }: Change): RevertTarget | null =>
  (origin.kind === 'owner' && origin.reverts) || null

/**
 * Of the changes of one object (in order of arrival) those that stand taken back, by position: a revert takes back what
 * it names and had seen, unless it is itself taken back. `next`: a revert about to be made, which has seen everything.
 */
export const takenBack = (
  changes: readonly Change[],
  { saw, isMeant }: { readonly saw: OpLog['saw']; readonly isMeant: IsMeant },
  next: RevertTarget | null = null,
): ReadonlySet<number> => {
  const back = new Set<number>()
  if (next !== null) for (const change of changes) if (isMeant(next, change)) back.add(change.position)
  // From the last one on: whether a revert counts is known once all that came after it was looked at.
  for (const [place, revert] of [...changes.entries()].reverse()) {
    const target = revertOf(revert)
    if (target === null || back.has(revert.position)) continue
    for (const change of changes.slice(0, place))
      if (isMeant(target, change) && saw(revert, change)) back.add(change.position)
  }
  return back
}
