import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { syncDirectory } from '../platform/files.ts'

/** What a migration does to files beside SQLite's own work. Tests hand in one that fails, or dies, at a chosen step. */
export interface StoreFiles {
  /** Fails where `to` exists. */
  copy(from: string, to: string): void
  /** Gives the file a second name. Fails where `to` exists, or the file system knows no such thing. */
  link(from: string, to: string): void
  /** Replaces `to`. */
  rename(from: string, to: string): void
  /** Nothing there is as good as removed. */
  remove(path: string): void
  makeDirectory(path: string): void
  /** Makes what was written to a file durable. */
  sync(path: string): void
  /** Makes names that were added, changed or removed in a directory durable. */
  syncDirectory(path: string): void
}

export const storeFiles: StoreFiles = {
  // Where the file system can, the copy shares its blocks and takes no time.
  copy: (from, to) => {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  },
  link: linkSync,
  rename: renameSync,
  remove: (path) => {
    rmSync(path, { force: true })
  },
  makeDirectory: (path) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  },
  sync: (path) => {
    // Windows flushes through a handle that may write.
    const file = openSync(path, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  },
  syncDirectory,
}
