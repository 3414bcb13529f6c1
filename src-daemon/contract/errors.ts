import { z } from 'zod'

/** An error as it is sent over the API and shown: the text is already in the user's language. */
export const errorViewSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** What to do; in the window, where the two differ. */
  action: z.string(),
  /** What to do in a terminal, where that is a command and the window offers something else. */
  terminal: z.string().optional(),
  details: z.unknown().optional(),
})
export type ErrorView = z.infer<typeof errorViewSchema>
