import { z } from 'zod'
import { LANGUAGES } from '../text/index.ts'
import { agentEndpointSchema, developmentHostSchema } from './agents.ts'
import { cataloguesSchema } from './catalogues.ts'
import { chainRegistrySchema } from './chains.ts'
import { modelEndpointSchema } from './endpoints.ts'
import { ipfsSettingsSchema } from './ipfs.ts'
import { shareEndpointSchema } from './sharing.ts'

export { agentEndpointSchema, developmentHostSchema, type AgentEndpoint } from './agents.ts'
export { catalogueSchema, catalogueTrustSchema, type Catalogue, type CatalogueTrust } from './catalogues.ts'
export { chainRegistrySchema, type ChainRegistry } from './chains.ts'
export { modelEndpointSchema, type ModelEndpoint } from './endpoints.ts'
export { ipfsSettingsSchema, type IpfsSettings } from './ipfs.ts'
export { shareEndpointSchema, type ShareEndpoint } from './sharing.ts'

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

/** As `settingsChangeSchema`, for the daemon itself. */
export const anySettingsChangeSchema = settingsSchema.partial()
export type AnySettingsChange = z.infer<typeof anySettingsChangeSchema>

export interface SettingsService {
  get(): Settings
  /** Changes some settings at once, durably. Errors: `invalid_request`. */
  set(change: AnySettingsChange): Settings
  onChange(listener: (settings: Settings) => void): () => void
}
