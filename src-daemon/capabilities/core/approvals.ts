import type {
  Approval,
  ApprovalAnswer,
  ApprovalRequest,
  DecidedBy,
  Effect,
  SettledRequest,
} from '../../contract/approvals.ts'
import type { TitleOrigin } from '../../contract/capability-ref.ts'

/** What one call would do, determined before it runs. */
export interface CallEffect {
  readonly effect: Effect
  /** No standing approval covers it: it destroys for good, or its effect is unknown. Agents and payments are always asked about. */
  readonly always: boolean
  /** Where it goes: a host, a server, a DID. Null if nothing leaves. */
  readonly target: string | null
  /** It runs in the sandbox, reaches no network, and writes nothing but scratch files of its own. */
  readonly contained?: true
  /** What will happen, in one sentence, in the owner's language. */
  readonly sentence: string
}

/** What an approval is bound to besides arguments. */
export interface ToolDefinition {
  /** Title of the capability, and the tool as its package declares it. */
  readonly title: string
  readonly origin: TitleOrigin
  readonly tool: string
  /** SHA-256 of the package or server the tool belongs to. */
  readonly owner: string
  /** SHA-256 of everything that defines the tool: its owner, description, parameters, how it runs. */
  readonly hash: string
}

/** Approvals as the person sees them. Everything that waits is the same in all windows and is answered once. */
export interface ApprovalsService {
  pending(): readonly ApprovalRequest[]
  /** All that wait, now and after each change, until `signal` fires. */
  watch(signal: AbortSignal): AsyncIterable<readonly ApprovalRequest[]>
  /**
   * Errors: `approval_not_found`, `approval_answered` for a second answer, `approval_changed` where other arguments were seen,
   * `approval_not_offered`.
   */
  answer(input: ApprovalAnswer & { by: DecidedBy }): void
  /** Newest first; those that ended too with `ended`. */
  list(input: { ended: boolean }): readonly Approval[]
  /** Ends standing approvals at once, and stops what runs with them. Errors: `approval_not_found`. */
  revoke(input: { id: string; by: DecidedBy }): void
  /** Ends all of a capability's, or all there are. Returns how many. */
  revokeAll(input: { capability: string | null; by: DecidedBy }): number
  /**
   * Ends the approvals bound to a deleted conversation, with a line in the activity log, and no longer lists them; its waiting requests
   * end. Approvals given in it for longer stay.
   */
  dropConversation(input: { conversationId: string; by: DecidedBy }): void
  /** A program may no longer call: its approvals and its waiting requests end. */
  dropClient(input: { client: string; by: DecidedBy }): void
  /** The settled requests of a conversation, oldest first. */
  settled(conversationId: string): readonly SettledRequest[]
  onChange(listener: () => void): () => void
}
