import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupReasonSchema, type Backup } from '../../contract/backups.ts'
import { syncDirectory } from '../../platform/files.ts'
import { databaseKind } from '../../storage/index.ts'

/** A file of a backup besides the database; it is in `files/` under its hash. */
export const otherFileSchema = z.object({
  path: z.string().max(1000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  /** Whether it may be run. */
  executable: z.boolean(),
})
export type OtherFile = z.infer<typeof otherFileSchema>

/** The content of `<name of the database>.json` about a backup. One that an update kept has no such file. */
export const backupRecordSchema = z.object({
  format: z.literal('satchel-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  reason: backupReasonSchema,
  /** Whose it is: see `ownerOf`. */
  of: z.string().regex(/^\w{1,64}$/),
  checkedAt: z.iso.datetime(),
  /** Null while it is being encrypted or decrypted. */
  database: z.object({ sha256: z.string(), encrypted: z.boolean() }).nullable(),
  files: z.array(otherFileSchema),
})
export type BackupRecord = z.infer<typeof backupRecordSchema>

const NAME = /^state\.db\.v(\d+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/
/** A file of a backup while it is written: it says whose, since others may write into the folder at the same time. */
const UNFINISHED = /^\.state\.db-(.*?)-.*\.writing(-journal)?$/

/** The name of a backup's database, as migrations name what they keep. */
export const backupName = (format: number, at: Date): string =>
  `state.db.v${String(format)}-${at.toISOString().replaceAll(':', '-')}`
export const writingName = (of: string, at: Date): string =>
  `.state.db-${of}-${at.toISOString().replaceAll(':', '-')}.writing`
export const recordName = (name: string): string => `${name}.json`
export const isBackupName = (name: string): boolean => NAME.test(name)
/** Whose unfinished file it is; null for any other file. */
export const unfinishedOf = (name: string): string | null => UNFINISHED.exec(name)?.[1] ?? null

/** A backup and its location. */
export interface FoundBackup extends Backup {
  readonly folder: string
  /** Null for one that an update kept, and if it can't be read. */
  readonly record: BackupRecord | null
}

/** The backups in these folders, newest first. A missing folder has none. */
export const findBackups = (folders: readonly string[]): readonly FoundBackup[] =>
  [...new Set(folders)].flatMap(backupsIn).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))

const backupsIn = (folder: string): readonly FoundBackup[] =>
  namesIn(folder).flatMap((name) => {
    const [, , day, hour, minute, second] = NAME.exec(name) ?? []
    const createdAt = `${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}`
    if (day === undefined || Number.isNaN(Date.parse(createdAt))) return []
    const record = readRecord(join(folder, recordName(name)))
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return []
    const found = {
      name,
      createdAt,
      reason: record?.reason ?? ('update' as const),
      bytes: stat.size,
      encrypted: databaseKind(path) === 'encrypted',
      checkedAt: record?.checkedAt ?? null,
    }
    return [{ ...found, folder, record }]
  })

/** The files of a folder; empty if it is missing or can't be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Writes the record of a backup atomically, replacing an earlier one. */
export const writeRecord = (folder: string, name: string, record: BackupRecord): void => {
  prepared(folder, name, record, (unfinished, path) => {
    renameSync(unfinished, path)
  })
}

/** The same for a new one. False if another backup has this name, as one that was made elsewhere in the same millisecond. */
export const claimName = (folder: string, name: string, record: BackupRecord): boolean => {
  if (existsSync(join(folder, name))) return false
  return prepared(folder, name, record, (unfinished, path) => {
    try {
      linkSync(unfinished, path)
    } catch (thrown) {
      if (existsSync(path)) return false
      // Some file systems have no links.
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC') throw thrown
      renameSync(unfinished, path)
    }
    return true
  })
}

const prepared = <T>(
  folder: string,
  name: string,
  record: BackupRecord,
  put: (unfinished: string, path: string) => T,
): T => {
  const unfinished = join(folder, `.state.db-${record.of}-${name}.json.writing`)
  try {
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeFileSync(file, `${JSON.stringify(record)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return put(unfinished, join(folder, recordName(name)))
  } finally {
    rmSync(unfinished, { force: true })
    syncDirectory(folder)
  }
}

/** A record names every file of an assistant; this is room for far more than anyone has. */
const MAX_RECORD = 16 * 1024 * 1024

/** Null if there is none, or it can't be read. In a folder that others share, it may be a pipe or a device, whose reading never ends. */
export const readRecord = (path: string): BackupRecord | null => {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > MAX_RECORD) return null
    return backupRecordSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
