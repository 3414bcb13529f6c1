import { z } from 'zod'

/** A component of a server: a file of this computer, or a package; `hash` is of its content. */
export const pinPartSchema = z.object({
  name: z.string(),
  /** Null for a file. */
  version: z.string().nullable(),
  hash: z.string(),
})
export type PinPart = z.infer<typeof pinPartSchema>

/** The components of a server that isn't a bundle, as its owner accepted them. */
export const packagePinSchema = z.object({
  /**
   * `files`: programs and scripts of this computer; `npm`, `python`: packages, as resolved by npm, uv or pip; `image`:
   * a container image, by its digest.
   */
  kind: z.enum(['files', 'npm', 'python', 'image']),
  /** The script, or `name@version`. */
  title: z.string(),
  /** Over all parts, in hex. */
  sha256: z.string(),
  parts: z.array(pinPartSchema),
})
export type PackagePin = z.infer<typeof packagePinSchema>

const shownPinSchema = packagePinSchema.omit({ parts: true }).extend({
  parts: z.int(),
  /** When it was accepted, or found. */
  at: z.iso.datetime(),
})

/** What a server runs, compared with what its owner accepted. */
export const serverPackageSchema = z.object({
  /**
   * `changed`: something else would run now, and nothing is started until that is accepted; `unpinned`: it can't be
   * determined beforehand what the command runs.
   */
  status: z.enum(['accepted', 'changed', 'unpinned']),
  accepted: shownPinSchema.nullable(),
  /** What would run now; null if that is what was accepted. */
  found: shownPinSchema.nullable(),
  /** By part, at most a hundred of `differing`: version and hash before and after. */
  differences: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  differing: z.int(),
})
export type ServerPackage = z.infer<typeof serverPackageSchema>

/** What a command downloads before it can run, and from where. */
export const serverFetchSchema = z.object({
  program: z.string(),
  /** As requested: `name`, `name@version`. */
  packages: z.array(z.string()),
  /** Host of the registry that this computer is configured for, or that the command names. */
  host: z.string(),
})
export type ServerFetch = z.infer<typeof serverFetchSchema>

/** It can't be determined beforehand what a command runs, so a change would go unnoticed. */
export const serverUnpinnedSchema = z.object({
  /** `image`: the container image is named by its tag only. */
  unpinned: z.enum(['image', 'command']),
  /** The part of the command that is the reason, or all of it. */
  what: z.string(),
})
export type ServerUnpinned = z.infer<typeof serverUnpinnedSchema>
