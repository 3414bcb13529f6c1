import { z } from 'zod'

/** A command to the stack of capabilities, not to an assistant (acp.md 6.1). */
export type RouterCommand =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'switch'; readonly name: string }
  /** Lists the commands. */
  | { readonly kind: 'help' }
  /** Lists the tools of the current capability, and their cost. */
  | { readonly kind: 'tools' }
  /** Explains how the last message was routed. */
  | { readonly kind: 'why' }

/**
 * One reason for a capability. `start`..`end` are UTF-16 indexes into the NFC form of the message, if the match is in
 * it.
 */
export const routeSignalSchema = z.object({
  /**
   * `example`, `correction`: the message is one of the author's examples, or one the user assigned to it. `words`:
   * similarity to those. `embedding`: similarity to them by a model.
   */
  kind: z.enum(['regex', 'keyword', 'example', 'correction', 'words', 'embedding']),
  /** 0..1, as weighted. */
  score: z.number(),
  /** For people, e.g. `regex "add note about"`. */
  matched: z.string(),
  start: z.int().nonnegative().optional(),
  end: z.int().nonnegative().optional(),
})
export type RouteSignal = z.infer<typeof routeSignalSchema>

/** Why a capability was, or wasn't, chosen for a message (acp.md 6.2). Scores are 0..1. */
export const routeCandidateSchema = z.object({
  name: z.string(),
  title: z.string(),
  score: z.number(),
  /** The strongest match, e.g. `regex "add note about"`. */
  matched: z.string(),
  /** All matches, strongest first; absent in decisions of older versions. */
  signals: z.array(routeSignalSchema).optional(),
})
export type RouteCandidate = z.infer<typeof routeCandidateSchema>

/** The parameters of a decision. */
export const routeMeasureSchema = z.object({
  /** Below this score, a capability isn't chosen. */
  threshold: z.number(),
  /** If two scores are closer than this, the user decides. */
  margin: z.number(),
  /** How much higher another capability must score to take a message from the top of the stack. */
  clearMargin: z.number(),
  /**
   * Whether embeddings counted: they did, there is no model, it hasn't processed all installed capabilities yet, it
   * took too long, it failed.
   */
  embedding: z.enum(['used', 'none', 'learning', 'late', 'failed']),
  /** Number of candidates. */
  capabilities: z.int().nonnegative(),
  /** Duration in microseconds, including the wait for a model. */
  micros: z.int().nonnegative(),
})
export type RouteMeasure = z.infer<typeof routeMeasureSchema>

export const routeDecisionSchema = z.object({
  /** Installed name of the chosen capability, or null for the plain assistant. */
  capability: z.string().nullable(),
  /**
   * `several`: parts of the message are for different capabilities. `follow_up`: it goes on with an open turn, and no
   * capability claims it. `beyond`: the planner reads that the capability which fits best can't do all of it alone, or that
   * another may keep what it names.
   */
  reason: z.enum([
    'explicit',
    'top_of_stack',
    'trigger',
    'none',
    'ambiguous',
    'several',
    'follow_up',
    'beyond',
  ]),
  /** The turn is open: the model has tools of any capabilities, and finds more; absent if it isn't. */
  open: z.literal(true).optional(),
  /** Names of the capabilities that claim different parts of the message; absent unless there are several. */
  several: z.array(z.string()).optional(),
  candidates: z.array(routeCandidateSchema),
  /** The message without the part the trigger consumed; what the planner fills arguments from. */
  remainder: z.string(),
  /** Capture groups of the regex trigger that fired. */
  captures: z.array(z.string()),
  /** Absent if a form was continued, and in decisions of older versions. */
  measure: routeMeasureSchema.optional(),
  /** Capabilities that left the stack before this message because of inactivity. */
  expired: z.array(z.string()).optional(),
  /** The user said that this very message needs no capability; absent otherwise. */
  saidNone: z.boolean().optional(),
})
export type RouteDecision = z.infer<typeof routeDecisionSchema>

/** A message the user assigned to a capability, or to none. */
export const routeCorrectionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Installed name; null = it needs none. */
  capability: z.string().nullable(),
  correctedAt: z.iso.datetime(),
})
export type RouteCorrection = z.infer<typeof routeCorrectionSchema>
