import type { ToolDefinition } from '../records/definitions.ts'
import type { SignInsService } from '../oauth/types.ts'
import type { ServiceAnswer, ServiceCall } from '../sessions/types.ts'
import type { ServiceOffers } from './offer-types.ts'
import type { SandboxStatus } from '../../contract/sandbox.ts'
import type { ServiceAllowance } from '../../contract/server-allowance.ts'
import type { ServiceFetch } from '../../contract/server-pins.ts'
import type {
  ServiceChat,
  ServiceDefinition,
  ServiceLogLine,
  ServiceSecret,
  ServiceTest,
  ServiceView,
} from '../../contract/servers.ts'

/** The secrets services may be started or called with, by name. */
export interface ServiceSecrets {
  list(): readonly ServiceSecret[]
  /** Keeps a value, in place of the one there was. Errors: `secret_invalid` and those of the key store. */
  set(name: string, value: string): Promise<void>
  /** Errors: `secret_missing`. */
  forget(name: string): void
  /** Forgets those of `names` that no service is given any more. */
  forgetUnused(names: readonly string[]): void
}

/** What is known of a tool before it is called, for permissions. */
export interface ServiceToolFacts {
  /** The program, or the host it is at. */
  readonly target: { readonly kind: 'program' | 'host'; readonly name: string }
  /** True only where the server says so and the owner trusts it. */
  readonly readOnly: boolean
  /** Changes when the definition of the service or the tool does. */
  readonly sha256: string
}

/** A tool as it was accepted, in the server's own words and schemas. */
export type OfferedTool = ToolDefinition

/** A service the owner connected, as a source of tools. */
export interface OfferedService {
  readonly uri: string
  /** As the server said it last; null until it was asked, empty where it says none. */
  readonly serverVersion: string | null
  readonly chat: ServiceChat
  /** Those that were accepted; also those that are switched off. */
  readonly tools: readonly OfferedTool[]
}

/** The services a person connected: MCP servers on this machine and elsewhere. */
export interface ServicesService extends ServiceOffers, SignInsService<ServiceView> {
  list(): readonly ServiceView[]
  get(uri: string): ServiceView | null
  /**
   * Connects a service and accepts its tools as they are now. When it cannot be reached it is kept only with `keep`: with
   * the reason, and without any tool. Errors: `service_exists`, `invalid_request`, and those of starting and reaching it.
   */
  add(input: {
    uri: string
    definition: ServiceDefinition
    keep?: boolean | undefined
    signal?: AbortSignal | undefined
  }): Promise<ServiceView>
  /** Changes how it is reached; its tools have to be accepted again. */
  change(input: {
    uri: string
    definition: ServiceDefinition
    signal?: AbortSignal | undefined
  }): Promise<ServiceView>
  /** Ends it and forgets it. */
  remove(uri: string): Promise<void>
  /** Starts it if it does not run and compares its tools with what was accepted. */
  test(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServiceTest>
  /** Accepts a tool as the server describes it now, all of them without `tool`; `sha256` says what was looked at. */
  accept(input: { uri: string; tools: readonly { name: string; sha256: string }[] }): ServiceView
  /**
   * Accepts what a program would run now (`package.found`); `sha256` says what was looked at. It is started by the next call. Errors:
   * `service_unknown`, `service_not_accepted`.
   */
  acceptPackage(input: { uri: string; sha256: string }): Promise<ServiceView>
  /**
   * What a command fetches before it runs, and from where; null where that is nothing. Errors: `service_package_unreadable`,
   * `service_package_registry`, `service_program_missing`.
   */
  fetches(definition: ServiceDefinition): Promise<ServiceFetch | null>
  /** Removes packages that were fetched and that no service runs. For the start: not while one is being connected. */
  sweep(): void
  trust(uri: string, trusted: boolean): ServiceView
  /** How it is used in conversations; what is left out stays as it is. Errors: `service_unknown`. */
  setChat(input: { uri: string; routed?: boolean | undefined; about?: string | undefined }): ServiceView
  /** Switches a tool off or on. Errors: `service_unknown`, `service_tool_unknown`. */
  setToolEnabled(input: { uri: string; tool: string; enabled: boolean }): ServiceView
  /** Lets it have what it may not yet, or no longer; a connection there is ends with that. Errors: `service_unknown`. */
  allow(input: { uri: string } & Partial<ServiceAllowance>): Promise<ServiceView>
  stop(uri: string): Promise<ServiceView>
  restart(uri: string, options?: { signal?: AbortSignal | undefined }): Promise<ServiceView>
  /** What a local service wrote to its standard error, oldest first, over its restarts. */
  logs(uri: string): readonly ServiceLogLine[]
  /** Whether local programs can be held in a sandbox here. */
  sandbox(): Promise<SandboxStatus>
  /** The address of the MCP server the document of a DID names. Errors: `service_address_refused`, those of resolving it. */
  endpoint(did: string): Promise<string>
  /** Whether a binding that names this service can run. */
  reaches(serviceUri: string): boolean
  facts(serviceUri: string, action: string): ServiceToolFacts | null
  /** Whether the owner switched this tool off. */
  isOff(serviceUri: string, action: string): boolean
  /**
   * Calls a tool. Errors: `service_*`, and those of the network guard.
   * @returns a JSON object: structured content as it is, text under `text`, the rest in `images`, `resources`, `omitted`
   */
  call(call: ServiceCall): Promise<Record<string, unknown>>
  /** The same call, and the answer as the server wrote it. Errors: those of `call`. */
  answer(call: ServiceCall): Promise<ServiceAnswer>
  /** What the owner connected, and the tools they accepted of it; what packages named themselves is not in it. */
  offered(): readonly OfferedService[]
  /** Told of everything that shows in a view. */
  onChange(listener: (uri: string) => void): () => void
  /** Told only when other bindings can run, or what their calls may do has changed. */
  onOffer(listener: () => void): () => void
  /** Ends everything that runs. */
  close(): Promise<void>
}
