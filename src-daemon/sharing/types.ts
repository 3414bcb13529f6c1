import type { ShareEndpoint } from '../contract/settings.ts'
import type {
  Grant,
  SetupSnippet,
  Shareable,
  ShareableOffers,
  SharedClientView,
  SharingStatus,
} from '../contract/sharing.ts'

/** The placeholder in a snippet for the token, which is shown once and not stored. */
export const TOKEN_PLACE = '<token>'

/** A connection of a program, one JSON message at a time. */
export interface ProgramWire {
  send(message: string): Promise<void>
  /** Calls `listener` with each message from now on. */
  receive(listener: (message: string) => void): void
  close(): void
  /** Resolves when either end has closed it. */
  readonly closed: Promise<void>
}

/** Sharing capabilities with other programs through the Model Context Protocol. Everything but `serve` is the owner's. */
export interface SharingService {
  status(): SharingStatus
  /** Opens, moves or closes HTTP, and saves that; port 0 picks a free one and keeps it. Errors: `port_taken`. */
  setEndpoint(endpoint: ShareEndpoint): Promise<SharingStatus>
  /** Waiting ones first, then by name. */
  clients(): readonly SharedClientView[]
  shareable(): readonly Shareable[]
  /** The resources and prompts of a connected server, which is started for that. Errors: `share_unknown_capability`, those of reaching it. */
  offers(source: string): Promise<ShareableOffers>
  /** Sets what a program may see and call from now on, even if it has never called. Errors: `share_unknown_capability`. */
  allow(grant: Grant): SharedClientView
  /** It sees nothing, and the user isn't asked about it again. Errors: `share_client_unknown`. */
  refuse(name: string): SharedClientView
  /** Creates a token, which replaces the old one; it can be read only now. Errors: `share_client_unknown`. */
  issueToken(name: string): { readonly client: SharedClientView; readonly token: string }
  /** Errors: `share_client_unknown`. */
  revokeToken(name: string): SharedClientView
  /** Removes it, with its token and everything it was allowed. Errors: `share_client_unknown`. */
  remove(input: { name: string; by: 'renderer' | 'cli' }): void
  /** Errors: `share_client_unknown`. */
  snippets(name: string): readonly SetupSnippet[]
  /** Speaks the protocol on a connection until it closes. `as`: the name the program was started with; by default, the name it gives itself. */
  serve(wire: ProgramWire, options: { as: string | null }): Promise<void>
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
