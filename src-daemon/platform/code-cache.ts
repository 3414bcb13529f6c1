/**
 * Keeps V8's compiled code between starts, which saves most of the loading time. It imports next to nothing, because it
 * must run before the modules it speeds up are loaded.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { buildAt } from './build.ts'
import { dataDirOf } from './data-dir.ts'

/**
 * From now on, reads and writes compiled code in `cache/code-<build>` of the data directory. V8 trusts compiled code,
 * so if others may write to the data directory, or there is none, the program loads without the cache, only slower.
 */
export const useCodeCache = (env: NodeJS.ProcessEnv): void => {
  const build = buildAt(process.argv[1] ?? '')
  const dataDir = dataDirOf(env)
  if (build === null || !isOnlyMine(dataDir)) return
  enableCompileCache(join(dataDir, 'cache', `code-${build.build}`))
}

/** Saves what has been compiled so far, and removes the caches of earlier builds. */
export const saveCodeCache = (): void => {
  const inUse = getCompileCacheDir()
  if (inUse === undefined) return
  flushCompileCache()
  // Node makes a directory for each of its versions inside the given one.
  const own = basename(dirname(inUse))
  const cache = dirname(dirname(inUse))
  try {
    for (const name of readdirSync(cache))
      if (name.startsWith('code-') && name !== own)
        rmSync(join(cache, name), { recursive: true, force: true })
  } catch {
    // A leftover costs a few MB until the next start tries again, which is no reason to fail now.
  }
}

const isOnlyMine = (dir: string): boolean => {
  try {
    const found = statSync(dir)
    if (!found.isDirectory()) return false
    return process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0)
  } catch {
    return false // Missing or unusable, which the daemon itself reports.
  }
}
