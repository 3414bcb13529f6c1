/**
 * Keeps V8's compiled code between starts, which takes most of the loading out of them. Imports next to nothing, because it
 * must run before what it speeds up is loaded.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { buildAt } from './build.ts'
import { dataDirOf } from './data-dir.ts'

/**
 * Reads and writes compiled code in `cache/code-<build>` of the data directory from now on. Without a data directory, or with
 * one that others may write to, the program just loads slower: compiled code is believed, so nobody else may have put it
 * there.
 */
export const useCodeCache = (env: NodeJS.ProcessEnv): void => {
  const build = buildAt(process.argv[1] ?? '')
  const dataDir = dataDirOf(env)
  if (build === null || !isOnlyMine(dataDir)) return
  enableCompileCache(join(dataDir, 'cache', `code-${build.build}`))
}

/** Writes down what has been compiled by now, and removes what earlier builds left. */
export const saveCodeCache = (): void => {
  const inUse = getCompileCacheDir()
  if (inUse === undefined) return
  flushCompileCache()
  // Node keeps a directory for each of its versions in the one it is given.
  const own = basename(dirname(inUse))
  const cache = dirname(dirname(inUse))
  try {
    for (const name of readdirSync(cache))
      if (name.startsWith('code-') && name !== own)
        rmSync(join(cache, name), { recursive: true, force: true })
  } catch {
    // It costs a few MB until the next start tries again, which is no reason to fail now.
  }
}

const isOnlyMine = (dir: string): boolean => {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (found === undefined || !found.isDirectory()) return false
  return process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0)
}
