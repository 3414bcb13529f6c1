import { z } from 'zod'

/**
 * How a call ended. `denied`: it needed the user's permission and didn't get it. `stopped`: cancelled before it ended.
 */
export const activityOutcomeSchema = z.enum(['ok', 'failed', 'denied', 'stopped'])
export type ActivityOutcome = z.infer<typeof activityOutcomeSchema>

/** What a line is about: a call, revoked approvals, or the clearing of the log. */
export const activityKindSchema = z.enum(['call', 'revoked', 'cleared'])
export type ActivityKind = z.infer<typeof activityKindSchema>

/** Calls of other agents (`from`), calls to them (`to`), or both. */
const agentCallsSchema = z.enum(['any', 'from', 'to'])

/** Which lines to return; an absent member doesn't filter. */
export const activityFilterSchema = z.object({
  /** Words; each must be a prefix of a word in the line's tool, arguments, result or target. */
  text: z.string().max(500).optional(),
  /** Name of a capability, e.g. `note`. */
  capability: z.string().optional(),
  /** Id of a tool, e.g. `acp:note/state.create`. */
  tool: z.string().optional(),
  outcome: activityOutcomeSchema.optional(),
  kind: activityKindSchema.optional(),
  /** Name of the calling program. */
  client: z.string().optional(),
  agents: agentCallsSchema.optional(),
  conversationId: z.string().optional(),
  turnId: z.string().optional(),
  /** Inclusive. */
  from: z.iso.datetime().optional(),
  /** Exclusive. */
  to: z.iso.datetime().optional(),
})
export type ActivityFilter = z.infer<typeof activityFilterSchema>

export const activityFormatSchema = z.enum(['jsonl', 'csv'])
export type ActivityFormat = z.infer<typeof activityFormatSchema>
