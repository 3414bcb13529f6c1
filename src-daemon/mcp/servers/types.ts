import type { ToolDefinition } from '../records/definitions.ts'
import type { SignInsService } from '../oauth/types.ts'
import type { ServerAnswer, ServerCall } from '../sessions/types.ts'
import type { ServerOffers } from './offer-types.ts'
import type { SandboxStatus } from '../../contract/sandbox.ts'
import type { ServerAllowance } from '../../contract/server-allowance.ts'
import type { ServerFetch } from '../../contract/server-pins.ts'
import type {
  ServerChat,
  ServerDefinition,
  ServerLogLine,
  ServerSecret,
  ServerTest,
  ServerView,
} from '../../contract/servers.ts'

/** The secrets servers may be started or called with, by name. */
export interface ServerSecrets {
  list(): readonly ServerSecret[]
  /** Keeps a value, in place of the one there was. Errors: `secret_invalid` and those of the key store. */
  set(name: string, value: string): Promise<void>
  /** Errors: `secret_missing`. */
  forget(name: string): void
  /** Forgets those of `names` that no server is given any more. */
  forgetUnused(names: readonly string[]): void
}

/** What is known of a tool before it is called, for permissions. */
export interface ServerToolFacts {
  /** The program, or the host it is at. */
  readonly target: { readonly kind: 'program' | 'host'; readonly name: string }
  /** True only where the server says so and the owner trusts it. */
  readonly readOnly: boolean
  /** Changes when the definition of the server or the tool does. */
  readonly sha256: string
}

/** A tool as it was accepted, in the server's own words and schemas. */
export type OfferedTool = ToolDefinition

/** A server the owner connected, as a source of tools. */
export interface OfferedServer {
  readonly uri: string
  /** As the server said it last; null until it was asked, empty where it says none. */
  readonly serverVersion: string | null
  readonly chat: ServerChat
  /** Those that were accepted; also those that are switched off. */
  readonly tools: readonly OfferedTool[]
}

/** The servers a person connected: MCP servers on this machine and elsewhere. */
export interface ServersService extends ServerOffers, SignInsService<ServerView> {
  list(): readonly ServerView[]
  get(uri: string): ServerView | null
  /**
   * Connects a server and accepts its tools as they are now. When it cannot be reached it is kept only with `keep`: with
   * the reason, and without any tool. Errors: `server_exists`, `invalid_request`, and those of starting and reaching it.
   */
  add(input: {
    uri: string
    definition: ServerDefinition
    keep?: boolean | undefined
    signal?: AbortSignal | undefined
  }): Promise<ServerView>
  /** Changes how it is reached; its tools have to be accepted again. */
  change(input: {
    uri: string
    definition: ServerDefinition
    signal?: AbortSignal | undefined
  }): Promise<ServerView>
  /** Ends it and forgets it. */
  remove(uri: string): Promise<void>
  /** Starts it if it does not run and compares its tools with what was accepted. */
  test(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServerTest>
  /** Accepts a tool as the server describes it now, all of them without `tool`; `sha256` says what was looked at. */
  accept(input: { uri: string; tools: readonly { name: string; sha256: string }[] }): ServerView
  /**
   * Accepts what a program would run now (`package.found`); `sha256` says what was looked at. It is started by the next call. Errors:
   * `server_unknown`, `server_not_accepted`.
   */
  acceptPackage(input: { uri: string; sha256: string }): Promise<ServerView>
  /**
   * What a command fetches before it runs, and from where; null where that is nothing. Errors: `server_package_unreadable`,
   * `server_package_registry`, `server_program_missing`.
   */
  fetches(definition: ServerDefinition): Promise<ServerFetch | null>
  /** Removes packages that were fetched and that no server runs. For the start: not while one is being connected. */
  sweep(): void
  trust(uri: string, trusted: boolean): ServerView
  /** How it is used in conversations; what is left out stays as it is. Errors: `server_unknown`. */
  setChat(input: { uri: string; routed?: boolean | undefined; about?: string | undefined }): ServerView
  /** Switches a tool off or on. Errors: `server_unknown`, `server_tool_unknown`. */
  setToolEnabled(input: { uri: string; tool: string; enabled: boolean }): ServerView
  /** Lets it have what it may not yet, or no longer; a connection there is ends with that. Errors: `server_unknown`. */
  allow(input: { uri: string } & Partial<ServerAllowance>): Promise<ServerView>
  stop(uri: string): Promise<ServerView>
  restart(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServerView>
  /** What a local server wrote to its standard error, oldest first, over its restarts. */
  logs(uri: string): readonly ServerLogLine[]
  /** Whether local programs can be held in a sandbox here. */
  sandbox(): Promise<SandboxStatus>
  /** The address of the MCP server the document of a DID names. Errors: `server_address_refused`, those of resolving it. */
  endpoint(did: string): Promise<string>
  /** Whether a binding that names this server can run. */
  reaches(serverUri: string): boolean
  facts(serverUri: string, action: string): ServerToolFacts | null
  /** Whether the owner switched this tool off. */
  isOff(serverUri: string, action: string): boolean
  /**
   * Calls a tool. Errors: `server_*`, and those of the network guard.
   * @returns a JSON object: structured content as it is, text under `text`, the rest in `images`, `resources`, `omitted`
   */
  call(call: ServerCall): Promise<Record<string, unknown>>
  /** The same call, and the answer as the server wrote it. Errors: those of `call`. */
  answer(call: ServerCall): Promise<ServerAnswer>
  /** What the owner connected, and the tools they accepted of it; what packages named themselves is not in it. */
  offered(): readonly OfferedServer[]
  /** Told of everything that shows in a view. */
  onChange(listener: (uri: string) => void): () => void
  /** Told only when other bindings can run, or what their calls may do has changed. */
  onOffer(listener: () => void): () => void
  /** Ends everything that runs. */
  close(): Promise<void>
}
