import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'

/**
 * Resolved and installed packages: a folder for each lock, named by its hash, besides scratch folders of
 * running tools.
 */
export interface LockFolders {
  of(sha256: string): string
  /** Gives `work` a scratch folder, which is deleted afterwards unless it was moved away. */
  inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T>
  /**
   * Installs a lock's packages by running `work` in a scratch folder; concurrent calls for the same place
   * share the installation.
   */
  install(place: string, work: (scratch: string) => Promise<void>): Promise<void>
  /** Removes folders of locks that are not among `kept`, and unfinished ones. */
  sweep(kept: ReadonlySet<string>): void
}

const LOCK_FOLDER = /^[0-9a-f]{64}$/
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/

export const createLockFolders = (root: string): LockFolders => {
  const installing = new Map<string, Promise<void>>()

  const inScratch: LockFolders['inScratch'] = async (work) => {
    const scratch = join(root, `.${newId()}.tmp`)
    mkdirSync(scratch, { recursive: true, mode: 0o700 })
    try {
      return await work(scratch)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }

  return {
    of: (sha256) => join(root, sha256),
    inScratch,
    install: (place, work) => {
      const under = installing.get(place)
      if (under !== undefined) return under
      const started = inScratch(work).finally(() => installing.delete(place))
      installing.set(place, started)
      return started
    },
    sweep: (kept) => {
      if (!existsSync(root)) return
      for (const name of readdirSync(root))
        if (UNFINISHED.test(name) || (LOCK_FOLDER.test(name) && !kept.has(name)))
          rmSync(join(root, name), { recursive: true, force: true })
    },
  }
}
