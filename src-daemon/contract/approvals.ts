import { callerSchema, capabilityRefSchema, titleOriginSchema } from './capability-ref.ts'
import { z } from 'zod'

/**
 * What a call does to the world, mildest first. `process`: a program on this computer runs. A tool without a
 * description counts as the strictest.
 */
export const effectSchema = z.enum([
  'none',
  'own_state',
  'network_read',
  'network_write',
  'process',
  'agent',
  'payment',
])
export type Effect = z.infer<typeof effectSchema>

/**
 * What an approval covers: this very call, similar calls, the tool, or all tools of the capability with no stronger
 * effect.
 */
export const approvalScopeSchema = z.enum(['call', 'pattern', 'tool', 'capability'])
export type ApprovalScope = z.infer<typeof approvalScopeSchema>

/** How long it lasts. `revoked`: until it is revoked. */
export const approvalUntilSchema = z.enum(['once', 'conversation', 'hour', 'revoked'])
export type ApprovalUntil = z.infer<typeof approvalUntilSchema>

/** An argument that must match what was shown: the same value, or a URL at the same host. */
export const argumentPatternSchema = z.object({
  /** JSON pointer into the arguments. */
  pointer: z.string(),
  match: z.enum(['equals', 'host']),
})
export type ArgumentPattern = z.infer<typeof argumentPatternSchema>

/**
 * A pattern with the approved value: JSON for `equals`, a host with its port for `host`; and the members that the
 * arguments had, as JSON pointers.
 */
export const boundPatternSchema = argumentPatternSchema.extend({
  value: z.json(),
  members: z.array(z.string()),
})
export type BoundPattern = z.infer<typeof boundPatternSchema>

/** One thing the user may agree to. */
export const approvalChoiceSchema = z.object({
  scope: approvalScopeSchema,
  pattern: boundPatternSchema.nullable(),
  until: z.array(approvalUntilSchema),
})
export type ApprovalChoice = z.infer<typeof approvalChoiceSchema>

/** Something that a model had read before it made a call: the words in it may be why the call is made. */
export const readBeforeSchema = z.object({
  /** Title of the capability, or name of the server or agent. */
  title: z.string(),
  tool: z.string(),
  /** What was read, as the call says it: an address, a path, a search; null if its arguments say nothing. */
  what: z.string().nullable(),
  /** Whether third parties wrote it, or may have. */
  foreign: z.boolean(),
  /** It was read in an earlier turn of the conversation. */
  earlier: z.boolean(),
})
export type ReadBefore = z.infer<typeof readBeforeSchema>

/** A call that waits for the user, with everything that would be run. */
export const approvalRequestSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** When it counts as denied. */
  expiresAt: z.iso.datetime(),
  ref: capabilityRefSchema,
  /** Title of the capability, and the tool as its package declares it. */
  title: z.string(),
  origin: titleOriginSchema,
  tool: z.string(),
  caller: callerSchema,
  /** Name of the calling program; null if there is none. */
  client: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  callId: z.string().nullable(),
  effect: effectSchema,
  /** It needs an approval every time. */
  always: z.boolean(),
  target: z.string().nullable(),
  sentence: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /**
   * What the model had read before, the newest first, in a turn with tools of several capabilities, or where something in it may be why
   * the call is made; else absent.
   */
  readBefore: z.array(readBeforeSchema).optional(),
  /**
   * It is asked because it follows what third parties may have written: JSON pointers of the arguments that the user didn't name,
   * empty if it is only the call itself. Absent if it is asked for another reason.
   */
  fromOutside: z.array(z.string()).optional(),
  /** What of the user's it takes along from other capabilities, by their titles, in which arguments. Absent if nothing, or if they said so. */
  leaving: z.array(z.object({ title: z.string(), at: z.array(z.string()) })).optional(),
  /** The user wasn't there when a turn wanted it: the turn went on, and it runs by itself if the user agrees. */
  held: z.boolean().optional(),
  /** The server whose interface asks for it, whatever the user clicked there; absent for others. */
  app: z.string().optional(),
  /** SHA-256 of the canonical JSON (RFC 8785) of the arguments; the answer has to name it. */
  argumentsSha256: z.string(),
  choices: z.array(approvalChoiceSchema),
})
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>

/** Where the decision was made: in the window, by a person at a terminal, or with `--yes` on a command line. */
export const decidedBySchema = z.enum(['renderer', 'cli', 'cli_yes'])
export type DecidedBy = z.infer<typeof decidedBySchema>

/** The user's answer to a request. `argumentsSha256` states which arguments the user saw. */
export const approvalAnswerSchema = z.object({
  id: z.string(),
  argumentsSha256: z.string(),
  answer: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('deny') }),
    z.object({
      decision: z.literal('allow'),
      scope: approvalScopeSchema,
      pattern: argumentPatternSchema.nullable(),
      until: approvalUntilSchema,
    }),
  ]),
})
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>

/** Why a call that needed the user wasn't run, other than by denial. */
export const refusalReasonSchema = z.enum([
  'timed_out', // no answer in time
  'stopped', // the turn was stopped, or the caller went away
  'changed', // the tool is no longer what was shown
  'revoked', // the approval it ran with was revoked
  'daemon_ended',
  'needs_consent', // a command without a terminal and without --yes
  'held', // the user wasn't there: it waits in the inbox, as a call of its own
  'held_too_many', // as many wait there as can
  'secret', // it would have taken a secret to somebody who wasn't told it
])
export type RefusalReason = z.infer<typeof refusalReasonSchema>

/**
 * What the user is asked for in a conversation: every call; what leaves or changes something outside (`default`); or
 * only what is asked about every time, where the capability's permissions were granted before (`granted`).
 */
export const approvalModeSchema = z.enum(['everything', 'default', 'granted'])
export type ApprovalMode = z.infer<typeof approvalModeSchema>

/** Why a call was allowed or refused, as recorded in the activity log. */
export const approvalDecisionSchema = z.discriminatedUnion('kind', [
  /** It needs no approval. */
  z.object({ kind: z.literal('free') }),
  /** The user made the call by hand with these arguments. */
  z.object({ kind: z.literal('user_act'), by: decidedBySchema }),
  /** A standing approval covers it. */
  z.object({ kind: z.literal('approval'), approvalId: z.string() }),
  /** The user had switched off asking in this conversation, within what was granted. */
  z.object({ kind: z.literal('conversation') }),
  /** The user was asked and agreed; `approvalId` is the resulting standing approval, null for this call only. */
  z.object({
    kind: z.literal('asked'),
    by: decidedBySchema,
    scope: approvalScopeSchema,
    until: approvalUntilSchema,
    approvalId: z.string().nullable(),
  }),
  /** Another agent called a tool the user had opened to it, which is consent to this tool for this agent. */
  z.object({ kind: z.literal('opened'), did: z.string() }),
  z.object({ kind: z.literal('denied'), by: decidedBySchema }),
  z.object({ kind: z.literal('refused'), reason: refusalReasonSchema }),
  /** It failed before a decision was needed: no such tool, invalid arguments, no permission. */
  z.object({ kind: z.literal('not_reached') }),
])
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>

/** A settled request, as one line. */
export const settledRequestSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  settledAt: z.iso.datetime(),
  callId: z.string().nullable(),
  decision: approvalDecisionSchema,
})
export type SettledRequest = z.infer<typeof settledRequestSchema>

/** A standing approval. */
export const approvalSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  by: decidedBySchema,
  scope: approvalScopeSchema,
  /** Name of the only program whose calls it covers; null if it covers calls from Satchel itself. */
  client: z.string().nullable(),
  /** Name of the capability, e.g. `note`, and its title at that time. */
  capability: z.string(),
  title: z.string(),
  version: z.string(),
  /** Null for all tools of the capability. */
  tool: z.string().nullable(),
  effect: effectSchema,
  target: z.string().nullable(),
  pattern: boundPatternSchema.nullable(),
  /** The arguments it is bound to; null unless it covers a single call. */
  arguments: z.record(z.string(), z.unknown()).nullable(),
  until: approvalUntilSchema,
  conversationId: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  uses: z.int().nonnegative(),
  /** `outdated`: the tool has changed since, so it no longer covers anything. */
  state: z.enum(['active', 'expired', 'revoked', 'outdated']),
})
export type Approval = z.infer<typeof approvalSchema>

/** What a call made by hand needs approval for; null if it needs none. */
export const approvalPreviewSchema = z.object({
  sentence: z.string(),
  effect: effectSchema,
  target: z.string().nullable(),
  argumentsSha256: z.string(),
  definition: z.string(),
})
export type ApprovalPreview = z.infer<typeof approvalPreviewSchema>

/** Consent to one call from a command line, bound to what was shown. */
export const callConsentSchema = z.object({
  argumentsSha256: z.string(),
  definition: z.string(),
  by: decidedBySchema.extract(['cli', 'cli_yes']),
})
export type CallConsent = z.infer<typeof callConsentSchema>
