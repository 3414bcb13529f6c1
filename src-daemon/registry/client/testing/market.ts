import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createNetworkGuard } from '../../../bindings/index.ts'
import { createMemorySigner } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import { createPackages } from '../../../packages/index.ts'
import type { PackagesService } from '../../../packages/types.ts'
import type { Catalogue, ChainRegistry, IpfsSettings, SettingsService } from '../../../settings/types.ts'
import { createState } from '../../../state/index.ts'
import { openDatabase } from '../../../storage/index.ts'
import { testAuthorizations, testIdentity, testKeyOf } from '../../../testing/owner.ts'
import { createRegistries } from '../../chain/index.ts'
import { createIpfs } from '../../ipfs/index.ts'
import { createCandidates, createMarketplace } from '../index.ts'
import type { MarketplaceService } from '../types.ts'

export interface MarketInput {
  readonly dir: string
  readonly catalogues: readonly Catalogue[]
  readonly registries?: readonly ChainRegistry[]
  readonly ipfs?: Partial<IpfsSettings>
  readonly updateCheckHours?: number
  readonly catalogueDir?: string
  readonly owner?: Signer
}

/** A person's marketplace over a data directory: real parts; only the keys are in no keychain, and the settings in no file. */
export interface TestMarket {
  readonly market: MarketplaceService & { start(): void }
  readonly packages: PackagesService
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  close(): Promise<void>
}

export const openMarket = (input: MarketInput): TestMarket => {
  const { dir, owner = createMemorySigner(new Uint8Array(32).fill(3)) } = input
  mkdirSync(dir, { recursive: true })
  const guard = createNetworkGuard()
  const db = openDatabase({ path: join(dir, 'state.db') })
  const identity = testIdentity(owner)
  const listeners = new Set<() => void>()
  let set = {
    catalogues: input.catalogues,
    chainRegistries: input.registries ?? [],
    updateCheckHours: input.updateCheckHours ?? 0,
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
      for (const listener of listeners) listener()
      return set
    },
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as SettingsService
  const now = () => new Date()
  const language = () => 'en' as const
  const candidates = createCandidates({ db, now })
  const packages = createPackages({
    db,
    packagesDir: join(dir, 'packages'),
    catalogueDir: input.catalogueDir ?? join(dir, 'catalogue'),
    state: createState({ db, ownerDid: () => identity.ownerDid }),
    identity,
    keyOf: testKeyOf,
    authorizations: testAuthorizations(db, identity),
    candidateFiles: candidates,
    now,
    language,
  })
  const ipfs = createIpfs({ dir: join(dir, 'ipfs'), guard, settings })
  const registries = createRegistries({ settings, identity: identity as never, guard, language })
  const market = createMarketplace({
    dataDir: dir,
    catalogueDir: input.catalogueDir ?? join(dir, 'catalogue'),
    candidates,
    packages,
    settings,
    registries,
    ipfs,
    guard,
    keyOf: testKeyOf,
    language,
    now,
  })
  return {
    market,
    packages,
    settings,
    close: async () => {
      await market.close()
      await ipfs.close()
      await guard.close()
      db.close()
    },
  }
}

/** What a page asks at first. */
export const ask = (query: string, more: object = {}) => ({
  query,
  filters: {},
  sort: 'relevance' as const,
  limit: 24,
  cursor: null,
  ...more,
})
