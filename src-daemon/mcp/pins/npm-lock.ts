import { z } from 'zod'
import { pinOf } from './pin.ts'
import type { PackagePin } from '../../contract/server-pins.ts'

/** Of npm's `package-lock.json`, version 3, what counts here. */
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

/** A lock as npm wrote it: what is asked for, and everything that comes with it. */
export interface NpmLock {
  readonly pin: PackagePin
  /** Names of the packages that were asked for. */
  readonly roots: readonly string[]
}

/** Reads a lock. Throws where it is none, or where it names what is in no registry. */
export const readNpmLock = (text: string): NpmLock => {
  const { packages } = lockSchema.parse(JSON.parse(text))
  const roots = Object.keys(packages['']?.dependencies ?? {})
  const parts = Object.entries(packages)
    .filter(([path]) => path.startsWith(PREFIX))
    .map(([path, { version, integrity }]) => ({
      name: path.slice(PREFIX.length),
      version: version ?? null,
      // What comes inside another package has no hash of its own: that one's covers it.
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

/** Whether the packages that were asked for are the same; what they need may be newer. */
export const sameRoots = (before: PackagePin, { pin, roots }: NpmLock): boolean => {
  const of = (one: PackagePin, root: string) => one.parts.find(({ name }) => name === root)
  return before.title === pin.title && roots.every((root) => of(before, root)?.hash === of(pin, root)?.hash)
}
