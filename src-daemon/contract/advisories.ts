/** What lists that the owner follows say of a package and of its author. */
import { z } from 'zod'

/** A list blocks this version. */
export const advisorySchema = z.object({
  /** The owner's name for the list. */
  list: z.string(),
  reason: z.string(),
})
export type Advisory = z.infer<typeof advisorySchema>

/** A list recommends this author. */
export const recommendationSchema = z.object({
  /** The owner's name for the list. */
  list: z.string(),
  /** Where the author takes reports, says the list: `mailto:` or https; null if it says nothing. */
  contact: z.string().nullable(),
})
export type Recommendation = z.infer<typeof recommendationSchema>
