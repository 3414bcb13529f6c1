import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../platform/files.ts'

/** Stored files of WebAssembly modules that packages name by CID (acp.md 8): a folder per package. */
export interface ModuleFiles {
  /**
   * Size of the file in bytes; null if it is not stored. The code that runs the module checks its content.
   */
  size(packageName: string, cid: string): number | null
  read(packageName: string, cid: string): Uint8Array | null
  put(packageName: string, cid: string, bytes: Uint8Array): void
  /** Removes the modules of packages that are not among `kept`. */
  sweep(kept: ReadonlySet<string>): void
}

/**
 * Opens the one below `packagesDir`. Package names and CIDs are plain words, so they cannot form another
 * path.
 */
export const createModuleFiles = (packagesDir: string): ModuleFiles => {
  const root = join(packagesDir, 'modules')
  const pathOf = (packageName: string, cid: string): string => join(root, packageName, `${cid}.wasm`)

  return {
    size: (packageName, cid) => statSync(pathOf(packageName, cid), { throwIfNoEntry: false })?.size ?? null,
    read: (packageName, cid) => {
      const path = pathOf(packageName, cid)
      return existsSync(path) ? new Uint8Array(readFileSync(path)) : null
    },
    put: (packageName, cid, bytes) => {
      mkdirSync(join(root, packageName), { recursive: true, mode: 0o700 })
      writeFileAtomic(pathOf(packageName, cid), bytes, 0o400)
    },
    sweep: (kept) => {
      if (!existsSync(root)) return
      for (const name of readdirSync(root))
        if (!kept.has(name)) rmSync(join(root, name), { recursive: true, force: true })
    },
  }
}
