import { z } from 'zod'
import type { RegistryEntry } from '../../../contract/server-registry.ts'

/** A publisher's text, cut to what is shown; anything but a string becomes empty. */
const words = (most: number) =>
  z
    .string()
    .transform((text) => text.slice(0, most))
    .catch('')
const flag = z.boolean().catch(false)

const inputSchema = z.object({
  description: words(2000),
  isRequired: flag,
  format: z.enum(['string', 'number', 'boolean', 'filepath']).catch('string'),
  value: z.string().max(8192).nullable().catch(null),
  isSecret: flag,
  default: z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable().catch(null),
  placeholder: words(300),
  choices: z.array(z.string().max(300)).max(200).nullable().catch(null),
})
export type Input = z.infer<typeof inputSchema>

const withVariables = inputSchema.extend({
  variables: z.record(z.string().max(100), inputSchema).catch({}),
})
const namedInputSchema = withVariables.extend({ name: z.string().min(1).max(200) })
export type NamedInput = z.infer<typeof namedInputSchema>

const argumentSchema = withVariables.extend({
  type: z.enum(['positional', 'named']),
  name: z.string().max(200).nullable().catch(null),
  valueHint: z.string().max(200).nullable().catch(null),
  isRepeated: flag,
})
export type Argument = z.infer<typeof argumentSchema>

const list = <T extends z.ZodType>(one: T) => z.array(one).max(200).default([])

const remoteSchema = z.object({
  type: z.string().max(40),
  url: z.string().max(2000),
  headers: list(namedInputSchema),
  variables: z.record(z.string().max(100), inputSchema).catch({}),
})
export type Remote = z.infer<typeof remoteSchema>

const packageSchema = z.object({
  registryType: z.string().max(40),
  registryBaseUrl: z.string().max(2000).nullable().catch(null),
  identifier: z.string().min(1).max(2000),
  version: z.string().max(255).nullable().catch(null),
  fileSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .transform((hash) => hash.toLowerCase())
    .nullable()
    .catch(null),
  runtimeHint: z.string().max(40).nullable().catch(null),
  transport: z.object({ type: z.string().max(40) }).catch({ type: 'stdio' }),
  runtimeArguments: list(argumentSchema),
  packageArguments: list(argumentSchema),
  environmentVariables: list(namedInputSchema),
})
export type Package = z.infer<typeof packageSchema>

const officialSchema = z.object({
  status: z.enum(['active', 'deprecated', 'deleted']).catch('active'),
  statusMessage: words(500),
})
const OFFICIAL = 'io.modelcontextprotocol.registry/official'

const responseSchema = z.object({
  server: z.object({
    name: z.string().regex(/^[a-zA-Z0-9.-]{1,150}\/[a-zA-Z0-9._-]{1,150}$/),
    version: z.string().min(1).max(255),
    title: words(200),
    description: words(2000),
    repository: z.object({ url: z.string() }).nullable().catch(null),
    websiteUrl: z.string().nullable().catch(null),
    // An option that cannot be read is skipped; the others remain.
    remotes: z.array(z.unknown()).max(50).catch([]),
    packages: z.array(z.unknown()).max(50).catch([]),
  }),
  _meta: z.record(z.string(), z.unknown()).catch({}),
})

/** A server of a registry, with everything that can be read of it. */
export interface Described {
  readonly entry: RegistryEntry
  readonly repository: string | null
  readonly website: string | null
  /** Null for an unreadable one, so that each keeps its index. */
  readonly remotes: readonly (Remote | null)[]
  readonly packages: readonly (Package | null)[]
}

/** Reads one answer of a registry (`server.json` and the registry's own metadata); null if it is invalid. */
export const readResponse = (given: unknown): Described | null => {
  const parsed = responseSchema.safeParse(given)
  if (!parsed.success) return null
  const { server, _meta } = parsed.data
  const { status, statusMessage } = officialSchema.parse(_meta[OFFICIAL] ?? {})
  const { name, version, title, description } = server
  return {
    entry: {
      name,
      version,
      title: title === '' ? name : title,
      description,
      status,
      statusMessage,
    },
    repository: httpsOf(server.repository?.url),
    website: httpsOf(server.websiteUrl),
    remotes: server.remotes.map((one) => remoteSchema.safeParse(one).data ?? null),
    packages: server.packages.map((one) => packageSchema.safeParse(one).data ?? null),
  }
}

const pageSchema = z.object({
  servers: z.array(z.unknown()).max(500),
  metadata: z.object({ nextCursor: z.string().max(2000).nullish() }).nullish(),
})

/** Reads a registry's list; null if it is invalid. Unreadable entries are left out. */
export const readPage = (
  given: unknown,
): { readonly found: readonly Described[]; readonly next: string | null } | null => {
  const parsed = pageSchema.safeParse(given)
  if (!parsed.success) return null
  const next = parsed.data.metadata?.nextCursor ?? ''
  return {
    found: parsed.data.servers.flatMap((one) => readResponse(one) ?? []),
    next: next === '' ? null : next,
  }
}

const httpsOf = (url: string | null | undefined): string | null =>
  typeof url === 'string' && url.length <= 2000 && /^https:\/\//i.test(url) && URL.canParse(url) ? url : null
