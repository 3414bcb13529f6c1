import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'

/** What was resolved and installed: a folder for each lock, named by its hash, and beside them those that tools are working in. */
export interface LockFolders {
  of(sha256: string): string
  /** Gives `work` a folder of its own, which is gone afterwards unless it was moved away. */
  inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T>
  /** Installs by `work` in a scratch folder what the lock names; who wants the same meanwhile waits for that. */
  install(sha256: string, work: (scratch: string) => Promise<void>): Promise<void>
  /** Removes those of locks that are not among `kept`, and what was left unfinished. */
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
    install: (sha256, work) => {
      const under = installing.get(sha256)
      if (under !== undefined) return under
      const started = inScratch(work).finally(() => installing.delete(sha256))
      installing.set(sha256, started)
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
