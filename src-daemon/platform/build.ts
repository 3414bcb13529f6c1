import { readFileSync, realpathSync } from 'node:fs'
import { sha256Hex } from './sha256.ts'

/** The program a process runs: its entry file, and which build of it. */
export interface Build {
  /** Real path of the entry file. */
  readonly entry: string
  /** Changes with every bundle, because an entry file imports chunks that are named by their content. */
  readonly build: string
}

/** The build that is now at `entry`; null if the file can't be read. */
export const buildAt = (entry: string): Build | null => {
  try {
    const path = realpathSync(entry)
    return { entry: path, build: sha256Hex(readFileSync(path)).slice(0, 16) }
  } catch {
    // The file was moved or removed while its program runs, so there is nothing to compare with.
    return null
  }
}
