import { z } from 'zod'

/** A capability's secret as its owner sees it: its purpose and whether it is set, never its value. */
export const packageSecretSchema = z.object({
  name: z.string(),
  /** The only host it is sent to, with its port if that isn't the default. */
  host: z.string(),
  /** The headers it is sent in, and the tools that send it. Empty if the installed version doesn't need it. */
  headers: z.array(z.string()),
  tools: z.array(z.string()),
  /** When it was set; null while it is missing. */
  setAt: z.iso.datetime().nullable(),
  /** False if it was set for another version; it is then never sent. */
  asked: z.boolean(),
})
export type PackageSecret = z.infer<typeof packageSecretSchema>
