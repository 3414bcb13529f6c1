import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Bumped when older clients and newer daemons, or the other way round, can no longer talk to each other. */
export const PROTOCOL = 1

const findRoot = (from: string): string => {
  if (existsSync(join(from, 'package.json')) && existsSync(join(from, 'resources'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('Satchel is not installed whole: its package.json was not found')
  return findRoot(parent)
}

/** The folder that holds `package.json`, `resources/` and `out/`, both in a checkout and in an installed app. */
export const appRoot = findRoot(import.meta.dirname)

/** The version of this program, from its `package.json`. */
export const appVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8'))).version

/**
 * The registry that npm used by itself where this program was built; null when it runs from source, where there is an npm to ask.
 */
export const builtNpmRegistry = (): string | null => {
  const file = join(appRoot, 'out', 'main', 'npm-registry.json')
  if (!existsSync(file)) return null
  return z.object({ url: z.url({ protocol: /^https$/ }) }).parse(JSON.parse(readFileSync(file, 'utf8'))).url
}

export const catalogueDir = join(appRoot, 'resources', 'catalogue')
export const rendererDir = join(appRoot, 'out', 'renderer')
