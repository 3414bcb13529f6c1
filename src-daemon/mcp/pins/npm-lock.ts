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
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
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
  /** Names of the optional packages that are for this platform. npm leaves them out without a word if they fail. */
  readonly optional: readonly string[]
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
  const optional = Object.entries(packages)
    .filter(([path, one]) => path.startsWith(PREFIX) && one.optional === true && isForHere(one))
    .map(([path]) => path.slice(PREFIX.length))
  return { pin: pinOf('npm', roots.map(titleOf).join(', '), parts), roots, optional }
}

/** As npm reads `os` and `cpu`: a list of names, or of names with `!` that it is not for. */
type Platforms = Partial<Record<'os' | 'cpu' | 'libc', readonly string[] | undefined>>
const isForHere = ({ os, cpu, libc }: Platforms): boolean =>
  takes(os, process.platform) && takes(cpu, process.arch) && (libc === undefined || libc.includes('glibc'))

const takes = (list: readonly string[] | undefined, name: string): boolean =>
  list === undefined ||
  (!list.includes(`!${name}`) && (list.includes(name) || list.every((one) => one.startsWith('!'))))

/** Whether the requested packages are the same; their dependencies may be newer. */
export const sameRoots = (before: PackagePin, { pin, roots }: NpmLock): boolean => {
  const of = (one: PackagePin, root: string) => one.parts.find(({ name }) => name === root)
  return before.title === pin.title && roots.every((root) => of(before, root)?.hash === of(pin, root)?.hash)
}
