import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../platform/files.ts'

/**
 * A migration's file operations, apart from SQLite's own. Tests pass one that fails, or dies, at a chosen step.
 */
export interface StoreFiles {
  /** Fails if `to` exists. */
  copy(from: string, to: string): void
  /** Makes a hard link. Fails if `to` exists, or the file system has no links. */
  link(from: string, to: string): void
  /** Replaces `to`. */
  rename(from: string, to: string): void
  /** A missing file counts as removed. */
  remove(path: string): void
  makeDirectory(path: string): void
  /** Makes a file's content durable. */
  sync(path: string): void
  /** Makes added, renamed and removed names in a directory durable. */
  syncDirectory(path: string): void
}

export const storeFiles: StoreFiles = {
  // If the file system can, the copy shares its blocks and takes no time.
  copy: (from, to) => {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  },
  link: linkSync,
  rename: renameSync,
  remove: (path) => {
    rmSync(path, { force: true })
  },
  makeDirectory: (path) => {
    makeDirectories(path)
  },
  sync: (path) => {
    // Windows flushes only through a handle that may write.
    const file = openSync(path, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  },
  syncDirectory,
}

/** Node's own recursive `mkdirSync` never returns where the system says ENOENT of a folder in an existing one, as in `/proc`. */
const makeDirectories = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw thrown
    makeDirectories(dirname(path))
    makeDirectories(path)
  }
}
