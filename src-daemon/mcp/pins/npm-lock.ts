import { z } from 'zod'
import { pinOf } from './pin.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

/** The relevant part of npm's `package-lock.json`, version 3. */
const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

const PREFIX = 'node_modules/'

/** A lock as npm wrote it: the requested packages and all their dependencies. */
export interface NpmLock {
  readonly pin: PackagePin
  /** Names of the requested packages. */
  readonly roots: readonly string[]
}

/** Reads a lock. Throws if it is invalid, or names packages outside a registry. */
export const readNpmLock = (text: string): NpmLock => {
  const { packages } = lockSchema.parse(JSON.parse(text))
  const roots = Object.keys(packages['']?.dependencies ?? {})
  const parts = Object.entries(packages)
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, { version, integrity }]) => ({
      name: path.slice(PREFIX.length),
      version: version ?? null,
      // A bundled package has no hash of its own: its parent's covers it.
      hash: integrity ?? '',
    }))
  const titleOf = (root: string): string =>
    `${root}@${parts.find(({ name }) => name === root)?.version ?? '?'}`
  for (const root of roots)
    if (parts.find(({ name }) => name === root)?.hash.startsWith('sha') !== true)
      throw new Error(`${root}: no integrity`)
  if (roots.length === 0) throw new Error('nothing was asked for')
  return { pin: pinOf('npm', roots.map(titleOf).join(', '), parts), roots }
}

/** Whether the requested packages are the same; their dependencies may be newer. */
export const sameRoots = (before: PackagePin, { pin, roots }: NpmLock): boolean => {
  const of = (one: PackagePin, root: string) => one.parts.find(({ name }) => name === root)
  return before.title === pin.title && roots.every((root) => of(before, root)?.hash === of(pin, root)?.hash)
}
