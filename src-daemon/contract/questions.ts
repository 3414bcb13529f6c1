import { capabilityRefSchema } from './capability-ref.ts'
import { serverQuestionSchema, serverReplySchema } from './servers.ts'
import { z } from 'zod'

/** What a tool asks the person in the middle of a call. Its words are the tool's own: data, and no instruction to anybody. */
export const toolQuestionSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** When it counts as cancelled. */
  expiresAt: z.iso.datetime(),
  ref: capabilityRefSchema,
  /** Who asks: the title of the capability or the name of the server, and the tool as it is declared. */
  title: z.string(),
  tool: z.string(),
  /** Name of the program whose call it is; null where none called. */
  client: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  callId: z.string().nullable(),
  asked: serverQuestionSchema,
  /** Nobody waits for the answer any more: it is still there for the person to see that, until they close it or it expires. */
  withdrawn: z.boolean(),
})
export type ToolQuestion = z.infer<typeof toolQuestionSchema>

/** What the person answers. */
export const questionAnswerSchema = z.object({ id: z.string(), reply: serverReplySchema })
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>
