import { z } from 'zod'

/** One thing a server is made of: a file of this machine, or a package; `hash` is of its content. */
export const pinPartSchema = z.object({
  name: z.string(),
  /** Null for a file. */
  version: z.string().nullable(),
  hash: z.string(),
})
export type PinPart = z.infer<typeof pinPartSchema>

/** What a server that is no bundle is made of, as its owner accepted it. */
export const packagePinSchema = z.object({
  /**
   * `files`: programs and scripts of this machine; `npm`, `python`: packages, as npm, uv or pip resolved them; `image`: of a container, by its
   * digest.
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

/** What runs for a server, held against what its owner accepted. */
export const serverPackageSchema = z.object({
  /**
   * `changed`: something else would run by now, and nothing is started until that is accepted; `unpinned`: nobody can tell beforehand what the
   * command runs.
   */
  status: z.enum(['accepted', 'changed', 'unpinned']),
  accepted: shownPinSchema.nullable(),
  /** What would run now; null where that is what was accepted. */
  found: shownPinSchema.nullable(),
  /** By part, at most a hundred of `differing`: version and hash before and after. */
  differences: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  differing: z.int(),
})
export type ServerPackage = z.infer<typeof serverPackageSchema>

/** What a command fetches before it can run, and from where. */
export const serverFetchSchema = z.object({
  program: z.string(),
  /** As they are asked for: `name`, `name@version`. */
  packages: z.array(z.string()),
  /** Of the registry this machine is set to, or the command names. */
  host: z.string(),
})
export type ServerFetch = z.infer<typeof serverFetchSchema>
