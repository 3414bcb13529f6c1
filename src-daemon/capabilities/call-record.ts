import { clientOf } from './core/principal.ts'
import { newId } from '../platform/ids.ts'
import type { SecretMask } from '../platform/redact.ts'
import type { InvokeContext } from './core/types.ts'
import { capabilityRefSchema, type CapabilityRef } from '../contract/capability-ref.ts'
import type { ActivityOutcome } from '../contract/activity.ts'
import type { ActivityRecord, InvokeResult } from '../contract/capabilities.ts'
import type { ApprovalDecision, Effect, ReadBefore } from '../contract/approvals.ts'

/** What becomes known of a call on its way; the activity log says it. */
export interface CallTrace {
  decision: ApprovalDecision
  waitedMs: number
  effect: Effect | null
  target: string | null
  /** The arguments without what the schema declares secret. */
  logged: unknown
  /** What others may have written that it follows, if it changes or sends something. */
  follows: readonly ReadBefore[]
  /** Hides what the tool's owner was told: in this call, and before. */
  readonly mask: SecretMask
  /** Id of its note from before it ran; null if there is none. */
  begun: string | null
}

export const newTrace = (input: unknown, mask: SecretMask): CallTrace => ({
  decision: { kind: 'not_reached' },
  waitedMs: 0,
  effect: null,
  target: null,
  logged: input,
  follows: [],
  mask,
  begun: null,
})

/** The line of a call in the activity log. */
export const recordOfCall = (call: {
  readonly ref: CapabilityRef
  readonly context: InvokeContext
  readonly trace: CallTrace
  readonly result: InvokeResult
  readonly at: Date
}): ActivityRecord => {
  const { ref, context, trace, result } = call
  const parsed = capabilityRefSchema.safeParse(ref)
  const { decision, effect, target, waitedMs, logged, mask } = trace
  return {
    id: newId(),
    at: call.at.toISOString(),
    kind: 'call',
    caller: context.principal.kind === 'agent' ? 'agent' : context.caller,
    client: clientOf(context.principal),
    conversationId: context.turn?.conversationId ?? null,
    turnId: context.turn?.turnId ?? null,
    callId: context.turn?.callId ?? null,
    capabilityId: parsed.data?.capability_id ?? '?',
    version: parsed.data?.version ?? '?',
    effect,
    target,
    arguments: mask.masked(logged ?? null),
    result,
    outcome: outcomeOf(result),
    decision,
    waitedMs,
    bytes: {
      in: bytesOf(logged),
      out: bytesOf(result.output ?? result.error) + (result.x_content ? bytesOf(result.x_content) : 0),
    },
    tokens: context.tokens ?? null,
  }
}

/** Its line if the daemon ends before it does: its work may be half done. */
export const recordOfCutOff = (call: {
  readonly ref: CapabilityRef
  readonly context: InvokeContext
  readonly trace: CallTrace
  readonly at: Date
  readonly message: string
}): ActivityRecord => {
  const error = {
    code: 'EXECUTION_FAILED',
    message: call.message,
    details: { reason: 'daemon_ended' },
    retryable: false,
  } as const
  const result = { ok: false, output: null, error, duration_ms: 0, x_changes: [] } as const
  return {
    ...recordOfCall({ ...call, result: { ...result, x_changes: [], x_decision: call.trace.decision } }),
    outcome: 'stopped',
  }
}

const outcomeOf = ({ ok, error }: InvokeResult): ActivityOutcome => {
  if (ok) return 'ok'
  if (error?.details?.reason === 'cancelled') return 'stopped'
  return error?.code === 'PERMISSION_DENIED' ? 'denied' : 'failed'
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null))
