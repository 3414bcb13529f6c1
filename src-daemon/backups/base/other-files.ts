import { chmodSync, closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join, sep } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import type { StoreFiles } from '../../storage/index.ts'
import { namesIn, type OtherFile } from './names.ts'

/** Files beside the database. They contain no secrets: those are in the keychain or in `vault.age`, which key backups cover. */
const SINGLE = ['config.json', 'identity.json', 'encryption.json']
/** Folders whose files the database refers to. Files of servers and scripts elsewhere can be fetched or created again. */
export const FOLDERS = ['packages', 'skills', 'bundles', 'ipfs'] as const

/** The files in the data folder that belong in a backup, by their paths with `/`. Links and unfinished files are left out. */
export const otherFiles = (dataDir: string): readonly string[] =>
  [...SINGLE, ...FOLDERS].flatMap((name) => filesAt(dataDir, name)).toSorted()

const filesAt = (dataDir: string, path: string): readonly string[] => {
  const stat = lstatSync(inFolder(dataDir, path), { throwIfNoEntry: false })
  if (stat?.isFile() === true) return [path]
  if (stat?.isDirectory() !== true) return []
  return namesIn(inFolder(dataDir, path))
    .filter((name) => !name.endsWith('.tmp'))
    .flatMap((name) => filesAt(dataDir, `${path}/${name}`))
}

/** Where a file of a backup is in a data folder. */
export const inFolder = (folder: string, path: string): string => join(folder, ...path.split('/'))

/** Whether a path, which may be foreign, leads to a place for such files. */
export const isPlace = (path: string): boolean => {
  const [first = '', ...rest] = path.split('/')
  if (rest.length === 0) return SINGLE.includes(first)
  const known: readonly string[] = FOLDERS
  return (
    known.includes(first) &&
    rest.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part)) &&
    (sep === '/' || !path.includes(':'))
  )
}

const BLOCK = 1024 * 1024

/** SHA-256 and length of a file, read in pieces; each is also handed to `use`. */
export const readThrough = (
  path: string,
  use: (piece: Uint8Array) => void = () => undefined,
): Pick<OtherFile, 'sha256' | 'bytes'> => {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(BLOCK)
  let bytes = 0
  try {
    for (let count = readSync(file, buffer, 0, BLOCK, null); count > 0;) {
      const piece = buffer.subarray(0, count)
      hash.update(piece)
      use(piece)
      bytes += count
      count = readSync(file, buffer, 0, BLOCK, null)
    }
  } finally {
    closeSync(file)
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** Whether a file is there, and is what its hash says. In a folder that others share, it may be something else by now, and no file at all. */
export const isIntact = (path: string, sha256: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true && readThrough(path).sha256 === sha256

/** The folder for the files of all backups, each stored once, under its hash. */
export const filesFolder = (folder: string): string => join(folder, 'files')

/** Copies each of the files to `folder`, unless an earlier backup has it intact; one that is deleted meanwhile is left out. */
export const keepFiles = (
  { dataDir, folder, of }: { readonly dataDir: string; readonly folder: string; readonly of: string },
  files: StoreFiles,
): readonly OtherFile[] => {
  const kept = filesFolder(folder)
  files.makeDirectory(kept)
  const known = new Set(namesIn(kept))
  const all = otherFiles(dataDir).flatMap((path): OtherFile[] => {
    const from = inFolder(dataDir, path)
    try {
      const { sha256, bytes } = readThrough(from)
      const executable = (statSync(from).mode & 0o100) !== 0
      const to = join(kept, sha256)
      if (
        !(known.has(sha256) && isIntact(to, sha256)) &&
        !copyDurably(from, to, { sha256, mode: 0o600, of }, files)
      )
        throw new Error(`${from} changed while it was copied`)
      known.add(sha256)
      return [{ path, sha256, bytes, executable }]
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return []
      throw thrown
    }
  })
  files.syncDirectory(kept)
  return all
}

/** What `of` has not finished copying is called so: in a folder that others share, it removes no more. */
export const unfinishedFile = (of: string): string => `.${of}.tmp`

/** Copies a file under a temporary name first. False if it is not what its hash says; then nothing is there. */
const copyDurably = (
  from: string,
  to: string,
  { sha256, mode, of }: { readonly sha256: string; readonly mode: number; readonly of: string },
  files: StoreFiles,
): boolean => {
  const unfinished = `${to}${unfinishedFile(of)}`
  files.remove(unfinished)
  files.copy(from, unfinished)
  chmodSync(unfinished, 0o600)
  if (readThrough(unfinished).sha256 !== sha256) {
    files.remove(unfinished)
    return false
  }
  files.sync(unfinished)
  chmodSync(unfinished, mode)
  files.rename(unfinished, to)
  return true
}

/**
 * Restores files missing in a data folder; existing ones stay as they are.
 *
 * @throws SatchelError `backup_damaged` if one of them was changed
 */
export const bringBackFiles = (
  { name, folder, files: listed }: { name: string; folder: string; files: readonly OtherFile[] },
  dataDir: string,
  files: StoreFiles,
): void => {
  for (const { path, sha256, executable } of listed) {
    if (!isPlace(path)) throw new SatchelError('backup_damaged', { params: { name, problem: path } })
    const to = inFolder(dataDir, path)
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue
    files.makeDirectory(dirname(to))
    const mode = modeOf(path, executable)
    if (!copyDurably(join(filesFolder(folder), sha256), to, { sha256, mode, of: 'restored' }, files))
      throw new SatchelError('backup_damaged', { params: { name, problem: path } })
    files.syncDirectory(dirname(to))
  }
}

/** Accepted files can't be changed by mistake; the daemon's own can. */
export const modeOf = (path: string, executable: boolean): number => {
  if (!path.includes('/') || path.startsWith('ipfs/')) return 0o600
  return executable ? 0o500 : 0o400
}
