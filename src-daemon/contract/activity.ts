import { z } from 'zod'

/** How a call ended. `denied`: it needed somebody's permission and did not get it. `stopped`: given up on before its end. */
export const activityOutcomeSchema = z.enum(['ok', 'failed', 'denied', 'stopped'])
export type ActivityOutcome = z.infer<typeof activityOutcomeSchema>

/** What a line is about: a call, approvals that were taken back, or the log that was cleared. */
export const activityKindSchema = z.enum(['call', 'revoked', 'cleared'])
export type ActivityKind = z.infer<typeof activityKindSchema>

/** Which lines are wanted; what is left out does not narrow. */
export const activityFilterSchema = z.object({
  /** Words, each of which must begin a word of the line: of its tool, arguments, result or target. */
  text: z.string().max(500).optional(),
  /** Name of a capability, e.g. `note`. */
  capability: z.string().optional(),
  /** Id of a tool, e.g. `acp:note/state.create`. */
  tool: z.string().optional(),
  outcome: activityOutcomeSchema.optional(),
  kind: activityKindSchema.optional(),
  /** Name of the program that called. */
  client: z.string().optional(),
  conversationId: z.string().optional(),
  turnId: z.string().optional(),
  /** From this instant on. */
  from: z.iso.datetime().optional(),
  /** Before this instant. */
  to: z.iso.datetime().optional(),
})
export type ActivityFilter = z.infer<typeof activityFilterSchema>

export const activityFormatSchema = z.enum(['jsonl', 'csv'])
export type ActivityFormat = z.infer<typeof activityFormatSchema>
