import { LANGUAGES } from './language.ts'
import { z } from 'zod'
import { MODEL_BUILDS } from './model-builds.ts'

/** Where other agents reach this one. Off until the owner turns it on. */
export const agentEndpointSchema = z.object({
  enabled: z.boolean(),
  /** Local address to listen on; other than loopback needs `tls` or `publicUrl`. */
  host: z.string().regex(/^[0-9A-Fa-f.:]{2,45}$/),
  port: z.int().min(1).max(65_535),
  /** Public origin of a TLS proxy in front of it: `https://agent.example.org`. */
  publicUrl: z.url({ protocol: /^https$/ }).nullable(),
  /** Files of the certificate, with those that vouch for it, and of its key, in PEM. Null: no TLS of its own. */
  tls: z
    .object({ certFile: z.string().min(1).max(4096), keyFile: z.string().min(1).max(4096) })
    .nullable()
    .default(null),
})
export type AgentEndpoint = z.infer<typeof agentEndpointSchema>

/** `name` or `name:port` for which http and private addresses are accepted, for development. */
export const developmentHostSchema = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/)

/**
 * How far a source of packages is trusted. Each file is verified in any case. `trusted`: shown and installed from like
 * any other. `ask`: shown with a warning, and an install from it asks once more. `off`: never queried.
 */
export const catalogueTrustSchema = z.enum(['trusted', 'ask', 'off'])
export type CatalogueTrust = z.infer<typeof catalogueTrustSchema>

const common = {
  /** The owner's name for it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  trust: catalogueTrustSchema,
}

/** The MCP address of an indexer (acp.md 5.3). */
const indexer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => hasNoUser(url), 'an address without a user name or a password')

/** A source of packages, for searches and updates. */
export const catalogueSchema = z.discriminatedUnion('kind', [
  /** The packages that come with Satchel. */
  z.object({ ...common, kind: z.literal('builtin') }),
  /** A folder of `.acp.yaml` files on this computer. */
  z.object({ ...common, kind: z.literal('folder'), path: z.string().min(1).max(1000) }),
  /**
   * A list of packages that its publisher signed, with the files beside it: a web address, or a folder on this computer
   * (docs/reference/registry.md). Only what `did` signed counts.
   */
  z.object({
    ...common,
    kind: z.literal('static'),
    place: z.string().min(1).max(1000),
    did: z
      .string()
      .max(256)
      .regex(/^did:[a-z0-9]+:[!-~]+$/),
  }),
  /** An indexer alone: what it says about the chain is only checked against the files. */
  z.object({ ...common, kind: z.literal('indexer'), indexer }),
  /** An indexer, and the registry on a chain (`chainRegistries`) that each of its answers is checked against. */
  z.object({ ...common, kind: z.literal('chain'), indexer, registry: z.string().max(40) }),
])
export type Catalogue = z.infer<typeof catalogueSchema>

export const cataloguesSchema = z
  .array(catalogueSchema)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice')

const hasNoUser = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/**
 * Where schemas are looked for that aren't here. `marketplace`: the sources of packages that aren't off. `author`: the
 * schema service that the DID of the namespace's author names. The others are the owner's own: an index, the schema
 * service of a DID, or an address that answers as such a service.
 */
const schemaSource = z.object({ name: common.name, enabled: z.boolean() })
export const schemaSourceSchema = z.discriminatedUnion('kind', [
  schemaSource.extend({ kind: z.literal('marketplace') }),
  schemaSource.extend({ kind: z.literal('author') }),
  schemaSource.extend({ kind: z.literal('index'), indexer }),
  schemaSource.extend({
    kind: z.literal('did'),
    did: z
      .string()
      .max(400)
      .regex(/^did:(?:web|wba):[^\s/?#]+$/),
  }),
  schemaSource.extend({ kind: z.literal('web'), url: indexer }),
])
export type SchemaSource = z.infer<typeof schemaSourceSchema>

export const schemaSourcesSchema = z
  .array(schemaSourceSchema)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice')

/** A registry of packages: a contract on a chain, and the node to query. */
export const chainRegistrySchema = z.object({
  /** The owner's name for it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  chainId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  /** The node's URL. It often contains a key, so it is only shown to the owner and never logged. */
  rpcUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => hasNoUser(url), 'an address without a user name or a password'),
  contract: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  /** The contract's block: nothing was published before. */
  startBlock: z.int().nonnegative(),
  /** Blocks until a transaction counts as settled, including its own. */
  confirmations: z.int().min(1).max(1000),
})
export type ChainRegistry = z.infer<typeof chainRegistrySchema>

/** A model server, as the user described it. Its key is stored elsewhere. */
export const modelEndpointSchema = z.object({
  /** Part of its models' ids, so it never changes. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: z.string().trim().min(1).max(80),
  /** What it speaks. Part of its models' ids, too. */
  protocol: z.enum(['openai', 'anthropic', 'gemini']).default('openai'),
  /**
   * Without a trailing slash: where `/models` and `/chat/completions` (OpenAI), `/v1/messages` (Anthropic) or `/models` (Gemini)
   * are.
   */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => isPlainUrl(url), 'an address without a user name, a query or a fragment')
    .transform((url) => url.replace(/\/+$/, '')),
  /** Context window of its models, if the server doesn't say. */
  contextWindow: z.int().min(512).max(10_000_000).nullable(),
  /**
   * Whether its models support tools; `auto`: they are offered, and described in the prompt if the server refuses them.
   */
  tools: z.enum(['auto', 'native', 'described']),
  /** Whether its models accept images, if the server doesn't say. */
  vision: z.boolean(),
  /** Models to offer besides those the server lists. */
  models: z.array(z.string().trim().min(1).max(200)).max(50),
})
export type ModelEndpoint = z.infer<typeof modelEndpointSchema>

const isPlainUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => isPlain(url), 'an address without a user name, a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''))

/** An IP address and a TCP port as an IPFS multiaddr (`/ip4/127.0.0.1/tcp/4001`), optionally with a peer id. */
const PLACE =
  /^\/(?:ip4\/\d{1,3}(?:\.\d{1,3}){3}|ip6\/[0-9A-Fa-f:.]{2,45})\/tcp\/\d{1,5}(?:\/p2p\/[1-9A-HJ-NP-Za-z]{20,80})?$/

/** How Satchel takes part in IPFS. By default, nothing is reachable from outside this computer. */
export const ipfsSettingsSchema = z.object({
  /** Whether this computer's node takes part in the network; otherwise it only stores blocks. */
  embedded: z.boolean(),
  /** Where it listens; port 0 picks a free one. On loopback, other computers can't reach it. */
  listen: z
    .string()
    .max(300)
    .regex(PLACE)
    .refine((listen) => !listen.includes('/p2p/'), 'an address to listen on'),
  /** The peers it connects to; it doesn't look for others. */
  peers: z.array(z.string().max(300).regex(PLACE)).max(20),
  /** RPC address of the owner's own Kubo (`http://127.0.0.1:5001`); empty = none. */
  kuboUrl: z.union([z.literal(''), address]),
  /** Trustless gateways to read files from; none by default. */
  gateways: z.array(address).max(20),
})
export type IpfsSettings = z.infer<typeof ipfsSettingsSchema>

const isPlain = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

/**
 * Where other programs on this computer reach what is shared with them. Off until the owner turns it on; port 0 picks a
 * free port, once.
 */
export const shareEndpointSchema = z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) })
export type ShareEndpoint = z.infer<typeof shareEndpointSchema>

/** An absolute path of this system, or nothing. */
const isAbsolute = (text: string): boolean =>
  (text === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text)) && !text.includes('\0')

/**
 * All settings. `language`, `tone`, `theme` and `notifOpt` are the AgentSettings core model (asm.md 4.2) and live in
 * state; the others belong to this computer and live in `config.json`.
 */
export const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  tone: z.enum(['casual', 'formal', 'kids']),
  /** `system` follows the OS. */
  theme: z.enum(['system', 'light', 'dark']),
  notifOpt: z.boolean(),
  /** `auto`, or the id of a model: `planner`, `ollama:<name>`, `inside:<id>`, `<protocol>:<endpoint id>:<model>`. */
  model: z.string(),
  /** Whether `auto` lets the built-in planner answer while its model servers don't respond; else the user is asked. */
  plannerInstead: z.boolean(),
  /** Ids of models that are guided, or not, because the person said so; all others by their size. */
  guidedModels: z.record(z.string().max(300), z.boolean()),
  /** `auto` picks a local one if there is one; or `none`, or the id of a model. */
  embeddingModel: z.string(),
  ollamaUrl: z.url({ protocol: /^https?$/ }),
  /** Tokens a model may read at once, if it could read more; null = the model's own context window. */
  contextWindow: z.int().min(2048).max(1_048_576).nullable(),
  /** Tokens a turn may use, read and written, before its last answer; it can be extended while it runs. */
  turnTokens: z.int().min(10_000).max(1_000_000_000),
  /** Minutes the model of a turn may talk, likewise. */
  turnMinutes: z.int().min(1).max(1440),
  /** US dollars that models of others may cost in a month before no new turn asks them; null = no limit. */
  monthMoney: z.number().positive().max(1_000_000).nullable(),
  /** Tokens that models of others may use in a month, likewise. */
  monthTokens: z.int().positive().max(1_000_000_000_000).nullable(),
  /** What models inside Satchel run on; `auto`: the best there is. */
  modelBuild: z.enum(['auto', ...MODEL_BUILDS]),
  /** Minutes Ollama, and Satchel itself, keep a model loaded after an answer: -1 = forever, null = the default. */
  keepAliveMinutes: z.int().min(-1).max(10_080).nullable(),
  /** Whether models that can reason before they answer do so. */
  thinking: z.boolean(),
  /** Model servers besides Ollama. */
  modelEndpoints: z
    .array(modelEndpointSchema)
    .max(50)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'an id stands there twice'),
  /** Where other agents reach this one. */
  agentEndpoint: agentEndpointSchema,
  /** Where programs on this computer reach what is shared with them. */
  shareEndpoint: shareEndpointSchema,
  /** URL of a registry of MCP servers (API v0.1), without `/v0.1`; empty = none. */
  mcpRegistryUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]),
  /** How Satchel takes part in IPFS. */
  ipfs: ipfsSettingsSchema,
  /** Registries of packages on chains. */
  chainRegistries: z
    .array(chainRegistrySchema)
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice'),
  /** Sources of packages for searches and updates; earlier ones take precedence. */
  catalogues: cataloguesSchema,
  /** Where schemas are looked for, in this order. */
  schemaSources: schemaSourcesSchema,
  /** Whether the schemas that an import lacks are looked for without asking. */
  findSchemas: z.boolean(),
  /** Hours between checks for updates of installed packages; 0 = never. Nothing is ever updated automatically. */
  updateCheckHours: z.int().min(0).max(720),
  /** Hosts for which http and private addresses are accepted. */
  developmentHosts: z.array(developmentHostSchema).max(50),
  /**
   * A PEM file of certificate authorities that are trusted beside those of the system, as an absolute path; empty = none.
   * The holder of one of their keys can speak for every host.
   */
  trustedCa: z.string().max(1000).refine(isAbsolute, 'an absolute path'),
  /** URL of a client metadata document that tells servers what Satchel is when it signs in (https); empty = none. */
  clientMetadataUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2000)]),
  /** Minutes without use after which an unlocked vault locks itself; 0 = never while the daemon runs. */
  vaultLockMinutes: z.int().min(0).max(1440),
  /** Whether an unlocked vault locks itself when the computer sleeps or its screen is locked. */
  vaultLockOnSleep: z.boolean(),
  /** Whether a backup of everything is made every day. */
  backups: z.boolean(),
  /** Where backups are, as an absolute path, for example on another disk; empty = in the data folder. */
  backupFolder: z.string().max(400).refine(isAbsolute, 'an absolute path'),
  /** Percent of a model's context window for the tools an open turn begins with; it can search for more. */
  openToolsPercent: z.int().min(1).max(50),
  /** Whether the model of an open turn shows the calls that change or send something as a list, and waits for a yes, before the first. */
  planFirst: z.enum(['never', 'several', 'always']),
  /** Minutes of inactivity after which a conversation leaves its capability; 0 = never. */
  capabilityIdleMinutes: z.int().min(0).max(10_080),
  sendKey: z.enum(['enter', 'mod_enter']),
  /** Whether the navigation shows a word under each icon. */
  railWords: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * Settings to change; absent ones stay. Model servers are changed through `models`; agents, programs, IPFS, sources of
 * packages and of schemas through `agents`, `sharing`, `ipfs`, `marketplace` and `schemas`, which know what belongs to them.
 */
export const settingsChangeSchema = settingsSchema
  .omit({
    modelEndpoints: true,
    guidedModels: true,
    agentEndpoint: true,
    shareEndpoint: true,
    ipfs: true,
    chainRegistries: true,
    catalogues: true,
    schemaSources: true,
    developmentHosts: true,
  })
  .partial()
export type SettingsChange = z.infer<typeof settingsChangeSchema>
