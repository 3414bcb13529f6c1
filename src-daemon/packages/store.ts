import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../platform/files.ts'
import { sha256Hex } from '../platform/sha256.ts'

/** Package files by their hash: written once, read-only, never changed (acp.md 4.1). */
export interface PackageStore {
  /** Writes the file unless it is there and intact; returns whether it wrote. */
  put(sha256: string, bytes: Uint8Array): boolean
  /** The bytes; null if the file is missing, unreadable, or does not match its hash. */
  read(sha256: string): Uint8Array | null
  remove(sha256: string): void
  /**
   * Removes what a crash between file and transaction left: files not named in `kept`, and unfinished ones.
   * Returns their names.
   */
  sweep(kept: ReadonlySet<string>): string[]
}

/** Stored files and unfinished ones; anything else in the folder is not ours. */
const STORED = /^([0-9a-f]{64})\.acp\.yaml$/
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/

export const createPackageStore = ({ packagesDir }: { readonly packagesDir: string }): PackageStore => {
  const pathOf = (sha256: string): string => join(packagesDir, `${sha256}.acp.yaml`)

  const read = (sha256: string): Uint8Array | null => {
    const bytes = contentOf(pathOf(sha256))
    return bytes !== null && sha256Hex(bytes) === sha256 ? bytes : null
  }

  /** Missing, a folder, or unreadable: in each case not the stored file. */
  const contentOf = (path: string): Uint8Array | null => {
    try {
      return new Uint8Array(readFileSync(path))
    } catch {
      return null
    }
  }

  const put = (sha256: string, bytes: Uint8Array): boolean => {
    if (read(sha256) !== null) return false
    mkdirSync(packagesDir, { recursive: true, mode: 0o700 })
    writeFileAtomic(pathOf(sha256), bytes, 0o400)
    return true
  }

  const remove = (sha256: string): void => {
    removeFile(pathOf(sha256))
  }

  const removeFile = (path: string): void => {
    if (!existsSync(path)) return
    // Windows refuses to delete read-only files.
    if (process.platform === 'win32') chmodSync(path, 0o600)
    rmSync(path)
  }

  const sweep = (kept: ReadonlySet<string>): string[] => {
    if (!existsSync(packagesDir)) return []
    const left = readdirSync(packagesDir).filter((name) => {
      const sha256 = STORED.exec(name)?.[1]
      return sha256 === undefined ? UNFINISHED.test(name) : !kept.has(sha256)
    })
    for (const name of left) removeFile(join(packagesDir, name))
    return left
  }

  return { put, read, remove, sweep }
}
