import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEmitter } from '../platform/emitter.ts'
import { createNetworkGuard, fetchDidDocument } from '../network/index.ts'
import { createDidResolver, createMemorySigner } from '../identity/index.ts'
import type { Language } from '../contract/language.ts'
import type { IdentityService, Signer } from '../identity/types.ts'
import { createOwnPictures, createPackages } from '../packages/index.ts'
import { nothingAround } from '../packages/testing.ts'
import type { PackagesService } from '../packages/types.ts'
import type { SettingsService } from '../settings/types.ts'
import type { Catalogue, ChainRegistry, IpfsSettings, SchemaSource } from '../contract/settings.ts'
import { openDatabase } from '../storage/index.ts'
import { testAuthorizations, testIdentity } from './owner.ts'
import type { MarketplaceService } from '../registry/client/types.ts'
import { createCandidates, createTrust, openRegistry } from '../registry/index.ts'
import type { TrustService } from '../registry/types.ts'
import type { SchemaRegistry } from '../registry/types.ts'
import type { StateService } from '../state/types.ts'
import { plainState } from '../state/testing.ts'

export interface MarketInput {
  /** English if it isn't given. */
  readonly language?: Language
  readonly dir: string
  readonly catalogues: readonly Catalogue[]
  readonly registries?: readonly ChainRegistry[]
  readonly ipfs?: Partial<IpfsSettings>
  readonly updateCheckHours?: number
  readonly owner?: Signer
  /** Hosts of this machine from which packages are allowed anyway. */
  readonly developmentHosts?: readonly string[]
  readonly schemaSources?: readonly SchemaSource[]
  /** How long one source of schemas may take. */
  readonly schemaTimeoutMs?: number
}

/** A person's marketplace over a data directory: real parts; only the keys are in no keychain, and the settings in no file. */
export interface TestMarket {
  readonly market: MarketplaceService
  readonly packages: PackagesService
  readonly trust: TrustService
  readonly state: StateService
  readonly schemas: SchemaRegistry
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  /** Starts the background work. */
  start(): Promise<void>
  close(): Promise<void>
}

export const openMarket = (input: MarketInput): TestMarket => {
  const { dir, owner = createMemorySigner(new Uint8Array(32).fill(3)), developmentHosts = [] } = input
  mkdirSync(dir, { recursive: true })
  const guard = createNetworkGuard({ developmentHosts: () => developmentHosts })
  const db = openDatabase({ path: join(dir, 'state.db') })
  const identity = testIdentity(owner)
  const { listen: onChange, emit } = createEmitter()
  let set = {
    catalogues: input.catalogues,
    chainRegistries: input.registries ?? [],
    updateCheckHours: input.updateCheckHours ?? 0,
    schemaSources: input.schemaSources ?? [],
    findSchemas: false,
    ipfs: {
      embedded: false,
      listen: '/ip4/127.0.0.1/tcp/0',
      peers: [],
      kuboUrl: '',
      gateways: [],
      ...input.ipfs,
    },
  }
  const settings = {
    get: () => set,
    set: (change: object) => {
      set = { ...set, ...change }
      emit()
      return set
    },
    onChange,
  } as unknown as SettingsService
  const now = () => new Date()
  const language = () => input.language ?? ('en' as const)
  const dids = createDidResolver({ now, fetch: fetchDidDocument(guard, () => developmentHosts) })
  const candidates = createCandidates({ db, now })
  const keyOf = (keyId: string) => dids.key(keyId, 'assertionMethod')
  const trust = createTrust({ db, guard, keyOf, now, language })
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  const packages = createPackages({
    ...nothingAround,
    db,
    packagesDir: join(dir, 'packages'),
    catalogueDir: join(dir, 'catalogue'),
    state,
    identity,
    keyOf,
    authorizations: testAuthorizations(db, identity),
    candidateFiles: candidates,
    advice: trust,
    now,
    language,
  })
  const registry = openRegistry({
    paths: { dataDir: dir, ipfsDir: join(dir, 'ipfs') },
    candidates,
    trust,
    db,
    guard,
    identity: identity as unknown as IdentityService,
    dids,
    state,
    packages,
    ownPictures: createOwnPictures({ db, now }),
    settings,
    now,
    language,
    log: { warn: () => undefined },
    ...(input.schemaTimeoutMs === undefined ? {} : { schemaTimeoutMs: input.schemaTimeoutMs }),
  })
  return {
    market: registry.rooms.marketplace,
    schemas: registry.rooms.schemaRegistry,
    packages,
    trust,
    state,
    settings,
    start: () => registry.start(),
    close: async () => {
      await registry.close()
      await trust.close()
      await guard.close()
      db.close()
    },
  }
}

/** The initial query of a page. */
export const ask = (query: string, more: object = {}) => ({
  query,
  filters: {},
  sort: 'relevance' as const,
  limit: 24,
  cursor: null,
  ...more,
})
