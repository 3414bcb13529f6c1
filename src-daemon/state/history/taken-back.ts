import type { Change, OpLog } from '../log/types.ts'
import type { RevertTarget } from '../../contract/state-history.ts'

/** Whether a revert undoes a change of the same object; scopes are identified by the number of the log. */
export type IsMeant = (target: RevertTarget, change: Change) => boolean

/** What the change undid; null if it isn't a revert. */
export const revertOf = ({ origin }: Change): RevertTarget | null =>
  (origin.kind === 'owner' && origin.reverts) || null

/**
 * The positions of an object's changes (in order of arrival) that are undone: a revert undoes what it names and had
 * seen, unless it is itself undone. `next`: a revert about to be made, which has seen everything.
 */
export const takenBack = (
  changes: readonly Change[],
  { saw, isMeant }: { readonly saw: OpLog['saw']; readonly isMeant: IsMeant },
  next: RevertTarget | null = null,
): ReadonlySet<number> => {
  const back = new Set<number>()
  if (next !== null) for (const change of changes) if (isMeant(next, change)) back.add(change.position)
  // From the last one: whether a revert counts is known once all later ones were processed.
  for (const [place, revert] of [...changes.entries()].reverse()) {
    const target = revertOf(revert)
    if (target === null || back.has(revert.position)) continue
    for (const change of changes.slice(0, place))
      if (isMeant(target, change) && saw(revert, change)) back.add(change.position)
  }
  return back
}
