import { z } from 'zod'
import { errorViewSchema } from '../../platform/errors.ts'
import { confinementSchema, sandboxGrantsSchema, type SandboxStatus } from '../../sandbox/types.ts'
import { serviceAllowanceSchema, type ServiceAllowance } from './allowance/types.ts'
import type { ToolDefinition } from './definitions.ts'
import { serviceBundleSchema } from './setup/types.ts'
import { servicePackageSchema, type ServiceFetch } from './pins/types.ts'
import { signInViewSchema, type SignInsService } from './oauth/types.ts'
import type { ServiceOffers } from './offers/types.ts'

/** The name of a secret for services. Those of models and capabilities have others, and no service can be given them. */
export const serviceSecretNameSchema = z.string().regex(/^services\/[a-z0-9][a-z0-9._/-]{0,189}$/)

/** A secret for services as its owner sees it, without its value. */
export const serviceSecretSchema = z.object({
  name: serviceSecretNameSchema,
  /** When it was given; null where a service names it and nobody has. */
  setAt: z.iso.datetime().nullable(),
  /** The services that are given it. */
  usedBy: z.array(z.string()),
})
export type ServiceSecret = z.infer<typeof serviceSecretSchema>

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

/** A value a service is started or called with: as it stands, or by the name it has among the owner's secrets. */
export const serviceValueSchema = z.union([
  z.string().max(32_768),
  z.object({ secret: serviceSecretNameSchema }),
])
export type ServiceValue = z.infer<typeof serviceValueSchema>

/** How a service is reached (acp.md 8, `mcp_service`). */
export const serviceDefinitionSchema = z.discriminatedUnion('kind', [
  /** A program of this machine, spoken to over its standard streams, in the sandbox. */
  z.object({
    kind: z.literal('command'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(32_768)).max(200).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), serviceValueSchema).default({}),
    cwd: z.string().max(4096).nullable().default(null),
    grants: sandboxGrantsSchema.prefault({}),
    bundle: serviceBundleSchema.optional(),
  }),
  /** A server on the network, or on this machine, over Streamable HTTP. */
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), serviceValueSchema).default({}),
  }),
  /** A server that a DID document names; `url` is what it named when the owner agreed. */
  z.object({
    kind: z.literal('did'),
    did: z.string().startsWith('did:').max(2000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
])
export type ServiceDefinition = z.infer<typeof serviceDefinitionSchema>

/** The name packages call a service by: a DID, a URN, an https URL, or a word of the user's own. */
export const serviceUriSchema = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/)

/** Where the connection to a service is in its life. */
export const serviceStateSchema = z.discriminatedUnion('kind', [
  /** Nothing runs; the next call starts it. */
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('starting') }),
  z.object({
    kind: z.literal('running'),
    since: z.iso.datetime(),
    server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
    confinement: confinementSchema.nullable(),
    pid: z.int().nullable(),
    calls: z.int(),
  }),
  /** It ended without being asked to; a call may start it again from `until` on. */
  z.object({ kind: z.literal('waiting'), until: z.iso.datetime(), problem: errorViewSchema }),
  /** It ended too often; only the owner starts it again. */
  z.object({ kind: z.literal('failed'), problem: errorViewSchema }),
])
export type ServiceState = z.infer<typeof serviceStateSchema>

/** One difference between a tool as it was accepted and as the server describes it now; `path` is a JSON pointer. */
export const toolDifferenceSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ToolDifference = z.infer<typeof toolDifferenceSchema>

/** A tool of a service, as it was accepted. */
export const serviceToolSchema = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  sha256: z.string(),
  /** What the server says of it. It counts only where the owner trusts the server. */
  readOnly: z.boolean(),
  /** `changed`: the server describes it differently by now, and it is not called until that is accepted; `gone`: no longer there. */
  status: z.enum(['accepted', 'new', 'changed', 'gone']),
  /** False where the owner switched it off: no model is told of it, and it is not called. That outlives changes of the tool. */
  enabled: z.boolean(),
  /** When it was accepted as it is kept; null where it never was. */
  acceptedAt: z.iso.datetime().nullable(),
  /** About what its description takes of a model's context in each turn that offers it. */
  tokens: z.int(),
  differences: z.array(toolDifferenceSchema),
})
export type ServiceTool = z.infer<typeof serviceToolSchema>

/** How a service is used in conversations, as its owner says. */
export const serviceChatSchema = z.object({
  /** Whether messages that fit its tools go to it by themselves; by its name it can be used in any case. */
  routed: z.boolean(),
  /** What it is for, in the owner's own words; empty where they said nothing. */
  about: z.string().max(500),
})
export type ServiceChat = z.infer<typeof serviceChatSchema>

export const serviceViewSchema = z.object({
  uri: z.string(),
  definition: serviceDefinitionSchema,
  /** `package`: nobody connected it, a package named its https address itself. */
  addedBy: z.enum(['owner', 'package']),
  addedAt: z.iso.datetime(),
  /** Whether what it says of its own tools (that they only read) is believed. */
  trusted: z.boolean(),
  allowed: serviceAllowanceSchema,
  /** How it is used in conversations. */
  chat: serviceChatSchema,
  state: serviceStateSchema,
  /** Why it was not there when it was wanted last: with the exact command, how that ended and what it wrote. Null once it was. */
  problem: errorViewSchema.nullable(),
  tools: z.array(serviceToolSchema),
  /** What a program runs, held against what was accepted; null for a server elsewhere, a bundle, and before the first start. */
  package: servicePackageSchema.nullable(),
  /** Null for a program. */
  signIn: signInViewSchema.nullable(),
  /** Whether secrets it is started or called with are in the vault while that is locked. */
  locked: z.boolean(),
})
export type ServiceView = z.infer<typeof serviceViewSchema>

/** A line a local service wrote to its standard error. */
export const serviceLogLineSchema = z.object({ at: z.iso.datetime(), text: z.string() })
export type ServiceLogLine = z.infer<typeof serviceLogLineSchema>

/** What trying a service showed. */
export const serviceTestSchema = z.object({
  server: z.object({ name: z.string(), version: z.string(), protocol: z.string() }),
  milliseconds: z.int(),
  tools: z.array(serviceToolSchema),
})
export type ServiceTest = z.infer<typeof serviceTestSchema>

/** A field of a form: a text, a number, yes or no, a choice, several choices. Nothing is nested, and nothing refers elsewhere. */
const questionFieldSchema = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
})

/** What a server wants a model to be asked: words alone, 64 KiB of them at most. `maxTokens` is what the answer may have. */
export const samplingRequestSchema = z
  .object({
    system: z.string().nullable(),
    messages: z
      .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
      .min(1)
      .max(50),
    maxTokens: z.int().positive(),
  })
  .refine((request) => JSON.stringify(request).length <= 64 * 1024)
export type SamplingRequest = z.infer<typeof samplingRequestSchema>

/** What the model said; `cut` where it was ended at the limit. */
export const samplingAnswerSchema = z.object({ model: z.string(), text: z.string(), cut: z.boolean() })
export type SamplingAnswer = z.infer<typeof samplingAnswerSchema>

/** What a server asks the person in the middle of a call: to fill in a form, or to do something at an address. Its words are its own. */
export const serviceQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('form'),
    message: z.string().max(4000),
    /** A flat JSON Schema of an object, 64 KiB at most. */
    schema: z
      .looseObject({
        type: z.literal('object'),
        properties: z.record(z.string().max(200), questionFieldSchema),
      })
      .refine(
        (schema) => JSON.stringify(schema).length <= 64 * 1024 && Object.keys(schema.properties).length <= 50,
      ),
  }),
  z.object({
    kind: z.literal('url'),
    message: z.string().max(4000),
    url: z.url({ protocol: /^https$/ }).max(2000),
  }),
  /** Whether the person's model may be asked this. */
  z.object({ kind: z.literal('sampling'), request: samplingRequestSchema }),
  /** Whether what it answered may go to the server. */
  z.object({ kind: z.literal('sampled'), answer: samplingAnswerSchema }),
])
export type ServiceQuestion = z.infer<typeof serviceQuestionSchema>

/** What the person replied. `content` is what they filled in; null where there was nothing to fill in. */
export const serviceReplySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    content: z
      .record(
        z.string().max(200),
        z.union([z.string().max(20_000), z.number(), z.boolean(), z.array(z.string().max(2000)).max(200)]),
      )
      .nullable(),
  }),
  z.object({ action: z.enum(['decline', 'cancel']) }),
])
export type ServiceReply = z.infer<typeof serviceReplySchema>

/** A call of one tool of a service, on behalf of a binding. */
export interface ServiceCall {
  readonly serviceUri: string
  readonly action: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Told what the server says of its progress. */
  readonly onProgress?: ((progress: ServiceProgress) => void) | undefined
  /** Puts what the server asks to the person. Without it every question counts as cancelled. */
  readonly onQuestion?:
    ((question: ServiceQuestion, options?: AskOptions) => Promise<ServiceReply>) | undefined
  /** Has the person's model answer, with their consent; null where they declined or nobody is there. */
  readonly onSampling?:
    ((request: SamplingRequest, options?: AskOptions) => Promise<SamplingAnswer | null>) | undefined
}

/** `withdrawn` fires when the server does not wait for the answer any more: it took its question back, or is gone. */
export interface AskOptions {
  readonly withdrawn?: AbortSignal | undefined
}

/** As the server counts; it need not say of how much. */
export interface ServiceProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
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

/** What a tool answered, as the server wrote it. */
export interface ServiceAnswer {
  /** Undefined where it sent none. */
  readonly structured: unknown
  readonly content: readonly unknown[]
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
