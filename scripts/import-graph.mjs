// Which files of the checkout import which, read from their text.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './freshness.mjs'

/** Imports that are there at run time: types are gone by then. */
const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)[^'"]*?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|\bvi\.mock\(\s*'(\.[^']+)'/gm

/**
 * The files matched by `patterns` that import one of `files`, directly or through others, and how many imports they are away. Each of
 * `files` is none away from itself.
 *
 * @param {string[]} files Paths from the root of the checkout
 * @param {string[]} patterns
 * @returns {Map<string, number>}
 */
export function dependentsOf(files, patterns) {
  const importers = new Map()
  for (const file of globSync(patterns, { cwd: root }))
    for (const one of importsOf(file)) importers.set(one, [...(importers.get(one) ?? []), file])
  const found = new Map(files.map((file) => [file, 0]))
  // A map goes on to what is added while it is gone through: the nearest first.
  for (const [file, distance] of found)
    for (const one of importers.get(file) ?? []) if (!found.has(one)) found.set(one, distance + 1)
  return found
}

const importsOf = (file) => {
  const path = join(root, file)
  if (!existsSync(path)) return []
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, ...places]) =>
    relative(
      root,
      resolve(
        dirname(path),
        places.find((place) => place !== undefined),
      ),
    ),
  )
}
