import { readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DataPaths } from '../../platform/paths.ts'
import type { Output } from './output.ts'

/** With less than this, work soon fails. */
const LITTLE = 64 * 1024 * 1024
/** With less than this, nothing can be saved. */
const NOTHING = 1024 * 1024
const SHOWN = 8

/** How much room there is for the data. */
export interface DiskRoom {
  /** Bytes; null if the file system doesn't say. */
  readonly free: number | null
  /** What can be deleted if it isn't needed, the largest first. */
  readonly removable: readonly { readonly path: string; readonly bytes: number }[]
}

/** The free space on the data's disk; looks for removable files only if there is little. */
export const roomOf = (paths: DataPaths): DiskRoom => {
  const free = freeAt(paths.dataDir)
  return { free, removable: free !== null && free < LITTLE ? removableIn(paths) : [] }
}

/** Prints it if there is little space. */
export const sayRoom = (output: Output, { free, removable }: DiskRoom, dataDir: string): void => {
  if (free === null || free >= LITTLE) return
  output.say('cli_disk_room', { path: dataDir, free, state: free < NOTHING ? 'full' : 'low' })
  if (removable.length === 0) return
  output.say('cli_disk_removable')
  for (const { path, bytes } of removable.slice(0, SHOWN)) output.say('cli_disk_file', { path, bytes })
}

const freeAt = (path: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Old databases, what migrations kept, logs and caches. */
const removableIn = ({ dataDir, database, logsDir }: DataPaths): DiskRoom['removable'] => {
  const kept = namesIn(dataDir)
    .filter((name) => name.startsWith(`${basename(database)}.kept-`))
    .map((name) => join(dataDir, name))
  const folders = [join(dataDir, 'backups'), join(dataDir, 'cache'), logsDir]
  return [...kept, ...folders]
    .map((path) => ({ path, bytes: sizeOf(path) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
}

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

const sizeOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.size
  return namesIn(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
