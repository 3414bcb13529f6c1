import type { Statements } from '../statements.ts'

/** In `state_meta` as long as it is so; a store of before it was noted does not have it. */
export const MADE_HERE = 'made_here'

/**
 * Whether all changes of this replica were made in this store, so that each has seen all that is before it in its log. A change of ours
 * that comes back from another device, as after a backup was restored, may come after what it had not seen.
 */
export interface MadeHere {
  all(): boolean
  /** A change of ours came from elsewhere. The caller holds the transaction. */
  cameBack(): void
  /** After a transaction that failed. */
  forget(): void
}

export const createMadeHere = (statement: Statements): MadeHere => {
  let known: boolean | null = null

  const all = (): boolean =>
    (known ??= statement(`SELECT 1 FROM state_meta WHERE key = '${MADE_HERE}'`).get() !== undefined)

  return {
    all,
    cameBack: () => {
      if (!all()) return
      statement(`DELETE FROM state_meta WHERE key = '${MADE_HERE}'`).run()
      known = false
    },
    forget: () => {
      known = null
    },
  }
}
