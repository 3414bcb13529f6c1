/** What becomes of a capability's data. `export` deletes it after the user has saved a copy. */
export type Choice = 'keep' | 'export' | 'purge'

/** The state of a removal: the choice, and the confirmation it needs before anything is deleted. */
export interface RemovalState {
  /** Number of objects; null while counting. */
  readonly count: number | null
  readonly choice: Choice
  /** The copy was passed to the browser in this sheet. */
  readonly isSaved: boolean
  /** The user ticked that it can't be undone. */
  readonly isConfirmed: boolean
}

/** Whether the removal may run: deleting needs a confirmation first. */
export const canRemove = ({ count, choice, isSaved, isConfirmed }: RemovalState): boolean => {
  if (count === null) return false
  if (choice === 'keep') return true
  return choice === 'export' ? isSaved : isConfirmed
}

/** `diary-2026-11-21.json`: the file name of the copy, with its date. */
export const copyName = (name: string, now: Date): string => `${name}-${now.toISOString().slice(0, 10)}.json`
