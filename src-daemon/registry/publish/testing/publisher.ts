import { join } from 'node:path'
import { bytesToHex, hexToBytes, keccak256, type Hex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { createNetworkGuard, type NetworkGuard } from '../../../network/index.ts'
import { createAuthorizations, createMemorySigner } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import { createOwnPictures, createPackages } from '../../../packages/index.ts'
import { nothingAround } from '../../../packages/testing.ts'
import type { OwnPictures, PackagesService } from '../../../packages/types.ts'
import type { SettingsService } from '../../../settings/types.ts'
import type { IpfsSettings } from '../../../contract/settings.ts'
import { openDatabase, type Database } from '../../../storage/index.ts'
import { createRegistries } from '../../chain/index.ts'
import type { RegistriesService } from '../../chain/types.ts'
import type { ChainPlace } from '../../chain/place.ts'
import { createIpfs } from '../../ipfs/index.ts'
import type { IpfsService } from '../../ipfs/types.ts'
import { createPublications, type PublicationsDeps } from '../publications.ts'
import type { PublishService } from '../types.ts'
import { plainState } from '../../../state/testing.ts'

export interface PublisherInput {
  readonly dir: string
  readonly place: ChainPlace
  /** Seed of the signing key, and secret of the paying account: 32 bytes each. */
  readonly authorSeed: Uint8Array
  readonly accountKey: Uint8Array
  readonly ipfs?: Partial<IpfsSettings> | undefined
  /** Wraps parts, to make one fail. */
  readonly around?: ((deps: PublicationsDeps) => PublicationsDeps) | undefined
  readonly guard?: ((guard: NetworkGuard) => Pick<NetworkGuard, 'fetch' | 'fetchFor'>) | undefined
}

/** What one person needs to publish: real parts over a data directory, but with keys outside the keychain. */
export interface Publisher {
  readonly publications: PublishService
  readonly packages: PackagesService
  readonly ownPictures: OwnPictures
  readonly registries: RegistriesService
  readonly ipfs: IpfsService
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  readonly db: Database
  readonly owner: Signer
  readonly address: string
  close(): Promise<void>
}

const QUIET: IpfsSettings = {
  embedded: false,
  listen: '/ip4/127.0.0.1/tcp/0',
  peers: [],
  kuboUrl: '',
  gateways: [],
}

export const openPublisher = (input: PublisherInput): Publisher => {
  const { dir, place, around = (deps: PublicationsDeps) => deps } = input
  const guard = createNetworkGuard()
  const watched = input.guard?.(guard) ?? guard
  const db = openDatabase({ path: join(dir, 'state.db') })
  const owner = createMemorySigner(input.authorSeed)
  const accountKey: Hex = bytesToHex(input.accountKey)
  const address = privateKeyToAddress(accountKey)
  const identity = {
    ownerDid: owner.did,
    isOwn: (did: string) => did === owner.did,
    signer: () => owner,
    keys: () => [],
    chainAccount: () =>
      Promise.resolve({
        keyId: 'account',
        address,
        createdAt: '2026-01-01T00:00:00.000Z',
        backedUpAt: null,
      }),
    createChainAccount: () => Promise.reject(new Error('there is one')),
    signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
      const { r, s, yParity } = await sign({ hash: keccak256(transaction), privateKey: accountKey })
      return Uint8Array.of(...hexToBytes(r), ...hexToBytes(s), yParity ?? 0)
    },
  }
  let set = {
    ipfs: { ...QUIET, ...input.ipfs },
    chainRegistries: [{ name: 'dev', ...place }],
  }
  const settings = {
    get: () => set,
    set: (change: object) => {
      set = { ...set, ...change }
      return set
    },
  } as unknown as SettingsService
  const state = plainState({ db, ownerDid: () => identity.ownerDid })
  const now = () => new Date()
  const language = () => 'en' as const
  /** All authors are a `did:key`, so nothing is resolved. */
  const keyOf = (keyId: string) => Promise.reject(new Error(`asked for ${keyId}`))
  const packages = createPackages({
    ...nothingAround,
    db,
    packagesDir: join(dir, 'packages'),
    catalogueDir: join(dir, 'catalogue'),
    state,
    identity,
    keyOf,
    authorizations: createAuthorizations({ db, identity, now }),
    now,
    language,
  })
  const ipfs = createIpfs({ dir: join(dir, 'ipfs'), guard: watched, settings })
  const registries = createRegistries({ settings, identity, guard: watched, language })
  const ownPictures = createOwnPictures({ db, now })
  const deps: PublicationsDeps = {
    db,
    now,
    language,
    identity,
    keyOf,
    state,
    packages,
    settings,
    registries,
    ipfs,
    ownPictures,
    timeouts: { timeoutMs: 30_000, pollMs: 50 },
  }
  const publications = createPublications(around(deps))
  return {
    publications,
    packages,
    ownPictures,
    registries,
    ipfs,
    settings,
    db,
    owner,
    address,
    close: async () => {
      await publications.close()
      await ipfs.close()
      await guard.close()
      db.close()
    },
  }
}
