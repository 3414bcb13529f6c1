import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')

/** kB (10^3 bytes) of gzipped JavaScript that the first page loads: the entry and all it imports statically. */
export const firstLoadKilobytes = (): number => {
  const folder = join(root, 'out/renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const queue = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => join(folder, path ?? ''))
  if (queue.length === 0) throw new Error('The built page loads no JavaScript')
  const seen = new Set<string>()
  let bytes = 0
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    bytes += gzipSync(source).length
    queue.push(...staticImports(source).map((path) => join(dirname(file), path)))
  }
  return bytes / 1e3
}

/** The relative paths a built module imports statically: `import … from './x.js'`, `import './x.js'`, `export … from './x.js'`. */
export const staticImports = (source: string): string[] =>
  [
    ...source.matchAll(/\b(?:import|export)\b(?!\s*\()(?:[\s\w{},$*]*?\bfrom)?\s*["'](\.{1,2}\/[^"']+)["']/g),
  ].map(([, path]) => path ?? '')

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
