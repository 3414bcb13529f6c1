import type { CapabilityRef } from '../../contract/capability-ref.ts'
import type { CallEffect, ToolDefinition } from '../core/approvals.ts'
import type { FlowFinding } from '../flow/types.ts'

/** A checked call that waits to be allowed. */
export interface JudgedCall {
  readonly ref: CapabilityRef
  readonly definition: ToolDefinition
  readonly effect: CallEffect
  /** Why the owner's words alone don't carry it; null if they named it, or nothing of third parties can be why it is made and nothing of the owner's leaves with it. */
  readonly flow: FlowFinding | null
  readonly arguments: Readonly<Record<string, unknown>>
  /** The arguments without what the schema declares secret, as they may be stored. */
  readonly logged: Readonly<Record<string, unknown>>
  readonly argumentsSha256: string
  readonly conversationId: string | null
  /** It was held for the inbox, where its question waits for days. */
  readonly held: boolean
  /** Name of the calling program; null if there is none. */
  readonly client: string | null
}
