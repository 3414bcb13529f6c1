import type { DiffLine } from '../../src-daemon/contract/packages.ts'

/** How many lines a difference adds and removes. */
export interface LineCount {
  readonly added: number
  readonly removed: number
}

export const countLines = (lines: readonly DiffLine[]): LineCount => ({
  added: lines.filter(({ kind }) => kind === 'added').length,
  removed: lines.filter(({ kind }) => kind === 'removed').length,
})
