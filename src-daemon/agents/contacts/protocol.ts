import type {
  AgentProtocolName,
  ContactOperation,
  ContactReading,
  Discovery,
} from '../../contract/agent-contacts.ts'
import type { CallProof } from '../../contract/call-proofs.ts'
import type { Signer } from '../../identity/types.ts'
import type { ServerCall } from '../../mcp/index.ts'
import type { ReasonCode } from '../../text/index.ts'

/** An operation with what its protocol needs to call it: plain JSON that only the protocol reads. */
export interface CallableOperation extends ContactOperation {
  readonly how: Readonly<Record<string, unknown>>
}

/** A reading as it is kept. */
export interface KeptReading extends Omit<ContactReading, 'operations'> {
  readonly operations: readonly CallableOperation[]
}

/** Who asks, and when they lose interest. */
export interface Asking {
  /** One of the owner's identities; null: unsigned. */
  readonly signer: Signer | null
  readonly signal?: AbortSignal | undefined
}

/** A domain (`host` with or without port), a DID, or an address (https, or http where the owner allowed it for development). */
export type AgentAddress =
  | { readonly kind: 'domain'; readonly host: string }
  | { readonly kind: 'did'; readonly did: string }
  | { readonly kind: 'url'; readonly url: string }

/** The agent that is called, as approved. */
export interface CalledAgent {
  readonly id: string
  /** Of its description or card. */
  readonly url: string
  readonly did: string | null
  readonly reading: KeptReading
}

export interface OperationCall extends Asking {
  /** The same for all attempts of one call. */
  readonly idempotencyKey: string
  /** Called with the text of an answer as it comes. */
  readonly onText?: ((text: string) => void) | undefined
  /** Called with what proves a call that binds the owner, once it is answered. */
  readonly onProof?: ((proof: Omit<CallProof, 'didDocument'>) => void) | undefined
  /** Shows the agent's question to the person; without it every question counts as cancelled. */
  readonly onQuestion?: ServerCall['onQuestion']
  /** Names a secret of the call, which is kept out of logs. */
  readonly hide?: ((secret: string) => void) | undefined
}

/** One protocol that other agents speak. Everything it returns is what others wrote, shaped and bounded. */
export interface AgentProtocol {
  readonly name: AgentProtocolName
  /**
   * The agents at an address. For a URL: the document there if it is of this protocol, else none. What can't be read is a
   * problem with its place; it throws only what makes everything unreadable. Errors: those of the network guard and of the DID
   * resolver.
   */
  discover(address: AgentAddress, asking: Asking): Promise<Pick<Discovery, 'agents' | 'problems'>>
  /**
   * Reads and verifies the document at an address, and what it links to. A broken part is a problem of the reading. Errors:
   * `agent_document_unusable`, those of the network guard.
   */
  read(url: string, asking: Asking): Promise<KeptReading>
  /**
   * Calls an approved operation with valid input. Errors: `agent_refused`, `agent_answer_unusable`, those of the network guard
   * and of the signer.
   */
  call(
    agent: CalledAgent,
    operation: CallableOperation,
    input: Readonly<Record<string, unknown>>,
    call: OperationCall,
  ): Promise<Record<string, unknown>>
  /** Ends what is open with an agent that may be another by now, without a word to it. */
  stop?(id: string, reason: ReasonCode): void
  /** Ends what is open with an agent that the owner forgot. */
  forget?(id: string): void
}
