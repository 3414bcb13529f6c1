import type { Principal } from './principal.ts'
import type { AskOptions } from '../../mcp/index.ts'
import type { ApprovalsService, CallEffect, ToolDefinition } from './approvals.ts'
import type { CallFlow } from '../flow/types.ts'
import type { QuestionsService } from './questions.ts'
import type { AppPart } from '../../contract/apps.ts'
import type { ActivityFilter, ActivityFormat } from '../../contract/activity.ts'
import type {
  ApprovalDecision,
  ApprovalPreview,
  CallConsent,
  DecidedBy,
  Effect,
  ReadBefore,
} from '../../contract/approvals.ts'
import type {
  ActivityRecord,
  CapabilityList,
  CapabilityManifest,
  InvokeError,
  InvokeResult,
} from '../../contract/capabilities.ts'
import type { Caller, CapabilityRef } from '../../contract/capability-ref.ts'
import type { Integrity } from '../../contract/labels.ts'
import type { SamplingAnswer, SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'
import type { changeRefSchema } from '../../contract/state.ts'
import type { SecretMask } from '../../platform/redact.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { z } from 'zod'

export interface InvokeContext {
  readonly caller: Caller
  /** A turn that another program started acts for that program. */
  readonly principal: Principal
  /** The turn and tool call that made it, or null for a direct call. */
  readonly turn: { readonly conversationId: string; readonly turnId: string; readonly callId: string } | null
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
  /** The same for all attempts of one call, so that the receiver can recognize a repetition. */
  readonly idempotencyKey?: string
  /** What the call can follow, if a model makes it in a turn of the owner's. */
  readonly flow?: CallFlow
  /** What the model that makes the call has read, for a question that it may be the reason of. */
  readonly readBefore?: () => readonly ReadBefore[]
  /** Every question about the call says so, whatever its reason. */
  readonly tellsRead?: boolean
  /** The cost of the model's answer that made the call, if known. */
  readonly tokens?: { readonly prompt: number; readonly completion: number }
  /** Why the caller may not make this call, as a sentence: it is refused and logged before anything is looked up. */
  readonly refused?: string
  /** Called with the progress that a tool reports while it runs. */
  readonly onProgress?: (progress: CallProgress) => void
  /** Called when the call starts and stops waiting for the person. */
  readonly onWaiting?: (isWaiting: boolean) => void
  /** The signed documents an agent presents, which allow it calls on the owner's state. */
  readonly authorization?: readonly unknown[]
  /** The owner is asked about this call, each time, whatever its effect. */
  readonly asksOwner?: boolean
  /** The owner switched off asking where the capability has the permission, and where nothing asks every time. */
  readonly asksNothingGranted?: boolean
  /** The person isn't there to be asked: what would ask because of what was read is held for the inbox, and the caller goes on without it. */
  readonly unattended?: boolean
  /** The server whose interface makes the call: third party's, whatever the person clicked in it. */
  readonly app?: string
  /** It was held: its question waits for days, and no caller for its result. */
  readonly held?: boolean
  /** The person's consent to this one call, given on a command line. */
  readonly consent?: CallConsent
}

/** The progress of a call, in the tool's own units; `total` if known. */
export interface CallProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** What a source also gets: its own signal, and a way to name secrets. */
export interface RunContext extends InvokeContext {
  readonly signal: AbortSignal
  /** Names a secret the call uses: it is removed from all that the tool's owner says from now on, and from the activity log. */
  readonly hide: (secret: string) => void
  /** Removes such secrets from a text that arrives in pieces. */
  readonly pieces: SecretMask['pieces']
  /** Asks the person the tool's question and waits; cancelled at once if no person can be asked. */
  readonly ask: (question: ServerQuestion, options?: AskOptions) => Promise<ServerReply>
  /** Has the owner's model answer the request of the tool's server, with their consent; null if they declined or can't be asked. */
  readonly sample: (request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer | null>
  /** Has the owner's model, without tools, read a text into fields of a JSON Schema: for code of packages that may. Errors: `InvokeFailure`. */
  readonly extract: ReadIntoFields
}

/** Reads a text into fields that hold one plain value each, null for what it doesn't say. Throws if the schema asks for anything else. */
export type ReadIntoFields = (
  text: string,
  schema: unknown,
) => Promise<Readonly<Record<string, string | number | boolean | null>>>

/** The activity log as the person reads it. */
export interface ActivityService {
  /** Newest first; `before` is the id of the last line of the page before. `more`: there are older ones. */
  list(input: ActivityFilter & { limit: number; before?: string | undefined }): {
    readonly records: readonly ActivityRecord[]
    readonly more: boolean
  }
  /**
   * A part of the lines as text, oldest first: JSON lines, or CSV whose cells no spreadsheet runs as a formula. `next` is where to continue, null
   * after the last.
   */
  export(input: ActivityFilter & { format: ActivityFormat; after?: string | undefined }): {
    readonly text: string
    readonly lines: number
    readonly next: string | null
  }
  /** Deletes the lines before an instant for good, and adds a line that says so. Returns how many. */
  clear(input: { before: string; by: DecidedBy }): number
  onChange(listener: () => void): () => void
}

/** A source of capabilities; all pass the same conformance suite. */
export interface CapabilitySource {
  list(): readonly CapabilityManifest[]
  /** Null if the source has no such capability. One that is declared but not permitted is described, though not listed. */
  describe(capabilityId: string, version: string): CapabilityManifest | null
  /** Why `describe` returns nothing for this, as a sentence, if the source knows more than "not found". */
  explain?(ref: CapabilityRef): string | null
  /** Null when allowed, else the reason: a sentence, or a failure whose code maps to `PERMISSION_DENIED`. */
  permission(ref: CapabilityRef, context: InvokeContext): string | SatchelError | null
  /** The definition of the tool and of what it belongs to; null if there is no such tool. Approvals end when it changes. */
  definition(ref: CapabilityRef): ToolDefinition | null
  /** What this call would do. Pure; `input` is valid under the tool's schema. Called only for a tool with a `definition`. */
  effect(ref: CapabilityRef, input: Readonly<Record<string, unknown>>): CallEffect
  /** The longest a call may take, in ms, if it isn't the default. */
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
    /** What a server says to its own interface, and the one that shows the output. */
    meta?: Readonly<Record<string, unknown>>
    app?: AppPart
    /** Whose words the output is; left out by those that return third parties' words only. */
    integrity?: Integrity
    /** Whose of the owner's the output has; left out where it is public. */
    keepers?: readonly string[]
    /** Ids of the authorizations it was done with. */
    authorization?: readonly string[]
  }>
}

/** What a program can read from a source besides calling its tools: a resource or prompt of a server, or a skill's instructions. */
export interface ProgramReading {
  readonly client: string
  /** `mcp:files`, `acp:note`. */
  readonly source: string
  /** MCP's term for it. */
  readonly method: 'resources/read' | 'prompts/get'
  readonly what: Readonly<Record<string, unknown>>
  readonly target: string | null
}

/** What went on with another agent after a call: it was told something, or told us something. */
export interface AgentExchange {
  readonly capabilityId: string
  readonly version: string
  /** Whom it is about: an agent that called, or the owner who called one. */
  readonly principal: Principal
  readonly decision: ApprovalDecision
  readonly effect: Effect
  readonly target: string
  readonly what: Readonly<Record<string, unknown>>
  /** What came of it; null if it failed. */
  readonly output: Readonly<Record<string, unknown>> | null
  readonly error: SatchelError | null
  readonly ms: number
}

/** CAP: the only way any tool or skill is found and run. */
export interface CapabilitiesService {
  /** All capabilities, or a part of them. A page with fewer than `limit` is the last. */
  list(part?: CapabilityList): readonly CapabilityManifest[]
  /** The same manifest as in the list, or the error `NOT_FOUND`. */
  describe(ref: CapabilityRef): CapabilityManifest | InvokeError
  /** Never throws: every failure is an `InvokeResult`. Recorded in the activity log. */
  invoke(ref: CapabilityRef, input: unknown, context: InvokeContext): Promise<InvokeResult>
  /** The approval request a call would cause; null if it needs none or can't run. */
  preview(ref: CapabilityRef, input: unknown): Promise<ApprovalPreview | null>
  /** Reads something the owner shared with a program, and logs that. Failures are those of CAP. */
  read<T>(
    reading: ProgramReading,
    work: () => Promise<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: InvokeError }>
  /** Writes a line of the activity log about what went on with another agent after a call. */
  note(exchange: AgentExchange): void
  readonly approvals: ApprovalsService
  readonly questions: QuestionsService
  readonly log: ActivityService
  /** Called when capabilities or their versions may have changed. */
  onChange(listener: () => void): () => void
  /** Newest first; `before` is a record's id. */
  activity(input: { limit: number; before?: string | undefined }): readonly ActivityRecord[]
  /** The result of a turn's tool call, if it finished; distinguishes a finished call from one that a crash interrupted. */
  recorded(turn: { turnId: string; callId: string }): ActivityRecord | null
  /** Ends all calls that wait for the person, and asks nothing more. Call it before closing the callers, so that the calls are recorded as ended by the daemon, not as stopped. */
  stopAsking(): void
  /** Stops asking and saves pending counts; no call runs any more. */
  close(): void
}
