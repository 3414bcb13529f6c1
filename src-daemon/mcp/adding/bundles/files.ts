import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SatchelError } from '../../../platform/errors.ts'
import { syncDirectory } from '../../../platform/files.ts'
import { newId } from '../../../platform/ids.ts'
import { isPortablePath, unzip, type UnzipRefusal } from '../../../platform/unzip.ts'
import { sha256Hex, sha256HexOfFile } from '../../../platform/sha256.ts'
import type { ReasonCode } from '../../../text/index.ts'

/** The files of bundles, each content in a folder named by its hash: written once, never changed. */
export interface BundleFiles {
  folderOf(sha256: string): string
  /** Unpacks an archive, from memory or from the file at a path. Errors: `bundle_refused`. */
  put(archive: Buffer | string): Promise<KeptBundle>
  /** The bundle with this hash; null if there is none. */
  read(sha256: string): Promise<KeptBundle | null>
  /** The folder, after verifying that its files match their hash. Errors: `bundle_damaged`. */
  checked(sha256: string): Promise<string>
  /** Removes bundles that are not among `kept`, and leftovers of a crash while unpacking. */
  sweep(kept: ReadonlySet<string>): void
}

export interface KeptBundle {
  readonly sha256: string
  /** By path: the input of the hash. */
  readonly files: ReadonlyMap<string, BundleFile>
}

interface BundleFile {
  readonly bytes: number
  readonly sha256: string
  readonly executable: boolean
}

/** Bundles contain all they need, including the packages of interpreters. */
const LIMITS = { files: 30_000, bytes: 512 * 1024 * 1024, caseClash: 'refused' } as const
const LONGEST_PATH = 400
const KEPT = /^[0-9a-f]{64}$/
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/
const HASHED_AT_ONCE = 16

export const createBundleFiles = (bundlesDir: string): BundleFiles => {
  const folderOf = (sha256: string): string => join(bundlesDir, sha256)

  const put: BundleFiles['put'] = async (archive) => {
    const unfinished = join(bundlesDir, `.${newId()}.tmp`)
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const files = new Map<string, BundleFile>()
    try {
      await unzip(archive, {
        limits: LIMITS,
        take: async ({ name, executable, content }) => {
          if (!isPortablePath(name, LONGEST_PATH)) throw refused('path')
          files.set(name, await written(join(unfinished, name), content, executable))
        },
        refused,
      })
      const sha256 = hashOf(files)
      if ((await read(sha256)) === null) {
        rmSync(folderOf(sha256), { recursive: true, force: true }) // the existing one was damaged
        renameSync(unfinished, folderOf(sha256))
        syncDirectory(bundlesDir)
      }
      return { sha256, files }
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }

  const read: BundleFiles['read'] = async (sha256) => {
    if (!KEPT.test(sha256) || !existsSync(folderOf(sha256))) return null
    const files = await filesIn(folderOf(sha256))
    return files !== null && hashOf(files) === sha256 ? { sha256, files } : null
  }

  return {
    folderOf,
    put,
    read,
    checked: async (sha256) => {
      if ((await read(sha256)) === null)
        throw new SatchelError('bundle_damaged', { params: { sha256: sha256.slice(0, 12) } })
      return folderOf(sha256)
    },
    sweep: (kept) => {
      if (!existsSync(bundlesDir)) return
      for (const name of readdirSync(bundlesDir)) {
        if (UNFINISHED.test(name) || (KEPT.test(name) && !kept.has(name)))
          rmSync(join(bundlesDir, name), { recursive: true, force: true })
      }
    },
  }
}

const written = async (
  path: string,
  content: AsyncIterable<Buffer>,
  executable: boolean,
): Promise<BundleFile> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const part of content) {
      hash.update(part)
      bytes += part.length
      yield part
    }
  }
  const file = await open(path, 'wx', executable ? 0o500 : 0o400)
  try {
    await file.writeFile(counted())
  } finally {
    // Closed before its folder is removed: a stream that still opens its file would put it there again.
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex'), executable }
}

/** The files below a folder; null if it contains something that bundles never do. */
const filesIn = async (folder: string): Promise<ReadonlyMap<string, BundleFile> | null> => {
  const found: { path: string; bytes: number; executable: boolean }[] = []
  const visit = (at: string): boolean =>
    readdirSync(join(folder, at)).every((name) => {
      const path = at === '' ? name : `${at}/${name}`
      const stat = lstatSync(join(folder, path))
      if (stat.isDirectory()) return visit(path)
      found.push({ path, bytes: stat.size, executable: (stat.mode & 0o100) !== 0 })
      return stat.isFile() && found.length <= LIMITS.files
    })
  if (!visit('')) return null
  const files = new Map<string, BundleFile>()
  for (let index = 0; index < found.length; index += HASHED_AT_ONCE) {
    const some = found.slice(index, index + HASHED_AT_ONCE)
    const hashes = await Promise.all(some.map(({ path }) => sha256HexOfFile(join(folder, path))))
    for (const [at, { path, bytes, executable }] of some.entries())
      files.set(path, { bytes, executable, sha256: hashes[at] ?? '' })
  }
  return files
}

/**
 * Over the files in the order of their paths: path, executable or not, size, own hash. Windows has no
 * executable flag.
 */
const hashOf = (files: ReadonlyMap<string, BundleFile>): string => {
  const lines = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { bytes, sha256, executable }]) => {
      const mark = process.platform !== 'win32' && executable ? 'x' : '-'
      return `${path}\0${mark}\0${String(bytes)}\0${sha256}\n`
    })
  return sha256Hex(lines.join(''))
}

const refused = (reason: UnzipRefusal, cause?: unknown): SatchelError =>
  new SatchelError('bundle_refused', {
    params: { reason: reason satisfies ReasonCode },
    details: { reason },
    cause,
  })
