import type {
  AgentContact,
  AgentProtocolName,
  ContactPage,
  Discovery,
} from '../../contract/agent-contacts.ts'
import type { CallProof } from '../../contract/call-proofs.ts'
import type { CallableOperation, KeptReading, OperationCall } from './protocol.ts'

/** An approved agent with its operations, for those who call them. */
export interface ApprovedAgent {
  readonly id: string
  readonly protocol: AgentContact['protocol']
  readonly label: string
  readonly url: string
  readonly as: string | null
  readonly reading: KeptReading
  /** SHA-256 of the reading, which changes with everything it says. */
  readonly fingerprint: string
  /** Why none of its operations can be called now. */
  readonly stopped: AgentContact['stopped']
}

export interface LookOptions {
  /** The identity that asks and, of a new contact, calls. Otherwise a new one is read unsigned. */
  readonly as?: string | null | undefined
  readonly label?: string | undefined
  /** If it is known; otherwise the document tells. */
  readonly protocol?: AgentProtocolName | undefined
}

/** Other agents: found, read, verified, approved, called. One list, whatever they speak. */
export interface AgentContacts {
  /** The agents at a domain, a DID or an address. Errors: `agent_address_invalid`, those of the protocols. */
  discover(address: string, as: string | null): Promise<Discovery>
  /**
   * Reads an agent's document and keeps it: as a new contact, which isn't approved, or as what a known one says now. Errors: `agent_document_unusable`,
   * `agent_did_unknown`, those of the network guard.
   */
  look(url: string, options?: LookOptions): Promise<AgentContact>
  /** The same for a known agent. Errors: `contact_unknown`, those of `look`. */
  update(id: string): Promise<AgentContact>
  /** Errors: `contact_unknown`, `agent_changed_meanwhile`, `agent_update_refused`. */
  approve(input: { readonly id: string; readonly fingerprint: string }): AgentContact
  list(input: { readonly search: string; readonly limit: number; readonly offset: number }): ContactPage
  /** Errors: `contact_unknown`. */
  get(id: string): AgentContact
  /** Errors: `contact_unknown`, those of the identities. */
  set(
    id: string,
    choices: { readonly label?: string | undefined; readonly as?: string | null | undefined },
  ): AgentContact
  /** Errors: `contact_unknown`. */
  remove(id: string): void
  /** A picture that the contact's documents name. Errors: `contact_unknown`, `image_unusable`, those of the network guard. */
  image(id: string, url: string): Promise<{ readonly mediaType: string; readonly bytes: Buffer }>
  /** All approved agents. */
  approved(): readonly ApprovedAgent[]
  /** Errors: `contact_unknown`, `agent_stopped`, those of the protocol. */
  call(
    id: string,
    operation: CallableOperation,
    input: Readonly<Record<string, unknown>>,
    call: Omit<OperationCall, 'signer' | 'onProof'> & {
      readonly requester: string
      readonly onProof?: ((proof: CallProof) => void) | undefined
    },
  ): Promise<Record<string, unknown>>
  /** Called when contacts, or what they offer, have changed. */
  onChange(listener: () => void): () => void
}
