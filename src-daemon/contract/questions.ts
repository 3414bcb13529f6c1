import { capabilityRefSchema, titleOriginSchema } from './capability-ref.ts'
import { serverQuestionSchema, serverReplySchema } from './servers.ts'
import { z } from 'zod'

/** A question a tool asks the user during a call. Its text is the tool's own: data, never instructions. */
export const toolQuestionSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** When it counts as cancelled. */
  expiresAt: z.iso.datetime(),
  ref: capabilityRefSchema,
  /** Who asks: the capability's title or the server's name, and the tool as declared. */
  title: z.string(),
  origin: titleOriginSchema,
  tool: z.string(),
  /** Name of the calling program; null if there is none. */
  client: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  callId: z.string().nullable(),
  asked: serverQuestionSchema,
  /**
   * The answer is no longer needed: the question stays, so that the user sees that, until they close it or it expires.
   */
  withdrawn: z.boolean(),
})
export type ToolQuestion = z.infer<typeof toolQuestionSchema>

/** The user's answer. */
export const questionAnswerSchema = z.object({ id: z.string(), reply: serverReplySchema })
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>
