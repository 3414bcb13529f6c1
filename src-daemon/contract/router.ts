import { z } from 'zod'

/** What a message asks of the stack of capabilities instead of an assistant (acp.md 6.1). */
export type RouterCommand =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'switch'; readonly name: string }
  /** What can be said here. */
  | { readonly kind: 'help' }
  /** The tools of the capability in use, and what they cost. */
  | { readonly kind: 'tools' }
  /** How the last message was routed. */
  | { readonly kind: 'why' }

/** One reason for a capability. `start`..`end` are UTF-16 indexes into the NFC form of the message, where it stands in it. */
export const routeSignalSchema = z.object({
  /**
   * `example`, `correction`: the message is one of its author's, or one the user said belongs here. `words`: likeness to those.
   * `embedding`: likeness to them by a model.
   */
  kind: z.enum(['regex', 'keyword', 'example', 'correction', 'words', 'embedding']),
  /** 0..1, as it counts. */
  score: z.number(),
  /** For people, e.g. `regex "add note about"`. */
  matched: z.string(),
  start: z.int().nonnegative().optional(),
  end: z.int().nonnegative().optional(),
})
export type RouteSignal = z.infer<typeof routeSignalSchema>

/** Why one capability was, or was not, chosen for a message (acp.md 6.2). Scores are 0..1. */
export const routeCandidateSchema = z.object({
  name: z.string(),
  title: z.string(),
  score: z.number(),
  /** What spoke for it most, e.g. `regex "add note about"`. */
  matched: z.string(),
  /** Everything that spoke for it, strongest first; missing in decisions of older versions. */
  signals: z.array(routeSignalSchema).optional(),
})
export type RouteCandidate = z.infer<typeof routeCandidateSchema>

/** What a decision was measured with. */
export const routeMeasureSchema = z.object({
  /** Below it a capability is not chosen. */
  threshold: z.number(),
  /** Two scores closer than this are for the user to decide. */
  margin: z.number(),
  /** By so much another capability must be surer to take a message from the top of the stack. */
  clearMargin: z.number(),
  /** Whether a model's likeness counted: it did, there is none, it does not know everything that is installed yet, it took too long, it failed. */
  embedding: z.enum(['used', 'none', 'learning', 'late', 'failed']),
  /** Capabilities that were considered. */
  capabilities: z.int().nonnegative(),
  /** Microseconds it took, waiting for a model included. */
  micros: z.int().nonnegative(),
})
export type RouteMeasure = z.infer<typeof routeMeasureSchema>

export const routeDecisionSchema = z.object({
  /** Installed name of the chosen capability, or null for the plain assistant. */
  capability: z.string().nullable(),
  reason: z.enum(['explicit', 'top_of_stack', 'trigger', 'none', 'ambiguous']),
  candidates: z.array(routeCandidateSchema),
  /** The message without the part the trigger consumed; what the planner fills arguments from. */
  remainder: z.string(),
  /** Capture groups of the regex trigger that fired. */
  captures: z.array(z.string()),
  /** Missing where a form went on, and in decisions of older versions. */
  measure: routeMeasureSchema.optional(),
  /** Capabilities that left the stack before this message because nothing was said for so long. */
  expired: z.array(z.string()).optional(),
  /** The user said of these very words that they need no capability; missing where not. */
  saidNone: z.boolean().optional(),
})
export type RouteDecision = z.infer<typeof routeDecisionSchema>

/** A message the user said belongs to a capability, or to none. */
export const routeCorrectionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Installed name; null = it needs none. */
  capability: z.string().nullable(),
  correctedAt: z.iso.datetime(),
})
export type RouteCorrection = z.infer<typeof routeCorrectionSchema>
