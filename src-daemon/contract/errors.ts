import { z } from 'zod'

/** A failure as it crosses the API and is shown: words already chosen. */
export const errorViewSchema = z.object({
  code: z.string(),
  message: z.string(),
  action: z.string(),
  details: z.unknown().optional(),
})
export type ErrorView = z.infer<typeof errorViewSchema>
