import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What builds and tests keep in node_modules, which nobody installs. */
const CACHES = new Set(['.cache', '.vite', '.vitest-cache'])

/** MB (10^6 bytes) that packages take in node_modules on disk; a file with two names counts once. */
export const installedMegabytes = (): number => {
  const seen = new Set<string>()
  const measure = (path: string): number => {
    const stats = lstatSync(path)
    if (stats.isDirectory())
      return readdirSync(path)
        .filter((name) => !CACHES.has(name))
        .reduce((sum, name) => sum + measure(join(path, name)), stats.blocks * 512)
    const key = `${stats.dev}:${stats.ino}`
    if (seen.has(key)) return 0
    seen.add(key)
    return stats.blocks * 512
  }
  return measure(join(root, 'node_modules')) / 1e6
}
