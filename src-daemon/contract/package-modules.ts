import { z } from 'zod'

/** A module that a package names by its CID instead of containing it. */
export const packageModuleSchema = z.object({
  cid: z.string(),
  /** The tools that use it. */
  tools: z.array(z.string()),
  /** Size of its file; null until it is provided. */
  size: z.int().nullable(),
})
export type PackageModule = z.infer<typeof packageModuleSchema>
