import type { ToolDefinition } from '../records/definitions.ts'
import type { SignInsService } from '../oauth/types.ts'
import type { ServerAnswer, ServerCall } from '../sessions/types.ts'
import type { ServerApps } from './server-apps.ts'
import type { ServerOffers } from './offer-types.ts'
import type { SandboxStatus } from '../../contract/sandbox.ts'
import type { ServerAllowance } from '../../contract/server-allowance.ts'
import type { ServerFetch, ServerUnpinned } from '../../contract/server-pins.ts'
import type {
  ServerChat,
  ServerDefinition,
  ServerLogLine,
  ServerSecret,
  ServerTest,
  ServerView,
} from '../../contract/servers.ts'

/** The secrets for starting or calling servers, by name. */
export interface ServerSecrets {
  list(): readonly ServerSecret[]
  /** Stores a value and replaces the old one. Errors: `secret_invalid` and those of the key store. */
  set(name: string, value: string): Promise<void>
  /** Errors: `secret_missing`. */
  forget(name: string): void
  /** Deletes those of `names` that no server uses any more. */
  forgetUnused(names: readonly string[]): void
}

/** What is known about a tool before a call, for permissions. */
export interface ServerToolFacts {
  /** The program, or its host. */
  readonly target: { readonly kind: 'program' | 'host'; readonly name: string }
  /** True only if the server says so and the owner trusts it. */
  readonly readOnly: boolean
  /** True only if the server says that it deals with nothing outside itself (`openWorldHint`), and the owner trusts it. */
  readonly closedWorld: boolean
  /** Changes when the definition of the server or the tool does. */
  readonly sha256: string
}

/** A tool as it was accepted, with the server's own description and schemas. */
export type OfferedTool = ToolDefinition

/** A server the owner connected, as a source of tools. */
export interface OfferedServer {
  readonly uri: string
  /** The version the server reported last; null until it was asked, empty if it reports none. */
  readonly serverVersion: string | null
  readonly chat: ServerChat
  /** The accepted ones that a model may call, including those that are switched off. */
  readonly tools: readonly OfferedTool[]
  /** Those that only its own interfaces may call. */
  readonly appTools: readonly OfferedTool[]
}

/** The servers a person connected: MCP servers on this machine and elsewhere. */
export interface ServersService extends ServerOffers, ServerApps, SignInsService<ServerView> {
  list(): readonly ServerView[]
  get(uri: string): ServerView | null
  /**
   * Connects a server. Its tools can't be used before the user has accepted them with their descriptions. If it can't
   * be reached, it is kept only with `keep`: with the reason, and without tools. Errors: `server_exists`, `invalid_request`,
   * `server_variable_refused`, and those of starting and reaching it.
   */
  add(input: {
    uri: string
    definition: ServerDefinition
    keep?: boolean | undefined
    /** Its time limit in seconds; null for the default, absent to leave it unchanged. */
    timeoutSeconds?: number | null | undefined
    signal?: AbortSignal | undefined
  }): Promise<ServerView>
  /** Changes how it is reached; tools with changed descriptions have to be accepted again. */
  change(input: {
    uri: string
    definition: ServerDefinition
    signal?: AbortSignal | undefined
  }): Promise<ServerView>
  /** Stops and removes it. */
  remove(uri: string): Promise<void>
  /** Starts it if it is not running and compares its tools with what was accepted. */
  test(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServerTest>
  /** Accepts tools as the server describes them now; `sha256` identifies what was reviewed. */
  accept(input: { uri: string; tools: readonly { name: string; sha256: string }[] }): ServerView
  /**
   * Accepts what a program would run now (`package.found`); `sha256` identifies what was reviewed. The next
   * call starts it. Errors: `server_unknown`, `server_not_accepted`.
   */
  acceptPackage(input: { uri: string; sha256: string }): Promise<ServerView>
  /**
   * Grants `real` instead of `path`, which now leads there; the next call starts it. Errors: `server_unknown`,
   * `server_not_accepted` if `path` isn't granted.
   */
  acceptMove(input: { uri: string; path: string; real: string }): Promise<ServerView>
  /**
   * What a command downloads before it runs, and from where, or that this can't be determined; null if it
   * downloads nothing. Errors: `server_package_unreadable`, `server_package_registry`, `server_program_missing`.
   */
  fetches(definition: ServerDefinition): Promise<ServerFetch | ServerUnpinned | null>
  /**
   * Removes downloaded packages that no server runs. Call it at startup: not while one is being connected.
   */
  sweep(): void
  trust(uri: string, trusted: boolean): ServerView
  /** How conversations use it; members left out stay as they are. Errors: `server_unknown`. */
  setChat(input: { uri: string; routed?: boolean | undefined; about?: string | undefined }): ServerView
  /** Switches a tool off or on. Errors: `server_unknown`, `server_tool_unknown`. */
  setToolEnabled(input: { uri: string; tool: string; enabled: boolean }): ServerView
  /** Changes what it is allowed; this closes its connection. Errors: `server_unknown`. */
  allow(input: { uri: string } & Partial<ServerAllowance>): Promise<ServerView>
  stop(uri: string): Promise<ServerView>
  restart(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServerView>
  /** What a local server wrote to its standard error, oldest first, across its restarts. */
  logs(uri: string): readonly ServerLogLine[]
  /** Whether local programs can run in a sandbox here. */
  sandbox(): Promise<SandboxStatus>
  /**
   * The address of the MCP server in the document of a DID. Errors: `server_address_refused`, those of
   * resolving it.
   */
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
  /** The same call, with the answer as the server wrote it. Errors: those of `call`. */
  answer(call: ServerCall): Promise<ServerAnswer>
  /**
   * The servers the owner connected, with the tools they accepted; without servers that packages name
   * themselves.
   */
  offered(): readonly OfferedServer[]
  /** Called when anything in a view has changed. */
  onChange(listener: (uri: string) => void): () => void
  /** Called only when the set of bindings that can run, or what their calls may do, has changed. */
  onOffer(listener: () => void): () => void
  /** Stops everything. */
  close(): Promise<void>
}
