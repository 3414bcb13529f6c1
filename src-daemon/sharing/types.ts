import type { ShareEndpoint } from '../contract/settings.ts'
import type {
  Grant,
  SetupSnippet,
  Shareable,
  ShareableOffers,
  SharedClientView,
  SharingStatus,
} from '../contract/sharing.ts'

/** Stands in a snippet where the token belongs, which is shown once and kept nowhere. */
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
  /** Opens, moves or closes HTTP, durably; port 0 takes any and keeps it. Errors: `port_taken`. */
  setEndpoint(endpoint: ShareEndpoint): Promise<SharingStatus>
  /** Those that wait for an answer first, then by name. */
  clients(): readonly SharedClientView[]
  shareable(): readonly Shareable[]
  /** The resources and prompts of a connected server, which is started for that. Errors: `share_unknown_capability`, those of reaching it. */
  offers(source: string): Promise<ShareableOffers>
  /** Says what a program may see and call from now on; it need not have called. Errors: `share_unknown_capability`. */
  allow(grant: Grant): SharedClientView
  /** It sees nothing and is asked about no more. Errors: `share_client_unknown`. */
  refuse(name: string): SharedClientView
  /** A new token, in place of the one it had; this is the only time it can be read. Errors: `share_client_unknown`. */
  issueToken(name: string): { readonly client: SharedClientView; readonly token: string }
  /** Errors: `share_client_unknown`. */
  revokeToken(name: string): SharedClientView
  /** Forgets it, with its token and everything that was allowed to it. Errors: `share_client_unknown`. */
  remove(input: { name: string; by: 'renderer' | 'cli' }): void
  /** Errors: `share_client_unknown`. */
  snippets(name: string): readonly SetupSnippet[]
  /** Speaks the protocol on a connection until it closes. `as`: the name the program was started with, else it is called what it calls itself. */
  serve(wire: ProgramWire, options: { as: string | null }): Promise<void>
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
