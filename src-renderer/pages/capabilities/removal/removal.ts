/** What becomes of what a capability has kept. `export` is a purge with a copy in the person's hands before it. */
export type Choice = 'keep' | 'export' | 'purge'

/** Where a removal stands: what was chosen, and the step that choice needs before anything is deleted. */
export interface RemovalState {
  /** Objects counted; null while counting. */
  readonly count: number | null
  readonly choice: Choice
  /** The copy was handed to the browser in this sheet. */
  readonly isSaved: boolean
  /** The box that says it cannot be undone is ticked. */
  readonly isConfirmed: boolean
}

/** Whether the removal may run: deleting waits for its second step. */
export const canRemove = ({ count, choice, isSaved, isConfirmed }: RemovalState): boolean => {
  if (count === null) return false
  if (choice === 'keep') return true
  return choice === 'export' ? isSaved : isConfirmed
}

/** `diary-2026-11-21.json`: the name of the copy, with the day it was made. */
export const copyName = (name: string, now: Date): string => `${name}-${now.toISOString().slice(0, 10)}.json`
