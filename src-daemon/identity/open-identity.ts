import { join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { newSeed, publicPartOf } from './ed25519.ts'
import { readIdentityFile, writeIdentityFile, type IdentityFile } from './identity-file.ts'
import { createKeychain } from './keychain.ts'
import type { KeyStore } from './keystore.ts'
import { readOwner, recordOwner, type OwnerRecord } from './owner-record.ts'
import { createIdentityService } from './service.ts'
import type { IdentityService, KeychainProblem, KeyStoreBackend } from './types.ts'
import { createVault, type Vault } from './vault.ts'

export interface OpenIdentityDeps {
  readonly db: Database
  readonly dataDir: string
  readonly now: () => Date
  /** Of `SATCHEL_VAULT_PASSPHRASE`: opens the vault, or makes it where there is no usable keychain. */
  readonly vaultPassphrase?: string | undefined
  /** The OS keychain unless told. */
  readonly keychain?: KeyStore | undefined
  /** `vault.age` in the data directory unless told. */
  readonly vault?: Vault | undefined
}

/** `vaultExists`: the file is there and `createVault` opens it with its own passphrase instead of making one. */
export type OpenedIdentity =
  | {
      readonly kind: 'ready'
      readonly identity: IdentityService
      /** Why the passphrase that was given did not open the vault; signing stays locked. */
      readonly unlockProblem: SatchelError | null
    }
  | {
      readonly kind: 'needs_vault'
      readonly reason: KeychainProblem
      readonly vaultExists: boolean
      /** Why the passphrase that was given did not help; null when none was. */
      readonly unlockProblem: SatchelError | null
      /** Errors: `weak_passphrase`, `wrong_passphrase`, `vault_corrupt`. */
      readonly createVault: (passphrase: string) => Promise<IdentityService>
    }

/**
 * Opens the owner's identity, making it on the first run (identity.md 1, 2). An owner that was ever recorded, in the database
 * or in `identity.json`, is never replaced: without its secret the service still answers, and only signing fails.
 *
 * @throws SatchelError `identity_file_corrupt` when nothing else names the owner
 */
export const openIdentity = async (deps: OpenIdentityDeps): Promise<OpenedIdentity> => {
  const { db, dataDir, now, vaultPassphrase } = deps
  const keychain = deps.keychain ?? createKeychain()
  const vault = deps.vault ?? createVault({ path: join(dataDir, 'vault.age') })

  const serviceOf = (file: IdentityFile): IdentityService => {
    const { ownerDid: did, backend, keychainProblem, createdAt } = file
    const owner = readOwner(db) ?? recordOwner(db, { did, backend, keychainProblem, createdAt })
    return createIdentityService({ db, owner, keychain, vault, now })
  }

  /** The owner is written down only after the secret was stored and read back; a crash in between is picked up again. */
  const make = async (
    backend: KeyStoreBackend,
    keychainProblem: KeychainProblem | null,
    store: (did: string, seed: Uint8Array) => Promise<void>,
  ): Promise<IdentityService> => {
    const seed = newSeed()
    const ownerDid = publicPartOf(seed).did
    const file = { version: 1, ownerDid, backend, keychainProblem, createdAt: now().toISOString() } as const
    writeIdentityFile(dataDir, { ...file, stored: false })
    await store(ownerDid, seed)
    seed.fill(0)
    return confirm({ ...file, stored: true })
  }

  const confirm = (file: IdentityFile): IdentityService => {
    writeIdentityFile(dataDir, file)
    return serviceOf(file)
  }

  /** One at a time: a second try must find what the first one made. */
  let lastTry: Promise<unknown> = Promise.resolve()
  const vaultIdentity = (passphrase: string, reason: KeychainProblem): Promise<IdentityService> => {
    const next = lastTry.then(() => makeOrOpenVault(passphrase, reason))
    lastTry = next.catch(() => undefined)
    return next
  }

  const makeOrOpenVault = async (passphrase: string, reason: KeychainProblem): Promise<IdentityService> => {
    if (!(await vault.exists())) {
      return make('vault', reason, (id, secret) => vault.make(passphrase, { id, secret }))
    }
    await vault.unlock(passphrase)
    const [ownerDid] = vault.ids()
    if (ownerDid === undefined)
      throw new SatchelError('vault_corrupt', { params: { path: join(dataDir, 'vault.age') } })
    const createdAt = now().toISOString()
    return confirm({
      version: 1,
      ownerDid,
      backend: 'vault',
      keychainProblem: reason,
      createdAt,
      stored: true,
    })
  }

  const ready = async (identity: IdentityService): Promise<OpenedIdentity> => ({
    kind: 'ready',
    identity,
    unlockProblem: await unlockWith(vaultPassphrase, identity),
  })

  const owner = readOwner(db)
  if (owner !== null) {
    restoreIdentityFile(dataDir, owner)
    const identity = createIdentityService({ db, owner, keychain, vault, now })
    return ready(identity)
  }
  const begun = await knownOwner(dataDir, keychain, vault)
  if (begun !== null) return ready(confirm({ ...begun, stored: true }))

  const vaultExists = await vault.exists()
  const problem = vaultExists ? ((await keychain.probe()) ?? 'changed') : await keychain.probe()
  if (problem === null) {
    const identity = await make('keychain', null, (did, seed) => keychain.create(did, seed))
    return { kind: 'ready', identity, unlockProblem: null }
  }
  const createWith = (passphrase: string): Promise<IdentityService> => vaultIdentity(passphrase, problem)
  const needsVault = { kind: 'needs_vault', reason: problem, vaultExists, createVault: createWith } as const
  if (vaultPassphrase === undefined) return { ...needsVault, unlockProblem: null }
  try {
    return { kind: 'ready', identity: await createWith(vaultPassphrase), unlockProblem: null }
  } catch (thrown) {
    if (thrown instanceof SatchelError) return { ...needsVault, unlockProblem: thrown }
    throw thrown
  }
}

/** The owner `identity.json` names; null when there is none, or when its key provably never came to be. */
const knownOwner = async (
  dataDir: string,
  keychain: KeyStore,
  vault: Vault,
): Promise<IdentityFile | null> => {
  const file = readIdentityFile(dataDir)
  if (file === null || file.stored) return file
  if (file.backend === 'vault') return (await vault.exists()) ? file : null
  // A keychain that cannot be asked is handled by what follows; a key that never signed is no loss to anybody.
  const seed = await keychain.read(file.ownerDid).catch(() => null)
  return seed === null ? null : file
}

/** Brings `identity.json` back where it was lost; one that is there, even damaged, stays as it is. */
const restoreIdentityFile = (dataDir: string, owner: OwnerRecord): void => {
  try {
    if (readIdentityFile(dataDir) !== null) return
  } catch {
    return
  }
  const { did: ownerDid, backend, keychainProblem, createdAt } = owner
  writeIdentityFile(dataDir, { version: 1, ownerDid, backend, keychainProblem, createdAt, stored: true })
}

const unlockWith = async (
  passphrase: string | undefined,
  identity: IdentityService,
): Promise<SatchelError | null> => {
  if (passphrase === undefined || identity.keys()[0]?.backend !== 'vault') return null
  try {
    await identity.unlock(passphrase)
    return null
  } catch (thrown) {
    if (thrown instanceof SatchelError) return thrown
    throw thrown
  }
}
