import { z } from 'zod'
import { localServerSchema, recommendedModelSchema } from './models.ts'
import { catalogueEntrySchema } from './packages.ts'

/** What the first screen offers before there are any data: nothing of it is stored. */
export const firstLookSchema = z.object({
  /** The Ollama server, with how many chat models it has; null if none answers. */
  ollama: z.object({ models: z.int().nonnegative() }).nullable(),
  /** Other well-known model servers on this computer. */
  local: z.array(localServerSchema),
  /** The model to run inside Satchel, and what else has to be downloaded for it; null if none fits this computer. */
  inside: z.object({ model: recommendedModelSchema, programBytes: z.number().nonnegative() }).nullable(),
  catalogue: z.array(catalogueEntrySchema),
})
export type FirstLook = z.infer<typeof firstLookSchema>
