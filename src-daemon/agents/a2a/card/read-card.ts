import { z } from 'zod'
import { readStrictJson } from '../../../identity/index.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { readLenient, type LeftOut } from '../../../platform/lenient.ts'
import { THREADS_EXTENSION } from '../../core/thread-api.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** A way to call an agent. */
export interface CardInterface {
  readonly url: string
  /** `JSONRPC`, `HTTP+JSON`, `GRPC`, or another word. */
  readonly binding: string
  /** The version of the protocol: `0.3`, `1.0`. */
  readonly version: string
  readonly tenant: string
}

export type CardSkill = Readonly<z.infer<typeof skillSchema>>

/** What an agent card says, in one shape for both generations. Nothing of it is verified. */
export interface Card {
  readonly name: string
  readonly description: string
  readonly version: string | null
  /** The organization behind it. */
  readonly provider: string | null
  readonly iconUrl: string | null
  /** In the card's own order. */
  readonly interfaces: readonly CardInterface[]
  readonly streaming: boolean
  /** Whether it calls an address it was given when a task changes. */
  readonly push: boolean
  /** Where it holds conversations of structured messages (AITP); null: nowhere. */
  readonly threads: string | null
  /** Extensions that a client must know. */
  readonly requiredExtensions: readonly string[]
  readonly inputModes: readonly string[]
  readonly outputModes: readonly string[]
  readonly skills: readonly CardSkill[]
  readonly security: Security
}

/** Kinds of sign-in, of which any one is enough. Empty: none is needed. */
export type Security = readonly (readonly { readonly name: string; readonly scheme: JsonObject }[])[]

export interface ReadCard {
  /** As it was served. */
  readonly json: JsonObject
  readonly generation: '0.3' | '1.0'
  readonly card: Card
  /** Parts of it that couldn't be read. */
  readonly leftOut: readonly LeftOut[]
}

const texts = z.array(z.string())
const skillSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string().default(''),
  tags: texts.default([]),
  examples: texts.default([]),
  inputModes: texts.default([]),
  outputModes: texts.default([]),
})

const common = z.object({
  name: z.string().min(1),
  description: z.string().default(''),
  version: z.string().optional(),
  provider: z.object({ organization: z.string() }).optional(),
  iconUrl: z.string().optional(),
  capabilities: z
    .object({
      streaming: z.boolean().default(false),
      pushNotifications: z.boolean().default(false),
      extensions: z
        .array(
          z.object({
            uri: z.string(),
            required: z.boolean().default(false),
            params: z.record(z.string(), z.unknown()).default({}),
          }),
        )
        .default([]),
    })
    .prefault({}),
  defaultInputModes: texts.default([]),
  defaultOutputModes: texts.default([]),
  skills: z.array(skillSchema).default([]),
  securitySchemes: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

/** Version 1.0: every way to call it in one list, each with its version. */
const cardV1Schema = common.extend({
  supportedInterfaces: z.array(
    z.object({
      url: z.string().min(1),
      protocolBinding: z.string().min(1),
      protocolVersion: z.string().default('1.0'),
      tenant: z.string().default(''),
    }),
  ),
  securityRequirements: z
    .array(z.object({ schemes: z.record(z.string(), z.unknown()).default({}) }))
    .default([]),
})

/** Version 0.3: one address and more beside it. */
const cardV03Schema = common.extend({
  url: z.string().min(1),
  protocolVersion: z.string().default('0.3'),
  preferredTransport: z.string().default('JSONRPC'),
  additionalInterfaces: z
    .array(z.object({ url: z.string().min(1), transport: z.string().min(1) }))
    .default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
})

/**
 * Reads an agent card of either generation, without the parts that are wrong; a card that has the members of both is read as
 * the newer one. A text that is no card gives the reason.
 */
export const readCard = (text: string): ReadCard | { readonly unreadable: string } => {
  const parsed = readStrictJson(text)
  if (!parsed.ok) return { unreadable: parsed.problem }
  const json = parsed.value
  if (!isRecord(json)) return { unreadable: 'not_an_object' }
  const { supportedInterfaces } = json
  const isNew = Array.isArray(supportedInterfaces) && supportedInterfaces.length > 0
  const read = isNew ? readV1(json) : readV03(json)
  return 'unreadable' in read ? read : { json, generation: isNew ? '1.0' : '0.3', ...read }
}

/** Whether a JSON value is meant as an agent card, readable or not. */
export const isCard = (json: unknown): boolean =>
  isRecord(json) &&
  ('skills' in json || 'capabilities' in json) &&
  ('supportedInterfaces' in json ||
    'preferredTransport' in json ||
    'protocolVersion' in json ||
    'url' in json) &&
  !('@context' in json)

type Reading = Pick<ReadCard, 'card' | 'leftOut'> | { readonly unreadable: string }

const readV1 = (json: JsonObject): Reading => {
  const read = readLenient(cardV1Schema, json)
  if (!read.ok) return { unreadable: placeOf(read.leftOut) }
  const { value } = read
  const interfaces = value.supportedInterfaces.map(({ url, protocolBinding, protocolVersion, tenant }) => ({
    url,
    binding: protocolBinding,
    version: protocolVersion,
    tenant,
  }))
  const required = value.securityRequirements.map(({ schemes }) => Object.keys(schemes))
  return {
    card: { ...commonOf(value), interfaces, security: securityOf(value, required) },
    leftOut: read.leftOut,
  }
}

const readV03 = (json: JsonObject): Reading => {
  const read = readLenient(cardV03Schema, json)
  if (!read.ok) return { unreadable: placeOf(read.leftOut) }
  const { value } = read
  const { url, preferredTransport, protocolVersion: version } = value
  const interfaces = [
    { url, binding: preferredTransport, version, tenant: '' },
    ...value.additionalInterfaces
      .filter((one) => one.url !== url || one.transport !== preferredTransport)
      .map((one) => ({ url: one.url, binding: one.transport, version, tenant: '' })),
  ]
  const required = value.security.map((one) => Object.keys(one))
  return {
    card: { ...commonOf(value), interfaces, security: securityOf(value, required) },
    leftOut: read.leftOut,
  }
}

const commonOf = (value: z.infer<typeof common>): Omit<Card, 'interfaces' | 'security'> => ({
  name: value.name,
  description: value.description,
  version: value.version ?? null,
  provider: value.provider?.organization ?? null,
  iconUrl: value.iconUrl ?? null,
  streaming: value.capabilities.streaming,
  push: value.capabilities.pushNotifications,
  threads: threadsOf(value.capabilities.extensions),
  requiredExtensions: value.capabilities.extensions
    .filter(({ required, uri }) => required && uri !== THREADS_EXTENSION)
    .map(({ uri }) => uri),
  inputModes: value.defaultInputModes,
  outputModes: value.defaultOutputModes,
  skills: value.skills,
})

const threadsOf = (extensions: z.infer<typeof common>['capabilities']['extensions']): string | null => {
  const url = extensions.find(({ uri }) => uri === THREADS_EXTENSION)?.params['url']
  return typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : null
}

const securityOf = (
  { securitySchemes }: z.infer<typeof common>,
  required: readonly (readonly string[])[],
): Security =>
  required.map((names) =>
    names.map((name) => ({
      name,
      scheme: Object.hasOwn(securitySchemes, name) ? (securitySchemes[name] ?? {}) : {},
    })),
  )

const placeOf = (leftOut: readonly LeftOut[]): string => {
  const last = leftOut.at(-1)
  return last?.at || last?.place || 'not_a_card'
}
