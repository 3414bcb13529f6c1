import type { AccessTokens } from '../../agents/index.ts'
import type { FormReply } from '../../contract/form.ts'
import type { Language } from '../../contract/language.ts'
import type {
  RequestPolicies,
  SetRequestPolicy,
  ThreadSummary,
  ThreadView,
} from '../../contract/thread-conversations.ts'
import type { WalletPlan } from '../../contract/wallets.ts'
import type { Signer } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import type { PaymentsService } from '../../payments/types.ts'
import type { Database } from '../../storage/index.ts'
import type { WalletsService } from '../../wallets/types.ts'
import type { RecordDeps, ThreadRecord } from '../kept/record.ts'
import type { Capability } from '../messages/capabilities.ts'
import type { ReadContent } from '../messages/read-content.ts'

/** An agent that the owner approved, as far as conversations go. */
export interface ThreadAgent {
  /** The contact. */
  readonly id: string
  readonly did: string | null
  /** Where it holds conversations; null: nowhere, or nothing is sent to it now. */
  readonly threads: string | null
  /** The identity of the owner's that speaks to it. */
  readonly as: string | null
}

export interface ThreadsDeps {
  readonly db: Database
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly tokens: AccessTokens
  /** Null: the owner knows no such agent, or hasn't approved it. */
  readonly agentOf: (contact: string) => ThreadAgent | null
  readonly nameOf: (did: string) => string | null
  readonly signer: (did: string, host: string) => Signer
  /** Signs payments as one of the owner's identities. Errors: `payment_identity` if its key isn't one of Ed25519. */
  readonly payer: (did: string) => Signer
  /** The mask of what an agent (its DID) was told: it may say it again. */
  readonly told: RecordDeps['told']
  readonly wallets: Pick<WalletsService, 'prepare' | 'carryOut'>
  readonly payments: Pick<
    PaymentsService,
    'prepare' | 'carryOut' | 'resume' | 'untold' | 'told' | 'receiptOf' | 'onChange'
  >
  /** Loads the text of a form at another address. Errors: those of the network guard. */
  readonly loadForm: (url: string) => Promise<string>
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { warn(data: object, message: string): void }
  readonly waits?: readonly [number, number]
}

/** Conversations with other agents, as the owner holds them. */
export interface ThreadsService {
  /** What the endpoint for other agents writes into and reads. */
  readonly record: ThreadRecord
  readonly read: () => Promise<ReadContent>
  list(): readonly ThreadSummary[]
  /** Errors: `thread_unknown`. */
  view(id: string): Promise<ThreadView>
  /** Begins one at another agent. Errors: `thread_not_offered`, `thread_no_identity`, those of `AgentThreads`. */
  open(input: {
    readonly contact: string
    readonly text: string
    readonly key?: string | undefined
  }): Promise<ThreadSummary>
  /** Joins one that another agent keeps and asked us into. Errors: those of `open`. */
  join(input: { readonly contact: string; readonly thread: string }): Promise<ThreadSummary>
  /** Errors: `thread_unknown`, `thread_closed`, those of `open`. */
  send(input: {
    readonly id: string
    readonly text: string
    readonly key?: string | undefined
  }): Promise<void>
  /** Answers or declines a request, once. Errors: `thread_request_closed`, `thread_message_invalid`, those of `send`. */
  answer(input: { readonly id: string; readonly item: string; readonly reply: FormReply }): Promise<void>
  /**
   * What an account would sign, send or tell to answer a request; nothing is done. Errors: `thread_request_closed`, those of
   * `WalletsService.prepare`.
   */
  prepareWallet(input: {
    readonly id: string
    readonly item: string
    readonly account: string
  }): Promise<WalletPlan>
  /** Does it, once the person agreed to exactly that. Errors: `thread_request_closed`, those of `WalletsService.carryOut` and `send`. */
  answerWallet(input: { readonly id: string; readonly item: string; readonly plan: string }): Promise<void>
  /**
   * What will be paid to whom if an account pays a quote in one of its ways; nothing is. Errors: `thread_request_closed`, `payment_identity`,
   * those of `PaymentsService.prepare`.
   */
  preparePayment(input: {
    readonly id: string
    readonly item: string
    readonly way: string
    readonly account: string
  }): Promise<WalletPlan>
  /** Pays it, and answers with what was paid. Errors: those of `preparePayment`, of `PaymentsService.carryOut` and of `send`. */
  answerPayment(input: {
    readonly id: string
    readonly item: string
    readonly way: string
    readonly plan: string
  }): Promise<void>
  /**
   * Passes a request on into another conversation, whose answer goes back by itself. In words where it isn't understood there, with an answer
   * only to what can be answered so (`comesBack`). Errors: `thread_forward_refused`, those of `answer`.
   */
  forward(input: {
    readonly id: string
    readonly item: string
    readonly to: string
  }): Promise<{ readonly inWords: boolean; readonly comesBack: boolean }>
  /**
   * Gets the form of a request from where it is, which tells the host that somebody looks at it. Errors: `thread_request_closed`,
   * `thread_form_unusable`, those of the network guard.
   */
  loadForm(input: { readonly id: string; readonly item: string }): Promise<void>
  /** What was decided beforehand about requests of a contact (its id) or any agent (its DID). Errors: `contact_unknown`. */
  policies(peer: string): RequestPolicies
  /** From now on, and for what waits already. Errors: `contact_unknown`. */
  setPolicy(input: SetRequestPolicy): void
  /** Whether such requests of theirs are declined. */
  denies(peer: string, capability: Capability): boolean
  /** Errors: `thread_unknown`, those of `open`. */
  leave(id: string): Promise<void>
  /** Takes one that is over off the list, with what was said. Errors: `thread_unknown`. */
  remove(id: string): void
  /** All that was said so far was looked at. Errors: `thread_unknown`. */
  seen(id: string): void
  /** `id`: the conversation; null: something about all of them. */
  onChange(listener: (id: string | null) => void): () => void
  /** Follows what other agents keep. */
  start(): void
  close(): void
}
