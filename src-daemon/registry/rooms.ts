import type { NetworkGuard } from '../network/index.ts'
import type { DidResolver, IdentityService } from '../identity/types.ts'
import type { OwnPictures, PackagesService } from '../packages/types.ts'
import { catalogueDir } from '../platform/app.ts'
import type { DataPaths } from '../platform/paths.ts'
import type { SettingsService } from '../settings/types.ts'
import type { StateService } from '../state/types.ts'
import { keyOf as keyOfDatabase, type Database } from '../storage/index.ts'
import type { Language } from '../contract/language.ts'
import { createChainAnchors, createRegistries } from './chain/index.ts'
import type { ChainAnchors, RegistriesService } from './chain/types.ts'
import { createMarketplace, type Candidates } from './client/index.ts'
import type { MarketplaceService } from './client/types.ts'
import { createIpfs } from './ipfs/index.ts'
import type { IpfsService } from './ipfs/types.ts'
import { createPublications } from './publish/index.ts'
import type { PublishService } from './publish/types.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schemas/index.ts'
import type { TrustService } from './trust/types.ts'

export interface RegistryDeps {
  readonly paths: Pick<DataPaths, 'dataDir' | 'ipfsDir'>
  readonly guard: NetworkGuard
  readonly settings: SettingsService
  readonly identity: IdentityService
  readonly dids: DidResolver
  readonly state: StateService
  readonly packages: PackagesService
  readonly ownPictures: OwnPictures
  readonly db: Database
  /** Files that wait for an install; created before `packages`, which opens them. */
  readonly candidates: Candidates
  /** Created before `packages`, which asks it about versions. */
  readonly trust: TrustService
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { warn(data: object, message: string): void }
  /** How long one source of schemas may take; half a minute by default. */
  readonly schemaTimeoutMs?: number
}

/** The parts of `registry/` for the rest of Satchel. */
export interface RegistryRooms {
  readonly rooms: {
    readonly ipfs: IpfsService
    readonly chainRegistries: RegistriesService
    readonly chainAnchors: ChainAnchors
    readonly publications: PublishService
    readonly marketplace: MarketplaceService
    readonly schemaRegistry: SchemaRegistry
    readonly trust: TrustService
  }
  /** Starts the background work, after startup. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Opens the parts of `registry/`. No request is sent. */
export const openRegistry = (deps: RegistryDeps): RegistryRooms => {
  const { paths, guard, settings, identity, dids, language } = deps
  const ipfs = createIpfs({ dir: paths.ipfsDir, guard, settings })
  const keyOf = (keyId: string) => dids.key(keyId, 'assertionMethod')
  const chainRegistries = createRegistries({ settings, identity, guard, language })
  const chainAnchors = createChainAnchors({ ...deps, registries: chainRegistries })
  const parts = { ...deps, ipfs, registries: chainRegistries, keyOf }
  const publications = createPublications(parts)
  const marketplace = createMarketplace({
    ...parts,
    ...paths,
    catalogueDir,
    cacheKey: keyOfDatabase(deps.db),
  })
  const schemaRegistry = createSchemaRegistry({ ...parts, marketplace, timeoutMs: deps.schemaTimeoutMs })
  return {
    rooms: {
      ipfs,
      chainRegistries,
      chainAnchors,
      publications,
      marketplace,
      schemaRegistry,
      trust: deps.trust,
    },
    start: () => {
      marketplace.start()
      return ipfs.start()
    },
    close: async () => {
      await marketplace.close()
      await publications.close()
      await ipfs.close()
    },
  }
}
