import { activityKindSchema, activityOutcomeSchema } from './activity.ts'
import { approvalDecisionSchema, effectSchema, readBeforeSchema } from './approvals.ts'
import { appPartSchema } from './apps.ts'
import { callerSchema } from './capability-ref.ts'
import { labelShape } from './labels.ts'
import { changeRefSchema } from './state.ts'
import { z } from 'zod'

export const capabilityManifestSchema = z.object({
  capability_id: z.string(),
  version: z.string(),
  kind: z.enum(['tool', 'skill']),
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  /** Null if the tool declares none. */
  output_schema: z.record(z.string(), z.unknown()).nullable(),
  /** A skill's instructions to the model; null for a tool. */
  prompt_template: z.string().nullable(),
  /** A skill's files; null for a tool. */
  resources: z
    .array(z.object({ uri: z.string(), name: z.string(), media_type: z.string().optional() }))
    .nullable(),
  required_permissions: z.array(z.string()).nullable(),
  /** The strongest effect of a call; an `x_` extension, specific to this host and not part of the version. */
  x_effect: effectSchema,
  /** Places of the schemas that can't be checked: `input_schema/properties/to/pattern`. */
  x_unchecked: z.array(z.string()).optional(),
})
export type CapabilityManifest = z.infer<typeof capabilityManifestSchema>

/** Which capabilities to list. With `cursor` or `limit` they are ordered by id and version. */
export const capabilityListSchema = z.object({
  kind: capabilityManifestSchema.shape.kind.optional(),
  /** Prefix of their ids, up to a `:` or `/`: `acp`, `acp:note`, `mcp:files`. */
  source: z.string().max(2200).optional(),
  limit: z.int().min(1).max(10_000).optional(),
  /** Returns those after this one: the last reference of the previous page, as `<id>@<version>`. */
  cursor: z.string().max(4000).optional(),
})
export type CapabilityList = z.infer<typeof capabilityListSchema>

export const invokeErrorSchema = z.object({
  code: z.enum(['NOT_FOUND', 'INVALID_INPUT', 'PERMISSION_DENIED', 'EXECUTION_FAILED', 'TIMEOUT']),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  retryable: z.boolean().optional(),
})
export type InvokeError = z.infer<typeof invokeErrorSchema>

/** `ok:true` <=> `error:null`; `ok:false` <=> `output:null` (cap.md 1). */
export const invokeResultSchema = z.object({
  ok: z.boolean(),
  output: z.record(z.string(), z.unknown()).nullable(),
  error: invokeErrorSchema.nullable(),
  duration_ms: z.int().nonnegative(),
  /** What the call changed in state; an `x_` extension, empty if nothing. */
  x_changes: z.array(changeRefSchema),
  /** Ids of the authorizations used, from the owner's delegation down; an `x_` extension of `state.*` calls. */
  x_authorization: z.array(z.string()).optional(),
  /** Content blocks that a server's tool returned beside its structured content, and that say something else. */
  x_content: z.array(z.unknown()).optional(),
  /** What a server's tool says to its own interface alone; an `x_` extension. */
  x_meta: z.record(z.string(), z.unknown()).optional(),
  /** The interface that a call of a turn is shown in, if its server has one; an `x_` extension. */
  x_app: appPartSchema.optional(),
  /** Whose words the output is, if its source says; an `x_` extension. */
  x_integrity: labelShape.integrity,
  /** Whose of the owner's the output is, empty if it is public, if its source says; an `x_` extension. */
  x_keepers: labelShape.keepers,
  /** What others may have written that had been read before it, where it changes or sends something; an `x_` extension. */
  x_follows: z.array(readBeforeSchema).optional(),
  /** Why it was allowed or refused; an `x_` extension. */
  x_decision: approvalDecisionSchema.optional(),
})
export type InvokeResult = z.infer<typeof invokeResultSchema>

/** One line of the append-only activity log (acp.md 7.5). */
export const activityRecordSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: activityKindSchema,
  /** `agent`: another agent, named in the decision. */
  caller: z.enum([...callerSchema.options, 'agent']),
  /** The owner's name for the calling program; null if there is none. */
  client: z.string().nullable(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  callId: z.string().nullable(),
  capabilityId: z.string(),
  version: z.string(),
  /** Null if the called tool is unknown. */
  effect: effectSchema.nullable(),
  target: z.string().nullable(),
  arguments: z.unknown(),
  result: invokeResultSchema,
  outcome: activityOutcomeSchema,
  decision: approvalDecisionSchema,
  /** Time it waited for the user, in ms. */
  waitedMs: z.int().nonnegative(),
  /** Sizes of arguments and result as JSON, in bytes of UTF-8. */
  bytes: z.object({ in: z.int().nonnegative(), out: z.int().nonnegative() }),
  /** Tokens of the model's answer that made the call; null if unknown. */
  tokens: z.object({ prompt: z.int().nonnegative(), completion: z.int().nonnegative() }).nullable(),
})
export type ActivityRecord = z.infer<typeof activityRecordSchema>
