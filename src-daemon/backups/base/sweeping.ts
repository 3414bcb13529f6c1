import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreFiles } from '../../storage/index.ts'
import { namesIn } from './names.ts'

const SWEEPING = /^\.files-(.*)\.sweeping$/
const markOf = (of: string): string => `.files-${of}.sweeping`

/** Who removes files that no backup refers to, by the name of their mark; null for any other file. */
export const sweepingOf = (name: string): string | null => SWEEPING.exec(name)?.[1] ?? null

/**
 * Runs `sweep`, which looks for backups being made and then removes files, under a mark that others see: one that begins a
 * backup after that look, and would find a file there that is about to go, waits for the end.
 */
export const markedSweep = (folder: string, of: string, files: StoreFiles, sweep: () => void): void => {
  const mark = join(folder, markOf(of))
  closeSync(openSync(mark, 'w', 0o600))
  try {
    sweep()
  } finally {
    files.remove(mark)
  }
}

/** No sweep takes longer: it only reads names and records, and removes files. */
const LONGEST_MS = 30_000
const PAUSE_MS = 20

/**
 * Waits until no other removes files; called once one's own backup can be seen to be made. The mark of a sweep that was
 * killed is waited for in vain. For a worker thread.
 */
export const waitForSweeps = (folder: string, of: string, longestMs = LONGEST_MS): void => {
  const pausing = new Int32Array(new SharedArrayBuffer(4))
  const isSwept = (): boolean =>
    namesIn(folder).some((name) => {
      const by = sweepingOf(name)
      return by !== null && by !== of
    })
  for (let waited = 0; waited < longestMs && isSwept(); waited += PAUSE_MS)
    Atomics.wait(pausing, 0, 0, PAUSE_MS)
}
