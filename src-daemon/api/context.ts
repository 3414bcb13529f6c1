import { z } from 'zod'
import type {
  AgentsService,
  BundlesService,
  PackageModules,
  PackageSecretsService,
  RegistryService,
  ServiceImporter,
  ServiceSecrets,
  ServicesService,
} from '../bindings/types.ts'
import type { CapabilityOverview } from '../capabilities/index.ts'
import type { CapabilitiesService, Caller } from '../capabilities/types.ts'
import type { ChatService, MemoryService, RoutingService } from '../chat/types.ts'
import type { DidAuth } from '../identity/index.ts'
import {
  keychainProblemSchema,
  type Authorizations,
  type DidResolver,
  type IdentityService,
} from '../identity/types.ts'
import type { ModelsService } from '../models/types.ts'
import type { PackagesService } from '../packages/types.ts'
import { errorViewSchema, type SatchelError } from '../platform/errors.ts'
import type { MarketplaceService } from '../registry/client/types.ts'
import type { IpfsService } from '../registry/ipfs/types.ts'
import type { PublishService, RegistriesService } from '../registry/types.ts'
import type { Corrections } from '../router/index.ts'
import type { SkillsService } from '../skills/types.ts'
import type { SettingsService } from '../settings/types.ts'
import type { SharingService } from '../sharing/types.ts'
import type { StateService } from '../state/types.ts'
import type { Language } from '../text/index.ts'

/**
 * Where the daemon is in its life. `needs_vault`: there is no usable OS keychain, the user must choose a passphrase.
 * `blocked`: something the user owns is damaged; nothing was changed, and `remedy` names what would help, if asked for.
 */
export const phaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({
    kind: z.literal('needs_vault'),
    reason: keychainProblemSchema,
    /** A vault file is there and waits for its own passphrase; otherwise one is made. */
    vaultExists: z.boolean(),
  }),
  z.object({
    kind: z.literal('blocked'),
    problem: errorViewSchema,
    remedy: z.enum(['set_aside_database', 'set_aside_config']).nullable(),
  }),
  /** `readOnly`: a newer Satchel wrote the data; it can be looked at, and every change is refused with this. */
  z.object({ kind: z.literal('ready'), readOnly: errorViewSchema.optional() }),
  z.object({ kind: z.literal('stopping') }),
])
export type Phase = z.infer<typeof phaseSchema>

export const daemonInfoSchema = z.object({
  version: z.string(),
  protocol: z.int(),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  dataDir: z.string(),
})
export type DaemonInfo = z.infer<typeof daemonInfoSchema>

/** Everything the API offers once the daemon is ready. */
export interface Services {
  readonly identity: IdentityService
  readonly dids: DidResolver
  readonly didAuth: DidAuth
  readonly authorizations: Authorizations
  readonly packages: PackagesService
  readonly packageSecrets: PackageSecretsService
  readonly packageModules: PackageModules
  readonly skills: SkillsService
  readonly state: StateService
  readonly settings: SettingsService
  readonly capabilities: CapabilitiesService
  readonly overview: CapabilityOverview
  readonly connectedServices: ServicesService
  readonly serviceImporter: ServiceImporter
  readonly bundles: BundlesService
  readonly mcpRegistry: RegistryService
  readonly serviceSecrets: ServiceSecrets
  readonly agents: AgentsService
  readonly sharing: SharingService
  readonly chainRegistries: RegistriesService
  readonly publications: PublishService
  readonly marketplace: MarketplaceService
  readonly models: ModelsService
  readonly memory: MemoryService
  readonly chat: ChatService
  readonly routing: RoutingService
  readonly corrections: Corrections
  readonly ipfs: IpfsService
}

/** A signal that something shown may be out of date; the receiver asks again for what it shows. */
export const daemonEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('phase'), phase: phaseSchema }),
  z.object({ type: z.literal('packages') }),
  z.object({ type: z.literal('skills') }),
  z.object({ type: z.literal('identity') }),
  z.object({ type: z.literal('state'), schemaUri: z.string(), objectId: z.string() }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('models') }),
  z.object({ type: z.literal('services') }),
  z.object({ type: z.literal('agents') }),
  z.object({ type: z.literal('sharing') }),
  z.object({ type: z.literal('approvals') }),
  z.object({ type: z.literal('activity') }),
  z.object({ type: z.literal('routing') }),
  z.object({ type: z.literal('publications') }),
  z.object({ type: z.literal('marketplace') }),
])
export type DaemonEvent = z.infer<typeof daemonEventSchema>

/** The daemon as the API sees it. */
export interface DaemonCore {
  readonly info: DaemonInfo
  phase(): Phase
  /** Errors: `not_ready`, `shutting_down`, or the problem that blocks. */
  services(): Services
  /** Why nothing can be changed (`database_read_only`); null where things are as usual. */
  readOnly(): SatchelError | null
  /** Language of the words sent out: the owner's setting, before that the OS locale. */
  language(): Language
  events(signal: AbortSignal): AsyncIterable<DaemonEvent>
  createVault(passphrase: string): Promise<void>
  /** Moves the damaged file aside, untouched, and starts again without it. Returns where it now is. */
  setAside(what: 'database' | 'config'): Promise<{ keptAt: string }>
  /** Opens the loopback carrier and makes a one-time link to it. `port` 0 = any free one. */
  openWeb(input: { port: number }): Promise<{ url: string; expiresAt: string }>
  stop(): void
}

export interface ApiContext {
  readonly core: DaemonCore
  readonly caller: Caller
}
