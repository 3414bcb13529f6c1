import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BackupReason } from '../contract/backups.ts'
import { SatchelError } from '../platform/errors.ts'
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
  claimName,
  findBackups,
  isBackupName,
  namesIn,
  readRecord,
  recordName,
  unfinishedOf,
  writingName,
  type BackupRecord,
  type FoundBackup,
} from './base/names.ts'
import { filesFolder, keepFiles, readThrough, unfinishedFile } from './base/other-files.ts'
import { isOwn } from './base/owner.ts'
import { markedSweep, sweepingOf, waitForSweeps } from './base/sweeping.ts'

export interface CreateInput {
  readonly dataDir: string
  readonly database: string
  readonly key: DatabaseKey | null
  readonly folder: string
  readonly reason: BackupReason
  /** ISO 8601. */
  readonly at: string
  /** Whose data it is: see `ownerOf`. */
  readonly of: string
  readonly files?: StoreFiles | undefined
  /** How long another's sweep is waited for. */
  readonly sweepMs?: number | undefined
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
    throw unusable(folder, cause)
  }
  const { of } = input
  clearUnfinished(folder, of, files)
  const at = new Date(input.at)
  const writing = join(folder, writingName(of, at))
  try {
    // From now on others let the files be that no backup refers to yet.
    closeSync(openSync(writing, 'wx', 0o600))
    waitForSweeps(folder, of, input.sweepMs)
    const kept = keepFiles(input, files)
    refuseIfFull(folder, statSync(input.database).size)
    copyDatabase(input.database, input.key, writing)
    files.sync(writing)
    const { format, encrypted } = checkDatabase(writing, input.key)
    const { sha256 } = readThrough(writing)
    const name = claim(input, at, { format, database: { sha256, encrypted }, files: [...kept] })
    files.rename(writing, join(folder, name))
    files.syncDirectory(folder)
    removeSuperseded(input, at, files)
    return { name }
  } catch (thrown) {
    // Asks whether the disk is full before there is room again.
    const failure = folderFailure(folder, writeFailure(folder, thrown))
    clearUnfinished(folder, of, files)
    throw failure
  }
}

const unusable = (folder: string, cause: unknown): SatchelError => {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new SatchelError('backup_folder_unusable', { params: { path: folder, problem }, cause })
}

/** Says so if the folder is the reason: its disk was disconnected, or can't be written any more. */
const folderFailure = (folder: string, thrown: unknown): unknown => {
  if (thrown instanceof SatchelError) return thrown
  try {
    readdirSync(folder)
    accessSync(folder, constants.W_OK)
    return thrown
  } catch (cause) {
    return unusable(folder, cause)
  }
}

/** Writes the record under the first free name, which is the backup's from then on. */
const claim = (
  { folder, of, reason, at: checkedAt }: CreateInput,
  from: Date,
  { format, database, files }: Pick<BackupRecord, 'database' | 'files'> & { readonly format: number },
): string => {
  for (let at = from; ; at = new Date(at.getTime() + 1)) {
    const name = backupName(format, at)
    const createdAt = at.toISOString()
    const record: BackupRecord = {
      format: 'satchel-backup',
      version: 1,
      createdAt,
      reason,
      of,
      checkedAt,
      database,
      files,
    }
    if (claimName(folder, name, record)) return name
  }
}

/** The folder is the owner's: files with other names stay. */
const FILE = /^[0-9a-f]{64}$/
/** So long after its last sign of life, a backup counts as abandoned. */
const LEFT_MS = 7 * 24 * 60 * 60 * 1000

/** Half a copy is useless, and takes space that the data needs. */
const refuseIfFull = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes)
    throw new SatchelError('disk_full', { details: { room: bavail * bsize, bytes } })
}

/** Removes what backups of this data that were never finished left in `folder`. */
export const clearUnfinished = (folder: string, of: string, files: StoreFiles = storeFiles): void => {
  const names = namesIn(folder)
  const there = new Set(names)
  for (const name of names) {
    const isLonely =
      name.endsWith('.json') && isBackupName(name.slice(0, -5)) && !there.has(name.slice(0, -5))
    const isOwnMark = unfinishedOf(name) === of || sweepingOf(name) === of
    if (isOwnMark || (isLonely && readRecord(join(folder, name))?.of === of)) files.remove(join(folder, name))
  }
  const kept = filesFolder(folder)
  for (const name of namesIn(kept))
    if (name.endsWith(unfinishedFile(of)) && FILE.test(name.slice(0, 64))) files.remove(join(kept, name))
}

/** Only after a new one is there, and only of the same data. */
const removeSuperseded = (input: CreateInput, now: Date, files: StoreFiles): void => {
  const { folder } = input
  const gone = superseded(
    findBackups([folder]).filter((backup) => isOwn(backup, input)),
    now,
  )
  for (const backup of gone) removeBackup(backup, files)
  if (gone.length > 0) files.syncDirectory(folder)
  markedSweep(folder, input.of, files, () => {
    removeUnused(folder, files)
  })
}

/** Removes the files that no backup refers to. */
const removeUnused = (folder: string, files: StoreFiles): void => {
  const kept = filesFolder(folder)
  const unused = namesIn(kept).filter((name) => FILE.test(name))
  // In this order: a backup that is made by the first look has its record by the second.
  if (othersWrite(folder)) return
  const used = usedFiles(folder)
  if (used === null) return
  for (const name of unused) if (!used.has(name)) files.remove(join(kept, name))
}

/** The files that backups refer to; null where that isn't known of each, as with a newer Satchel's. */
const usedFiles = (folder: string): ReadonlySet<string> | null => {
  const used = new Set<string>()
  for (const name of namesIn(folder).filter(
    (one) => one.endsWith('.json') && isBackupName(one.slice(0, -5)),
  )) {
    const record = readRecord(join(folder, name))
    if (record === null) return null
    for (const { sha256 } of record.files) used.add(sha256)
  }
  return used
}

/** Whether somebody is making a backup here, whose files no record names yet. The times are the folder's own, so a wrong clock here doesn't matter. */
const othersWrite = (folder: string): boolean => {
  const times = namesIn(folder).flatMap((name) => {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() === true ? [{ name, ms: stat.mtimeMs }] : []
  })
  const latest = Math.max(...times.map(({ ms }) => ms))
  return times.some(({ name, ms }) => unfinishedOf(name) !== null && latest - ms < LEFT_MS)
}

const removeBackup = ({ folder, name }: FoundBackup, files: StoreFiles): void => {
  files.remove(join(folder, name))
  files.remove(join(folder, recordName(name)))
}
