import type { ThreadCard, ThreadMessageView } from '../../contract/thread-cards.ts'
import type {
  AgentContacts,
  AgentsService,
  Descriptions,
  DidAuth,
  OfferService,
  OwnDids,
} from '../../agents/index.ts'
import type { PackageModules, PackageSecretsService } from '../../bindings/index.ts'
import type {
  BundlesService,
  RegistryService,
  ServerImporter,
  ServerSecrets,
  ServersService,
} from '../../mcp/index.ts'
import type { BackupsService, TransferFile, TransferService } from '../../backups/types.ts'
import type { Imported, Restored } from '../../contract/backups.ts'
import type { StateShares } from '../../capabilities/index.ts'
import type { CapabilitiesService, CapabilityOverview } from '../../capabilities/types.ts'
import type { DraftWriter } from '../../chat/index.ts'
import type { ChatService, MemoryService, PromptsService, RoutingService } from '../../chat/types.ts'
import type { CheckStatus } from '../../contract/check.ts'
import type { Caller } from '../../contract/capability-ref.ts'
import type { FirstLook } from '../../contract/first-look.ts'
import type { EncryptionStatus } from '../../contract/encryption.ts'
import type { DaemonEvent, DaemonInfo, Phase } from '../../contract/daemon.ts'
import type { DataNotice, NoticeKind } from '../../contract/notices.ts'
import type { PastSalvage, SalvageRequest, SalvageResult, SalvageStep } from '../../contract/salvage.ts'
import type { RestoreReport } from '../../contract/identity.ts'
import type { Language } from '../../contract/language.ts'
import type { Authorizations, DidResolver, IdentityService } from '../../identity/types.ts'
import type { PassphraseJudge, UnlockWaits } from '../../identity/index.ts'
import type { ModelsService } from '../../models/types.ts'
import type { FetchedImage } from '../../network/index.ts'
import type { DraftsService } from '../../packages/index.ts'
import type { OwnPictures } from '../../packages/types.ts'
import type { PackagesService } from '../../packages/types.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { ProfileService } from '../../profile/types.ts'
import type {
  ChainAnchors,
  PublishService,
  RegistriesService,
  SchemaRegistry,
  TrustService,
} from '../../registry/types.ts'
import type { MarketplaceService } from '../../registry/client/types.ts'
import type { IpfsService } from '../../registry/ipfs/types.ts'
import type { Corrections } from '../../router/index.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { SharingService } from '../../sharing/types.ts'
import type { SkillsService } from '../../skills/types.ts'
import type { ThreadsService } from '../../threads/index.ts'
import type { WalletsService } from '../../wallets/types.ts'
import type { StateService } from '../../state/types.ts'

/** Checks the database for damage by the disk, in the background or at once. */
export interface CheckService {
  status(): CheckStatus
  /** One full pass; resolves with its findings. */
  run(): Promise<CheckStatus>
  onChange(listener: () => void): () => void
}

/** What happened to the data and wants looking after. */
export interface NoticesService {
  /** The most pressing first; none that was dismissed and didn't happen again. */
  list(language: Language): readonly DataNotice[]
  /** Until it happens again. */
  dismiss(kind: NoticeKind): void
  /** Newest first. */
  salvages(): readonly PastSalvage[]
  onChange(listener: () => void): () => void
}

/** The daemon once it is ready: everything the API offers. */
export interface Daemon {
  readonly identity: IdentityService
  readonly unlocks: UnlockWaits
  readonly dids: DidResolver
  /** A picture that a text names, from its host. Errors: `image_unusable`, those of the network guard. */
  readonly fetchImage: (url: string) => Promise<FetchedImage>
  /** Structured messages of a conversation as cards. */
  readonly threadCards: (messages: readonly ThreadMessageView[]) => Promise<readonly ThreadCard[]>
  readonly threads: ThreadsService
  readonly wallets: WalletsService
  readonly didAuth: DidAuth
  readonly authorizations: Authorizations
  readonly stateShares: StateShares
  readonly packages: PackagesService
  readonly drafts: DraftsService
  readonly ownPictures: OwnPictures
  readonly writeDraft: DraftWriter
  readonly packageSecrets: PackageSecretsService
  readonly packageModules: PackageModules
  readonly skills: SkillsService
  readonly state: StateService
  readonly settings: SettingsService
  readonly capabilities: CapabilitiesService
  readonly overview: CapabilityOverview
  readonly connectedServers: ServersService
  readonly serverImporter: ServerImporter
  readonly bundles: BundlesService
  readonly mcpRegistry: RegistryService
  readonly serverSecrets: ServerSecrets
  readonly agents: AgentsService
  readonly agentDids: OwnDids
  readonly agentOffer: OfferService
  readonly agentDescriptions: Descriptions
  readonly agentContacts: AgentContacts
  readonly sharing: SharingService
  readonly chainRegistries: RegistriesService
  readonly chainAnchors: ChainAnchors
  readonly publications: PublishService
  readonly marketplace: MarketplaceService
  readonly schemaRegistry: SchemaRegistry
  readonly trust: TrustService
  readonly models: ModelsService
  readonly memory: MemoryService
  readonly profile: ProfileService
  readonly prompts: PromptsService
  readonly chat: ChatService
  readonly routing: RoutingService
  readonly corrections: Corrections
  readonly ipfs: IpfsService
  readonly check: CheckService
  readonly notices: NoticesService
}

export interface WebRequest {
  /** 0 picks a free one. */
  readonly port: number
  /** Whether to write a file that leads a browser to the link, so that the link isn't an argument of a program. */
  readonly redirect: boolean
}

export interface WebLink {
  readonly url: string
  readonly expiresAt: string
  /** The file, if requested; it is removed when the link is used or expires. */
  readonly redirect: string | null
}

export interface ExportRequest {
  readonly passphrase: string
  readonly withKeys: boolean
  /** The vault's passphrase, once more, if its keys are to be exported. */
  readonly current?: string | undefined
}

export interface ImportRequest {
  /** Of a file that was received. */
  readonly id: string
  readonly passphrase: string
  /** Of the current vault, if there is one and the file has keys. */
  readonly vaultPassphrase?: string | undefined
}

/** The daemon's lifecycle, as the API sees it. */
export interface DaemonCore {
  readonly info: DaemonInfo
  phase(): Phase
  /** Errors: `not_ready`, `shutting_down`, or the problem that blocks the daemon. */
  daemon(): Daemon
  /** Why changes are refused (`database_read_only`); null normally. */
  readOnly(): SatchelError | null
  /** Language of texts sent to clients: the owner's setting; before that is known, the OS locale. */
  language(): Language
  events(signal: AbortSignal): AsyncIterable<DaemonEvent>
  readonly judgePassphrase: PassphraseJudge['judge']
  /** What can be chosen before there are any data. Errors: `not_ready` in every other phase than `needs_vault` with `isFirst`. */
  firstLook(language: Language): Promise<FirstLook>
  createVault(passphrase: string): Promise<void>
  /** Tries to open the data again, if the obstacle isn't in the data itself. */
  tryAgain(): Promise<void>
  /**
   * Restores the key of the data from a key backup, opens the data, and restores the keys in the backup. Null after a dry run, and
   * if no keys could be restored. Errors: those of `restoreDataKey` in `identity/`, `not_ready`.
   */
  restoreDataKey(request: {
    readonly file: Uint8Array
    readonly passphrase: string
    readonly vaultPassphrase?: string | undefined
    readonly dryRun: boolean
  }): Promise<RestoreReport | null>
  /** Renames the damaged file, without changing it, and starts again without it. Returns its new path. */
  setAside(what: 'database' | 'config'): Promise<{ keptAt: string }>
  /** Backups of the data, in every phase. */
  readonly backups: BackupsService
  /** Export and import of the whole assistant. */
  readonly transfers: TransferService
  /**
   * Replaces the current data, which is kept, with a backup, and opens that. Errors: those of `BackupsService.rehearse`, `not_ready` unless
   * the data is open or its database is damaged.
   */
  restoreBackup(name: string): Promise<Restored>
  /** Exports the assistant, with its keys if asked for. Errors: those of `IdentityService.backup`, `disk_full`. */
  exportAssistant(input: ExportRequest): Promise<TransferFile>
  /**
   * Replaces the current data, which is kept, with an exported assistant, opens that, and restores the keys in it. Errors: those of
   * `TransferService.prepare`, `vault_passphrase_needed`.
   */
  importAssistant(input: ImportRequest): Promise<Imported>
  /**
   * Salvages everything readable of the database into a new one. Errors: `not_ready`, `database_corrupt`,
   * `disk_full`, `file_exists`.
   */
  salvage(request: SalvageRequest): Promise<SalvageResult>
  /** Its progress; null while no salvage runs. */
  salvageStep(): SalvageStep | null
  /** Creates a one-time link to a loopback carrier, which stays open until `until` is aborted. */
  openWeb(input: WebRequest & { readonly until: AbortSignal }): Promise<WebLink>
  /** Whether the data is encrypted; in every phase. */
  encryption(): EncryptionStatus
  /**
   * Stops the daemon; the next start encrypts or decrypts the data before it opens it. Errors: `already_encrypted`,
   * `not_encrypted`, `database_read_only`, `not_ready`.
   */
  changeEncryption(to: 'encrypted' | 'plain'): void
  /** Declines the offer to encrypt older data. */
  declineEncryption(): void
  stop(): void
}

export interface ApiContext {
  readonly core: DaemonCore
  readonly caller: Caller
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal
  /** Ends the session that the connection belongs to; null on carriers without sessions. */
  readonly signOut: (() => void) | null
}
