import type { Principal } from './principal.ts'
import type { AskOptions } from '../../mcp/index.ts'
import type { ApprovalsService, CallEffect, ToolDefinition } from './approvals.ts'
import type { QuestionsService } from './questions.ts'
import type { ActivityFilter, ActivityFormat } from '../../contract/activity.ts'
import type { ApprovalPreview, CallConsent, DecidedBy } from '../../contract/approvals.ts'
import type {
  ActivityRecord,
  CapabilityList,
  CapabilityManifest,
  InvokeError,
  InvokeResult,
} from '../../contract/capabilities.ts'
import type { Caller, CapabilityRef } from '../../contract/capability-ref.ts'
import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { changeRefSchema } from '../../contract/state.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { z } from 'zod'

export interface InvokeContext {
  readonly caller: Caller
  /** A turn that another program began acts for that program. */
  readonly principal: Principal
  /** The turn and tool call that made it, or null for a direct call. */
  readonly turn: { readonly conversationId: string; readonly turnId: string; readonly callId: string } | null
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
  /** The same for every try of one call, so that whoever is asked can tell a repetition. */
  readonly idempotencyKey?: string
  /** What the answer of the model that made the call cost, where it is known. */
  readonly tokens?: { readonly prompt: number; readonly completion: number }
  /** Why the caller may not make this call, in words for a person: it is refused before anything is looked up, and logged. */
  readonly refused?: string
  /** Told of what a tool says of its progress while it runs. */
  readonly onProgress?: (progress: CallProgress) => void
  /** Told when the call begins to wait for the person, and when that ends. */
  readonly onWaiting?: (isWaiting: boolean) => void
  /** The signed documents an agent presents, which allow it calls on the owner's state. */
  readonly authorization?: readonly unknown[]
  /** The person's consent to this very call, given on a command line. */
  readonly consent?: CallConsent
}

/** How far a call has come, in units of the tool's own; `total` where it is known. */
export interface CallProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** What a source gets besides: a signal of its own, and a place to name secrets. */
export interface RunContext extends InvokeContext {
  readonly signal: AbortSignal
  /** Names a secret the call uses: it is taken out of the result, and never stands in the activity log. */
  readonly hide: (secret: string) => void
  /** Puts what the tool asks to the person, and waits; cancelled at once where nobody is there to be asked. */
  readonly ask: (question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>
  /** Has the owner's model answer what the tool's server asks, with their consent; null where they declined or nobody is there. */
  readonly sample: (request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer | null>
}

/** The activity log as the person reads it. */
export interface ActivityService {
  /** Newest first; `before` is the id of the last line of the page before. `more`: there are older ones. */
  list(input: ActivityFilter & { limit: number; before?: string | undefined }): {
    readonly records: readonly ActivityRecord[]
    readonly more: boolean
  }
  /**
   * A part of the lines as text, oldest first: JSON lines, or CSV whose cells no spreadsheet takes for a formula. `next` is where to go on, null
   * after the last.
   */
  export(input: ActivityFilter & { format: ActivityFormat; after?: string | undefined }): {
    readonly text: string
    readonly lines: number
    readonly next: string | null
  }
  /** Deletes the lines before an instant, for good; that it was done is a line of its own. Returns how many. */
  clear(input: { before: string; by: DecidedBy }): number
  onChange(listener: () => void): () => void
}

/** A source of capabilities behind the one door; all pass the same conformance. */
export interface CapabilitySource {
  list(): readonly CapabilityManifest[]
  /** Null when the source has no such capability. What is declared but not permitted is described, though not listed. */
  describe(capabilityId: string, version: string): CapabilityManifest | null
  /** Why `describe` has nothing for this, in words for a person, where the source knows more than "no such". */
  explain?(ref: CapabilityRef): string | null
  /** Null when allowed, else the reason: words, or a failure with a code of its own that maps to `PERMISSION_DENIED`. */
  permission(ref: CapabilityRef, context: InvokeContext): string | SatchelError | null
  /** What defines the tool and what it belongs to; null when there is no such tool (any more). Approvals end when it changes. */
  definition(ref: CapabilityRef): ToolDefinition | null
  /** What this call would do. Pure; `input` fits the tool's schema. Called only for what has a `definition`. */
  effect(ref: CapabilityRef, input: Readonly<Record<string, unknown>>): CallEffect
  /** How long a call may take, in ms, where it is not the usual time. */
  deadlineMs?(ref: CapabilityRef): number | undefined
  /** Calls `listener` when definitions may have changed. */
  onChange?(listener: () => void): () => void
  /** Runs after reference, input and permission have been checked. */
  run(
    ref: CapabilityRef,
    input: Readonly<Record<string, unknown>>,
    context: RunContext,
  ): Promise<{
    output: Record<string, unknown>
    /** Content blocks beside a structured output. */
    content?: readonly unknown[]
    changes: z.infer<typeof changeRefSchema>[]
    /** Ids of the authorizations it was done with. */
    authorization?: readonly string[]
  }>
}

/** What a program reads of a source besides calling its tools: a resource or a prompt of a server, or a skill's instructions. */
export interface ProgramReading {
  readonly client: string
  /** `mcp:files`, `acp:note`. */
  readonly source: string
  /** As MCP calls it. */
  readonly method: 'resources/read' | 'prompts/get'
  readonly what: Readonly<Record<string, unknown>>
  readonly target: string | null
}

/** CAP: the only way any tool or skill is found and run. */
export interface CapabilitiesService {
  /** All there is, or a part of it. A page with fewer than `limit` is the last. */
  list(part?: CapabilityList): readonly CapabilityManifest[]
  /** The very manifest that is listed, or the error `NOT_FOUND`. */
  describe(ref: CapabilityRef): CapabilityManifest | InvokeError
  /** Never throws: every failure is an `InvokeResult`. Recorded in the activity log. */
  invoke(ref: CapabilityRef, input: unknown, context: InvokeContext): Promise<InvokeResult>
  /** What a call would be asked about, had the person to agree to it; null where it is free or cannot run. */
  preview(ref: CapabilityRef, input: unknown): Promise<ApprovalPreview | null>
  /** Reads for a program what its owner shared with it, and logs that. Failures are those of CAP. */
  read<T>(
    reading: ProgramReading,
    work: () => Promise<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InvokeError }>
  readonly approvals: ApprovalsService
  readonly questions: QuestionsService
  readonly log: ActivityService
  /** Told when there may be others, or the same ones at other versions. */
  onChange(listener: () => void): () => void
  /** Newest first; `before` is a record's id. */
  activity(input: { limit: number; before?: string | undefined }): readonly ActivityRecord[]
  /** What a tool call of a turn came to, if it ran to its end; tells a finished call from one a crash cut off. */
  recorded(turn: { turnId: string; callId: string }): ActivityRecord | null
  /** Ends what waits for the person, who is asked nothing any more. To come before whoever calls is closed: the daemon ends, nobody stopped the call. */
  stopAsking(): void
  /** Stops asking, and keeps what is only counted so far: no call runs any more. */
  close(): void
}
