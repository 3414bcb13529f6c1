import { z } from 'zod'

/** Why one capability was, or was not, chosen for a message (acp.md 6.2). Scores are 0..1. */
export const routeCandidateSchema = z.object({
  name: z.string(),
  title: z.string(),
  score: z.number(),
  /** What fired, e.g. `regex "add note about"`. */
  matched: z.string(),
})
export type RouteCandidate = z.infer<typeof routeCandidateSchema>

export const routeDecisionSchema = z.object({
  /** Installed name of the chosen capability, or null for the plain assistant. */
  capability: z.string().nullable(),
  reason: z.enum(['explicit', 'top_of_stack', 'trigger', 'none', 'ambiguous']),
  candidates: z.array(routeCandidateSchema),
  /** The message without the part the trigger consumed; what the planner fills arguments from. */
  remainder: z.string(),
  /** Capture groups of the regex trigger that fired. */
  captures: z.array(z.string()),
})
export type RouteDecision = z.infer<typeof routeDecisionSchema>
