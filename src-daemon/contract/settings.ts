import { LANGUAGES } from './language.ts'
import { z } from 'zod'

/** Where other agents reach this one. Closed unless the owner opens it. */
export const agentEndpointSchema = z.object({
  enabled: z.boolean(),
  /** Address of this machine to listen on; another than loopback needs `publicUrl`, as this carrier itself has no TLS. */
  host: z.string().regex(/^[0-9A-Fa-f.:]{2,45}$/),
  port: z.int().min(1).max(65_535),
  /** Origin under which a server in front of it, with TLS, is known: `https://agent.example.org`. */
  publicUrl: z.url({ protocol: /^https$/ }).nullable(),
})
export type AgentEndpoint = z.infer<typeof agentEndpointSchema>

/** `name` or `name:port` for which http and private addresses are accepted, for development. */
export const developmentHostSchema = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/)

/**
 * How far a source of packages is trusted. Whatever it is, each file is verified. `trusted`: shown and installed from like any other. `ask`: shown
 * with a warning, and an install from it asks once more. `off`: never asked.
 */
export const catalogueTrustSchema = z.enum(['trusted', 'ask', 'off'])
export type CatalogueTrust = z.infer<typeof catalogueTrustSchema>

const common = {
  /** What the owner calls it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  trust: catalogueTrustSchema,
}

/** The MCP address of an indexer (acp.md 5.3). */
const indexer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => hasNoUser(url), 'an address without a user name or a password')

/** A source of packages: where is searched, and what is asked for updates. */
export const catalogueSchema = z.discriminatedUnion('kind', [
  /** The files that come with Satchel. */
  z.object({ ...common, kind: z.literal('builtin') }),
  /** A folder of `.acp.yaml` files on this machine. */
  z.object({ ...common, kind: z.literal('folder'), path: z.string().min(1).max(1000) }),
  /** An indexer alone: what it says of the chain is checked against nothing but the files. */
  z.object({ ...common, kind: z.literal('indexer'), indexer }),
  /** An indexer, and the registry on a chain (`chainRegistries`) that each of its answers is held against. */
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

/** A registry of packages: a contract on a chain, and the node that is asked about it. */
export const chainRegistrySchema = z.object({
  /** What the owner calls it. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  chainId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  /** The node's address. Many have a key in it, so it is shown to the owner alone and stands in no log. */
  rpcUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => hasNoUser(url), 'an address without a user name or a password'),
  contract: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  /** The block of the contract: nothing was published before. */
  startBlock: z.int().nonnegative(),
  /** Blocks until something counts as settled, its own included. */
  confirmations: z.int().min(1).max(1000),
})
export type ChainRegistry = z.infer<typeof chainRegistrySchema>

/** A model server that speaks OpenAI's protocol, as the user described it. Its key is no part of it. */
export const modelEndpointSchema = z.object({
  /** Part of the ids of its models, so it never changes. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: z.string().trim().min(1).max(80),
  /** Where `/models` and `/chat/completions` are, without a slash at the end. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => isPlainUrl(url), 'an address without a user name, a query or a fragment')
    .transform((url) => url.replace(/\/+$/, '')),
  /** Tokens its models read at once, where the server does not say. */
  contextWindow: z.int().min(512).max(10_000_000).nullable(),
  /** Whether its models take tools; `auto`: they are offered, and described in words where the server refuses them. */
  tools: z.enum(['auto', 'native', 'described']),
  /** Whether its models see images, where the server does not say. */
  vision: z.boolean(),
  /** Names to offer besides what the server lists. */
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

/** An IP address and a TCP port as IPFS writes it (`/ip4/127.0.0.1/tcp/4001`), and perhaps the name of who answers there. */
const PLACE =
  /^\/(?:ip4\/\d{1,3}(?:\.\d{1,3}){3}|ip6\/[0-9A-Fa-f:.]{2,45})\/tcp\/\d{1,5}(?:\/p2p\/[1-9A-HJ-NP-Za-z]{20,80})?$/

/** How Satchel takes part in IPFS. Nothing of it reaches beyond this machine unless the owner says so. */
export const ipfsSettingsSchema = z.object({
  /** Whether the node of this machine takes part in the network; without, it only keeps blocks. */
  embedded: z.boolean(),
  /** Where it listens; port 0 takes any free one. On loopback nobody else reaches it. */
  listen: z
    .string()
    .max(300)
    .regex(PLACE)
    .refine((listen) => !listen.includes('/p2p/'), 'an address to listen on'),
  /** The peers it calls; it looks for no others. */
  peers: z.array(z.string().max(300).regex(PLACE)).max(20),
  /** RPC address of the owner's own Kubo (`http://127.0.0.1:5001`); empty = none. */
  kuboUrl: z.union([z.literal(''), address]),
  /** Trustless gateways files are read from; none unless the owner names them. */
  gateways: z.array(address).max(20),
})
export type IpfsSettings = z.infer<typeof ipfsSettingsSchema>

const isPlain = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

/** Where other programs on this machine reach what is shared with them. Closed unless the owner opens it; port 0 takes any free one, once. */
export const shareEndpointSchema = z.object({ enabled: z.boolean(), port: z.int().min(0).max(65_535) })
export type ShareEndpoint = z.infer<typeof shareEndpointSchema>

/**
 * Everything a person can set. `language`, `tone`, `theme` and `notifOpt` are the AgentSettings core model (asm.md 4.2) and
 * live in state; the rest belongs to this machine and lives in `config.json`.
 */
export const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  tone: z.enum(['casual', 'formal', 'kids']),
  /** `system` follows the OS. */
  theme: z.enum(['system', 'light', 'dark']),
  notifOpt: z.boolean(),
  /** `auto`, or the id of a model: `planner`, `ollama:<name>`, `openai:<endpoint id>:<model>`. */
  model: z.string(),
  /** Whether `auto` lets the built-in planner answer while the model servers it knows are silent; else the user is asked. */
  plannerInstead: z.boolean(),
  /** `auto` takes one on this machine if there is one; `none`, or the id of a model. */
  embeddingModel: z.string(),
  ollamaUrl: z.url({ protocol: /^https?$/ }),
  /** Tokens of context asked of Ollama (`num_ctx`). */
  contextWindow: z.int().min(2048).max(1_048_576),
  /** Minutes Ollama keeps a model in memory after an answer: -1 = for good, null = as the server is set. */
  keepAliveMinutes: z.int().min(-1).max(10_080).nullable(),
  /** Whether models that can think before they answer do. */
  thinking: z.boolean(),
  /** Model servers besides Ollama. */
  modelEndpoints: z
    .array(modelEndpointSchema)
    .max(50)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'an id stands there twice'),
  /** Where other agents reach this one. */
  agentEndpoint: agentEndpointSchema,
  /** Where programs on this machine reach what is shared with them. */
  shareEndpoint: shareEndpointSchema,
  /** Where a registry of MCP servers is asked (API v0.1), without `/v0.1`; empty = none. */
  mcpRegistryUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]),
  /** How Satchel takes part in IPFS. */
  ipfs: ipfsSettingsSchema,
  /** Registries of packages on chains. */
  chainRegistries: z
    .array(chainRegistrySchema)
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice'),
  /** Where packages are searched for and updates are looked for; those first in the list count first. */
  catalogues: cataloguesSchema,
  /** Hours between two looks for updates of what is installed; 0 = none is taken. Nothing is ever updated by itself. */
  updateCheckHours: z.int().min(0).max(720),
  /** Hosts for which http and private addresses are accepted. */
  developmentHosts: z.array(developmentHostSchema).max(50),
  /** Where the owner has put a document that says what Satchel is to servers it signs in at (an https address); empty = nowhere. */
  clientMetadataUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2000)]),
  /** Minutes without use after which an open vault locks itself; 0 = it stays open until the daemon stops. */
  vaultLockMinutes: z.int().min(0).max(1440),
  /** Minutes of silence after which a conversation leaves the capability in use; 0 = it stays in use. */
  capabilityIdleMinutes: z.int().min(0).max(10_080),
  sendKey: z.enum(['enter', 'mod_enter']),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * Some settings to change; what is left out stays. Model servers are changed through `models`, and what concerns other agents, programs, IPFS and
 * sources of packages through `agents`, `sharing`, `ipfs` and `marketplace`, which know what belongs to them.
 */
export const settingsChangeSchema = settingsSchema
  .omit({
    modelEndpoints: true,
    agentEndpoint: true,
    shareEndpoint: true,
    ipfs: true,
    chainRegistries: true,
    catalogues: true,
    developmentHosts: true,
  })
  .partial()
export type SettingsChange = z.infer<typeof settingsChangeSchema>
