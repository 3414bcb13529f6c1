import { callerSchema, capabilityRefSchema } from './capability-ref.ts'
import { z } from 'zod'

/**
 * What a call does to the world, the mildest first. `process`: a program on this machine runs. What nobody has described is
 * taken for the strictest.
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

/** What an approval covers: this very call, calls like it, the tool, or all tools of the capability that do no more than it. */
export const approvalScopeSchema = z.enum(['call', 'pattern', 'tool', 'capability'])
export type ApprovalScope = z.infer<typeof approvalScopeSchema>

/** How long it counts. `revoked`: until it is taken back. */
export const approvalUntilSchema = z.enum(['once', 'conversation', 'hour', 'revoked'])
export type ApprovalUntil = z.infer<typeof approvalUntilSchema>

/** One argument that must be as it was shown: the same value, or an address at the same host. */
export const argumentPatternSchema = z.object({
  /** JSON pointer into the arguments. */
  pointer: z.string(),
  match: z.enum(['equals', 'host']),
})
export type ArgumentPattern = z.infer<typeof argumentPatternSchema>

/** A pattern with the value it was agreed to with: JSON for `equals`, a host with its port for `host`. */
export const boundPatternSchema = argumentPatternSchema.extend({ value: z.json() })
export type BoundPattern = z.infer<typeof boundPatternSchema>

/** One thing the person may agree to. */
export const approvalChoiceSchema = z.object({
  scope: approvalScopeSchema,
  pattern: boundPatternSchema.nullable(),
  until: z.array(approvalUntilSchema),
})
export type ApprovalChoice = z.infer<typeof approvalChoiceSchema>

/** A call that waits for the person. Everything that would be run is in it. */
export const approvalRequestSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** When it counts as denied. */
  expiresAt: z.iso.datetime(),
  ref: capabilityRefSchema,
  /** Title of the capability, and the tool as its package declares it. */
  title: z.string(),
  tool: z.string(),
  caller: callerSchema,
  /** Name of the program that called; null where none did. */
  client: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  callId: z.string().nullable(),
  effect: effectSchema,
  /** It is asked about every time. */
  always: z.boolean(),
  target: z.string().nullable(),
  sentence: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** SHA-256 of the canonical JSON (RFC 8785) of the arguments; the answer names it. */
  argumentsSha256: z.string(),
  choices: z.array(approvalChoiceSchema),
})
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>

/** Who decided: the window, a person at a terminal, or `--yes` on a command line. */
export const decidedBySchema = z.enum(['renderer', 'cli', 'cli_yes'])
export type DecidedBy = z.infer<typeof decidedBySchema>

/** What the person answers to a request. `argumentsSha256` says what was seen. */
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

/** Why a call that needed the person was not run without their denial. */
export const refusalReasonSchema = z.enum([
  'timed_out', // nobody answered
  'stopped', // the turn was stopped, or the caller went away
  'changed', // the tool is not what was shown any more
  'revoked', // the approval it ran with was taken back
  'daemon_ended',
  'needs_consent', // a command without a terminal and without --yes
])
export type RefusalReason = z.infer<typeof refusalReasonSchema>

/** How a call came to be allowed, or not; stands in the activity log. */
export const approvalDecisionSchema = z.discriminatedUnion('kind', [
  /** Nobody needs to be asked for it. */
  z.object({ kind: z.literal('free') }),
  /** The person made the call, by hand, with these arguments. */
  z.object({ kind: z.literal('user_act'), by: decidedBySchema }),
  /** A standing approval covers it. */
  z.object({ kind: z.literal('approval'), approvalId: z.string() }),
  /** The person was asked and agreed; `approvalId` is what stands from then on, null for this once. */
  z.object({
    kind: z.literal('asked'),
    by: decidedBySchema,
    scope: approvalScopeSchema,
    until: approvalUntilSchema,
    approvalId: z.string().nullable(),
  }),
  /** Another agent called a tool the person had opened to it, which is their consent to this tool for this agent. */
  z.object({ kind: z.literal('opened'), did: z.string() }),
  z.object({ kind: z.literal('denied'), by: decidedBySchema }),
  z.object({ kind: z.literal('refused'), reason: refusalReasonSchema }),
  /** It failed before anybody had to decide: no such tool, arguments that do not fit, no permission. */
  z.object({ kind: z.literal('not_reached') }),
])
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>

/** A request that has been settled, as a line to remember it by. */
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
  /** Name of the program whose calls it covers, and of no other; null where it is for those of Satchel itself. */
  client: z.string().nullable(),
  /** Name of the capability, e.g. `note`, and its title then. */
  capability: z.string(),
  title: z.string(),
  version: z.string(),
  /** Null for all tools of the capability. */
  tool: z.string().nullable(),
  effect: effectSchema,
  target: z.string().nullable(),
  pattern: boundPatternSchema.nullable(),
  /** The arguments it is bound to; null unless it covers one very call. */
  arguments: z.record(z.string(), z.unknown()).nullable(),
  until: approvalUntilSchema,
  conversationId: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  uses: z.int().nonnegative(),
  /** `outdated`: the tool has changed since; it covers nothing any more. */
  state: z.enum(['active', 'expired', 'revoked', 'outdated']),
})
export type Approval = z.infer<typeof approvalSchema>

/** What a call made by hand would be asked about; null where nobody needs to be asked. */
export const approvalPreviewSchema = z.object({
  sentence: z.string(),
  effect: effectSchema,
  target: z.string().nullable(),
  argumentsSha256: z.string(),
  definition: z.string(),
})
export type ApprovalPreview = z.infer<typeof approvalPreviewSchema>

/** Consent to one call of a command line, bound to what was shown. */
export const callConsentSchema = z.object({
  argumentsSha256: z.string(),
  definition: z.string(),
  by: decidedBySchema.extract(['cli', 'cli_yes']),
})
export type CallConsent = z.infer<typeof callConsentSchema>
