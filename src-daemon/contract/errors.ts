import { z } from 'zod'

/** An error as it is sent over the API and shown: the text is already in the user's language. */
export const errorViewSchema = z.object({
  code: z.string(),
  message: z.string(),
  action: z.string(),
  details: z.unknown().optional(),
})
export type ErrorView = z.infer<typeof errorViewSchema>
