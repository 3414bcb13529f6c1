import { z } from 'zod'

/** A secret of a capability as its owner sees it: what it is for and whether it was given, never its value. */
export const packageSecretSchema = z.object({
  name: z.string(),
  /** The only host it is sent to, with its port where that is not the usual one. */
  host: z.string(),
  /** The headers it is sent in, and the tools that send it. Empty for one the installed version does not ask for. */
  headers: z.array(z.string()),
  tools: z.array(z.string()),
  /** When it was given; null while it is missing. */
  setAt: z.iso.datetime().nullable(),
  /** False for one that was given to another version; it is sent by nobody. */
  asked: z.boolean(),
})
export type PackageSecret = z.infer<typeof packageSecretSchema>
