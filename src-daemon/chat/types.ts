import type { AppsService } from './apps/apps.ts'
import type { Principal } from '../capabilities/index.ts'
import type { ApprovalMode, DecidedBy } from '../contract/approvals.ts'
import type {
  ChatDraft,
  ChatEvent,
  Conversation,
  ImageInput,
  Message,
  MessageHit,
  MessageInput,
  ResourceInput,
  RouteChoice,
  RouteWhy,
  TurnBudget,
} from '../contract/chat.ts'
import type { ExportFormat, ExportedFile, ImportReport } from '../contract/chat-transfer.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { Cost } from '../contract/spending.ts'

export * from './memory/types.ts'
export type { PromptsService } from './prompts/prompts.ts'

export interface ChatService {
  /** The interfaces of servers in conversations. */
  readonly apps: AppsService
  /** Newest first: those that are pinned, those that are archived, or all others. Temporary ones are first. */
  conversations(input: {
    limit: number
    cursor?: string | undefined
    archived?: boolean | undefined
    pinned?: boolean | undefined
  }): { items: Conversation[]; cursor: string | null }
  conversation(id: string): Conversation
  /** Those of the branch on screen, oldest first; `before` is a message id. */
  messages(input: { conversationId: string; limit: number; before?: string | undefined }): Message[]
  /** What all answers of a conversation cost. Errors: `conversation_not_found`. */
  cost(id: string): Cost
  /** Stores the user's message and starts the turn. Returns before the answer; the answer arrives as events. */
  send(input: {
    conversationId?: string | undefined
    text: string
    capability?: string | undefined
    /** For this turn; a new conversation keeps it. */
    model?: string | undefined
    images?: readonly ImageInput[] | undefined
    resources?: readonly ResourceInput[] | undefined
    /** Begins a conversation of which nothing is stored. */
    temporary?: boolean | undefined
    /** What is asked for in a new conversation. */
    approvals?: ApprovalMode | undefined
    /** Id of the persona of a new conversation. Errors: `persona_not_found`. */
    persona?: string | null | undefined
    /** The person isn't there to be asked: calls that would ask because of what was read are held for the inbox. */
    unattended?: boolean | undefined
  }): { conversationId: string; turnId: string }
  /**
   * Sends it now if no answer is being written, and otherwise after it (`turnId` is null then). Errors: those of `send`,
   * `conversation_queue_full`.
   */
  enqueue(input: MessageInput & { conversationId: string }): { turnId: string | null }
  /** Takes a waiting message back. Errors: `message_not_found`. */
  unqueue(id: string): MessageInput
  /** Stops the answer that is being written, and sends a waiting message. Errors: `message_not_found`. */
  sendQueued(id: string): Promise<Conversation>
  /** A new conversation with the messages down to this one. Errors: `message_not_found`, `conversation_busy` while it is written. */
  fork(messageId: string): Conversation
  /** Messages with all words, newest first; `complete` is false while messages of before there was a search are read. */
  search(input: { question: string; limit: number }): { hits: MessageHit[]; complete: boolean }
  /** A conversation as a file; the branch on screen. Errors: `conversation_not_found`. */
  export(id: string, format: ExportFormat): ExportedFile
  /** Takes in conversations that Satchel, ChatGPT or Claude exported, each by itself; words only. */
  import(conversations: readonly unknown[]): Promise<ImportReport>
  /** What was written and not sent, in a conversation or (null) for a new one. */
  draft(conversationId: string | null): ChatDraft | null
  saveDraft(conversationId: string | null, draft: ChatDraft | null): void
  /**
   * Gives a capability a task, in a new conversation, for `principal`; the text isn't read as a command or sent to others. Facts the owner
   * had remembered are only for the owner's tasks. Errors: those of `send`.
   */
  runTask(input: { text: string; capability: string; principal: Principal }): {
    conversationId: string
    turnId: string
  }
  /**
   * Answers a question of another agent, in a new conversation: its words are data, only `tools` (ids) can be used, and nothing the owner
   * had remembered is. Errors: those of `send`.
   */
  runQuestion(input: { text: string; tools: readonly string[]; did: string }): {
    conversationId: string
    turnId: string
  }
  /**
   * Answers the same message again, beside the existing answer; what that one changed stays and is named.
   * Errors: `message_not_found`, `conversation_busy`, `message_cannot_be_redone` if it isn't an answer.
   */
  regenerate(input: { messageId: string; model?: string | undefined }): { turnId: string }
  /** Adds another wording of a user's message, beside the existing one. Errors: those of `send` and `regenerate`. */
  edit(input: { messageId: string; text: string; capability?: string | undefined }): { turnId: string }
  /** All versions of a message, oldest first. Errors: `message_not_found`. */
  versions(messageId: string): Message[]
  /** Shows the branch of a message, down to its newest end. Errors: `message_not_found`, `conversation_busy`. */
  showBranch(messageId: string): Conversation
  /**
   * The conversation's own model (null: the one in the settings), whether it uses what is remembered, its place in the list,
   * what is asked for in it, which holds at once, and its persona. Errors: `conversation_not_found`, `persona_not_found`.
   */
  configure(input: {
    id: string
    model?: string | null | undefined
    memory?: boolean | undefined
    pinned?: boolean | undefined
    archived?: boolean | undefined
    approvals?: ApprovalMode | undefined
    persona?: string | null | undefined
  }): Conversation
  /** Keeps or declines a fact a turn has proposed. Errors: `message_not_found`, `fact_not_proposed`. */
  decideFact(input: { messageId: string; index: number; keep: boolean }): Message
  /** Bytes of an image part. Errors: `attachment_not_found`. */
  attachment(id: string): { mediaType: string; base64: string }
  /** Ends a running turn and keeps the answer so far. */
  stop(turnId: string): void
  /** Lets a running turn go on for as many tokens and minutes again. Returns its budget; null if it has ended. */
  extend(turnId: string): TurnBudget | null
  /** The same for the turn of a conversation, or for all turns. Errors: `conversation_not_found`. */
  extendIn(conversationId?: string): { conversationId: string; turnId: string; budget: TurnBudget }[]
  /**
   * Ends the turn of a conversation, or all turns, and waits until each is stored. Returns those it ended. Errors:
   * `conversation_not_found`.
   */
  stopIn(conversationId?: string): Promise<{ conversationId: string; turnId: string }[]>
  /** Fills an open form and continues its turn's tool call. Errors: `form_not_open`, `validation_failed`. */
  submitForm(input: {
    messageId: string
    index: number
    values: Record<string, unknown>
  }): Promise<{ turnId: string }>
  rename(input: { id: string; title: string }): Conversation
  /** Deletes it for good, with the approvals bound to it; `by`: the deleting party. Errors: `conversation_not_found`. */
  remove(id: string, by: DecidedBy): void
  /** Sentences to try, made from the installed capabilities; at most `limit`. `skills`: also from skills, which need a model. */
  suggestions(limit: number, options?: { readonly skills?: boolean }): string[]
  /** Events of one conversation, or of all. Ends when `signal` fires. */
  events(input: { conversationId?: string | undefined; signal: AbortSignal }): AsyncIterable<ChatEvent>
  /** Learns in the background which tools there are, so that the first open turn need not wait for it. */
  prepare(): void
  /** Whether a turn is being answered. */
  isAnswering(): boolean
  /** Resolves when the turn has ended. */
  finished(turnId: string): Promise<void>
  /** Cancels every running turn and waits until each is stored. */
  close(): Promise<void>
}

export interface RoutingService {
  /** Everything that can currently be chosen by name: installed packages, skills and connected servers that are on. */
  choices(): readonly RouteChoice[]
  /** How a text would be routed now, with no capability or with `activeCapability` in use; nothing is recorded. */
  ofText(input: { text: string; activeCapability: string | null }): Promise<RouteWhy>
  /** How texts would be routed if a capability in the making were installed. */
  ofDraft(draft: AcpPackage, texts: readonly string[]): Promise<readonly RouteWhy[]>
  /** How a message was routed, as recorded. Errors: `message_not_found`, `message_not_routed`. */
  ofMessage(messageId: string): RouteWhy
}
