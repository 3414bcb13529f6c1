import { readFileSync, realpathSync } from 'node:fs'
import { sha256Hex } from './sha256.ts'

/** Which program a process runs: the file it was started from, and which build of it that was. */
export interface Build {
  /** Real path of the entry file. */
  readonly entry: string
  /** Changes with every bundle: an entry file names the chunks it loads, and those are named by their content. */
  readonly build: string
}

/** The build that stands at `entry` now; null when no file can be read there. */
export const buildAt = (entry: string): Build | null => {
  try {
    const path = realpathSync(entry)
    return { entry: path, build: sha256Hex(readFileSync(path)).slice(0, 16) }
  } catch {
    // Moved or removed while its program runs: then there is nothing to compare with.
    return null
  }
}
