import { z } from 'zod'

/** A module that a package names by its CID instead of carrying it. */
export const packageModuleSchema = z.object({
  cid: z.string(),
  /** The tools that run it. */
  tools: z.array(z.string()),
  /** Bytes of its file; null while it was not given. */
  size: z.int().nullable(),
})
export type PackageModule = z.infer<typeof packageModuleSchema>
