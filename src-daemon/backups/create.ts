import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupReason } from '../contract/backups.ts'
import { SatchelError } from '../platform/errors.ts'
import { writeFileAtomic } from '../platform/files.ts'
import {
  checkDatabase,
  copyDatabase,
  storeFiles,
  writeFailure,
  type DatabaseKey,
  type StoreFiles,
} from '../storage/index.ts'
import { superseded } from './retention.ts'
import {
  backupName,
  findBackups,
  isBackupName,
  isUnfinished,
  namesIn,
  readRecord,
  recordName,
  writingName,
  type BackupRecord,
  type FoundBackup,
} from './base/names.ts'
import { filesFolder, keepFiles, readThrough } from './base/other-files.ts'

export interface CreateInput {
  readonly dataDir: string
  readonly database: string
  readonly key: DatabaseKey | null
  readonly folder: string
  readonly reason: BackupReason
  /** ISO 8601. */
  readonly at: string
  /** Whose data it is; see `BackupRecord`. */
  readonly of: string
  readonly files?: StoreFiles | undefined
}

/**
 * Makes a backup in `folder`, opens and checks it, and removes those it supersedes. It exists once its database has its name; if this
 * is interrupted before, even by a power cut, earlier backups are unchanged, and `clearUnfinished` removes the rest. For a worker thread:
 * it takes as long as reading all data.
 *
 * @throws SatchelError `disk_full`, `database_corrupt`, `backup_folder_unusable`
 */
export const createBackup = (input: CreateInput): { readonly name: string } => {
  const { folder, files = storeFiles } = input
  try {
    files.makeDirectory(folder)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('backup_folder_unusable', { params: { path: folder, problem }, cause })
  }
  clearUnfinished(folder, files)
  const at = new Date(input.at)
  const writing = join(folder, writingName(at))
  try {
    const kept = keepFiles(input.dataDir, folder, files)
    refuseIfFull(folder, readThrough(input.database).bytes)
    copyDatabase(input.database, input.key, writing)
    files.sync(writing)
    const { format, encrypted } = checkDatabase(writing, input.key)
    const name = backupName(format, at)
    const { sha256 } = readThrough(writing)
    const { reason, of } = input
    const record: BackupRecord = {
      format: 'satchel-backup',
      version: 1,
      createdAt: input.at,
      reason,
      of,
      checkedAt: input.at,
      database: { sha256, encrypted },
      files: [...kept],
    }
    writeFileAtomic(join(folder, recordName(name)), `${JSON.stringify(record)}\n`)
    files.rename(writing, join(folder, name))
    files.syncDirectory(folder)
    removeSuperseded(input, at, files)
    return { name }
  } catch (thrown) {
    // Asks whether the disk is full before there is room again.
    const failure = writeFailure(folder, thrown)
    clearUnfinished(folder, files)
    throw failure
  }
}

/** The folder is the owner's: files with other names stay. */
const FILE = /^[0-9a-f]{64}$/
const UNFINISHED_FILE = /^[0-9a-f]{64}\.tmp$/

/** Half a copy is useless, and takes space that the data needs. */
const refuseIfFull = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes)
    throw new SatchelError('disk_full', { details: { room: bavail * bsize, bytes } })
}

/** Removes what backups that were never finished left in `folder`. */
export const clearUnfinished = (folder: string, files: StoreFiles = storeFiles): void => {
  const names = namesIn(folder)
  const there = new Set(names)
  for (const name of names) {
    const lonely = name.endsWith('.json') && isBackupName(name.slice(0, -5)) && !there.has(name.slice(0, -5))
    if (isUnfinished(name) || lonely) files.remove(join(folder, name))
  }
  const kept = filesFolder(folder)
  for (const name of namesIn(kept)) if (UNFINISHED_FILE.test(name)) files.remove(join(kept, name))
}

/** Only after a new one is there, and only of the same data. */
const removeSuperseded = ({ folder, of }: CreateInput, now: Date, files: StoreFiles): void => {
  const own = findBackups([folder]).filter(({ record }) => record === null || record.of === of)
  const gone = superseded(own, now)
  for (const backup of gone) removeBackup(backup, files)
  if (gone.length > 0) files.syncDirectory(folder)
  const used = new Set(
    namesIn(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readRecord(join(folder, name)))
      .flatMap((record) => record?.files ?? [])
      .map(({ sha256 }) => sha256),
  )
  const kept = filesFolder(folder)
  for (const name of namesIn(kept)) if (FILE.test(name) && !used.has(name)) files.remove(join(kept, name))
}

const removeBackup = ({ folder, name }: FoundBackup, files: StoreFiles): void => {
  files.remove(join(folder, name))
  files.remove(join(folder, recordName(name)))
}
