import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ImportPlan } from '../../contract/backups.ts'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory } from '../../platform/files.ts'
import {
  databaseKind,
  rewriteDatabase,
  storeFiles,
  writeFailure,
  type DatabaseKey,
} from '../../storage/index.ts'
import { markAsCopy, presentContents } from '../base/contents.ts'
import { openCopy } from '../base/copies.ts'
import { FOLDERS, inFolder, modeOf } from '../base/other-files.ts'
import { finishReplacement, incomingFolder } from '../base/replacement.ts'
import { KEYS, type Manifest } from './manifest.ts'
import { readExport, type ExportedFile } from './read.ts'

/** The file with the keys of an import until they are restored. */
export const IMPORTED_KEYS = 'keys-from-import.age'
/** What an import replaces. */
export const IMPORTED = [
  'state.db',
  'state.db-wal',
  'state.db-shm',
  'state.db-journal',
  'config.json',
  'identity.json',
  ...FOLDERS,
  IMPORTED_KEYS,
]

export interface InspectInput {
  /** The exported assistant. */
  readonly file: string
  readonly passphrase: string
  /** Of the current data. */
  readonly database: string
  readonly key: DatabaseKey | null
}

export interface ImportInput extends InspectInput {
  readonly dataDir: string
}

export type Inspected = ImportPlan

/** What is in the file, and the current data; changes nothing. Errors: those of `readExport`. */
export const inspectExport = async (input: InspectInput): Promise<Inspected> => {
  const { manifest, files } = await readExport(input.file, input.passphrase)
  // Ends the reading.
  for await (const file of files) {
    void file
    break
  }
  return planOf(manifest, input)
}

const planOf = (
  { createdAt, ownerDid, holds, files }: Manifest,
  { database, key }: InspectInput,
): Inspected => ({
  createdAt,
  ownerDid,
  holds,
  withKeys: files.some(({ path }) => path === KEYS),
  present:
    presentContents(database, databaseKind(database) === 'plain' ? null : key, createdAt)?.contents ?? null,
})

/**
 * Prepares an import: puts everything, checked, into `incoming/`, with the database in the current format and encrypted if the current
 * one is. Changes no existing file, and leaves nothing if it fails.
 *
 * @throws SatchelError those of `readExport`; `database_newer`, `disk_full`
 */
export const prepareImport = async (input: ImportInput): Promise<void> => {
  const { dataDir, database, key } = input
  finishReplacement(dataDir, storeFiles)
  const incoming = incomingFolder(dataDir)
  try {
    mkdirSync(incoming, { mode: 0o700 })
    const { manifest, files } = await readExport(input.file, input.passphrase)
    for await (const file of files) await take(file, incoming)
    const path = join(incoming, 'state.db')
    openImported(path, manifest.databaseKey)
    rewriteDatabase(path, manifest.databaseKey, databaseKind(database) === 'plain' ? null : key)
    forgetOtherComputer(join(incoming, 'config.json'))
    storeFiles.sync(path)
    syncDirectory(incoming)
  } catch (thrown) {
    // Asks whether the disk is full before there is room again.
    const failure = writeFailure(incoming, thrown)
    finishReplacement(dataDir, storeFiles)
    throw failure
  }
}

const openImported = (path: string, key: DatabaseKey): void => {
  try {
    openCopy(path, key, markAsCopy)
  } catch (cause) {
    if (cause instanceof SatchelError && /^database_(corrupt|key_\w+)$/.test(cause.code))
      throw new SatchelError('export_invalid', { cause })
    throw cause
  } finally {
    rmSync(join(dirname(path), 'backups'), { recursive: true, force: true })
  }
}

const take = async (file: ExportedFile, incoming: string): Promise<void> => {
  const path = file.path === KEYS ? IMPORTED_KEYS : file.path
  const to = inFolder(incoming, path)
  const handle = newFile(
    to,
    path === IMPORTED_KEYS || path === 'state.db' ? 0o600 : modeOf(path, file.executable),
  )
  try {
    for await (const piece of file.content())
      for (let at = 0; at < piece.length;) at += writeSync(handle, piece, at)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  syncDirectory(dirname(to))
}

/** What a file system says of names that can't be, or not beside each other: a file in the place of a folder, one too long. */
const IMPOSSIBLE = /^(EEXIST|ENOTDIR|EISDIR|ENAMETOOLONG|EINVAL)$/

const newFile = (path: string, mode: number): number => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return openSync(path, 'wx', mode)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && IMPOSSIBLE.test(String(cause.code)))
      throw new SatchelError('export_invalid', { cause })
    throw cause
  }
}

/** The backup folder belongs to the other computer. Errors: `export_invalid` for settings that can't be read. */
const forgetOtherComputer = (path: string): void => {
  if (!existsSync(path)) return
  const { backupFolder: _, ...config } = settingsIn(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`, { flush: true })
}

const settingsIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch (cause) {
    throw new SatchelError('export_invalid', { cause })
  }
}
