import { join } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { keyOf, type Database } from '../../storage/index.ts'
import type { DidResolver, IdentityService } from '../core/types.ts'
import type { KeychainProblem, KeyStoreBackend } from '../../contract/identity.ts'
import { newSecret, publicPartOf } from './curves.ts'
import {
  identityFileOf,
  readIdentityFile,
  recordsOf,
  writeIdentityFile,
  type IdentityFile,
} from './identity-file.ts'
import { createKeyPlaces } from './key-places.ts'
import { createKeyRecords, type KeyRecords } from './key-records.ts'
import { createKeyRoom, type KeyRoom } from './key-room.ts'
import { createKeySecrets } from './key-secrets.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { kindOfDid } from '../stores/secret-text.ts'
import { createKeyRotations } from './rotations.ts'
import { createIdentityService } from './service.ts'
import { createSignatureLog } from './signature-log.ts'
import type { PassphraseJudge } from '../stores/strength.ts'
import type { Vault } from '../stores/vault.ts'
import { isDataKeyEntry, isEntryId } from '../stores/entry-id.ts'
import { openKeyStores } from '../stores/open-key-stores.ts'
import { createEntryRecords } from '../secrets/entry-records.ts'
import { createNamedSecrets } from '../secrets/named-secrets.ts'
import { settleEntriesSoon } from '../secrets/settle-entries.ts'

export interface OpenIdentityDeps {
  readonly db: Database
  readonly dataDir: string
  readonly now: () => Date
  /** Resolves the key of a signature to be verified. */
  readonly dids: Pick<DidResolver, 'key'>
  /** Logs a failure that does not affect the caller's request. */
  readonly warn?: KeyRoom['warn'] | undefined
  /** From `SATCHEL_VAULT_PASSPHRASE`: opens the vault, or creates it if there is no usable keychain. */
  readonly vaultPassphrase?: string | undefined
  /** Judges passphrases that are chosen. */
  readonly passphrases: Pick<PassphraseJudge, 'check'>
  /** The OS keychain by default. */
  readonly keychain?: KeyStore | undefined
  /** `vault.age` in the data directory by default. */
  readonly vault?: Vault | undefined
  /** `vaultPassphrase` opened the vault before, for the key of the data. */
  readonly unattended?: boolean | undefined
  /** Base-2 logarithm of the cost of a guess at a backup's passphrase; by default a safe one. */
  readonly backupWorkFactor?: number | undefined
}

interface Ready {
  readonly kind: 'ready'
  readonly identity: IdentityService
  /** Why the given passphrase did not open the vault; signing stays locked. */
  readonly unlockProblem: SatchelError | null
}

/**
 * `vaultExists`: the file exists, and `createVault` opens it with its own passphrase instead of creating one.
 */
export type OpenedIdentity =
  | Ready
  | {
      readonly kind: 'needs_vault'
      readonly reason: KeychainProblem
      readonly vaultExists: boolean
      /** Why the given passphrase did not help; null if none was given. */
      readonly unlockProblem: SatchelError | null
      /** Errors: `weak_passphrase`, `guessable_passphrase`, `wrong_passphrase`, `vault_corrupt`. */
      readonly createVault: (passphrase: string) => Promise<IdentityService>
    }

/**
 * Opens the owner's identity, and creates it on the first run (identity.md 1, 2). An owner that was ever
 * recorded, in the database or in `identity.json`, is never replaced: without its secret the service still
 * works, and only signing fails.
 *
 * @throws SatchelError `identity_file_corrupt` if nothing else names the owner
 */
export const openIdentity = async (deps: OpenIdentityDeps): Promise<OpenedIdentity> => {
  const { db, dataDir, now, dids, vaultPassphrase } = deps
  const stores = openKeyStores(dataDir, now)
  const { keychain = stores.keychain, vault = stores.vault, unattended = false } = deps
  const records = createKeyRecords(db)

  /** `alone`: the vault was opened without a person, and stays open. */
  const serve = async (alone: boolean): Promise<Ready> => {
    const room = createKeyRoom({
      dataDir,
      now,
      keychain,
      vault,
      records,
      dataKey: keyOf(db),
      entries: createEntryRecords(db),
      secrets: createKeySecrets({ keychain, vault }),
      log: createSignatureLog({ db, now }),
      rotations: createKeyRotations(db, () => records.owner()?.did ?? ''),
      passphrases: deps.passphrases,
      backupWorkFactor: deps.backupWorkFactor,
      warn: deps.warn ?? (() => undefined),
    })
    const places = createKeyPlaces(room)
    if (alone) places.leaveOpen()
    // Finish what a crash interrupted, but only if the database is writable.
    if (!db.readonly) {
      await places.settle()
      settleEntriesSoon(room)
    }
    const named = createNamedSecrets(room, places)
    const identity = createIdentityService(room, places, dids, named)
    const opens =
      vaultPassphrase !== undefined && !db.readonly && !vault.isOpen() && records.all().some(inVault)
    const unlockProblem = opens ? await problemIn(places.unlockUnattended(vaultPassphrase)) : null
    return { kind: 'ready', identity, unlockProblem }
  }

  /**
   * The owner is recorded only after the secret was stored and read back; after a crash in between, the next
   * start continues.
   */
  const make = async (
    backend: KeyStoreBackend,
    keychainProblem: KeychainProblem | null,
    store: (did: string, secret: Uint8Array) => Promise<void>,
  ): Promise<void> => {
    const secret = newSecret('Ed25519')
    const ownerDid = publicPartOf('Ed25519', secret).did
    const createdAt = now().toISOString()
    const file = { version: 1 as const, ownerDid, backend, keychainProblem, createdAt, keys: [] }
    writeIdentityFile(dataDir, { ...file, stored: false })
    await store(ownerDid, secret)
    secret.fill(0)
    confirm({ ...file, stored: true })
  }

  const confirm = (file: IdentityFile): void => {
    records.add(recordsOf(file))
    writeIdentityFile(dataDir, identityFileOf(records))
  }

  /** One at a time: a second try must find what the first one created. */
  let lastTry: Promise<unknown> = Promise.resolve()
  let served: Ready | null = null
  const vaultIdentity = (passphrase: string, reason: KeychainProblem, alone: boolean): Promise<Ready> => {
    const next = lastTry.then(async () => {
      await makeOrOpenVault(passphrase, reason)
      return (served ??= await serve(alone))
    })
    lastTry = next.catch(() => undefined) // reported to the caller of that try
    return next
  }

  const makeOrOpenVault = async (passphrase: string, reason: KeychainProblem): Promise<void> => {
    if (records.owner() !== null) {
      await vault.unlock(passphrase)
      return
    }
    if (!(await vault.exists())) {
      await deps.passphrases.check(passphrase)
      await make('vault', reason, (id, secret) => vault.make(passphrase, { id, secret }))
      return
    }
    await vault.unlock(passphrase)
    if (onlyDataKey(vault)) {
      await make('vault', reason, (id, secret) => vault.create(id, secret))
      return
    }
    const ownerDid = vault.ids().find((id) => !isEntryId(id) && kindOfDid(id) === 'Ed25519')
    if (ownerDid === undefined)
      throw new SatchelError('vault_corrupt', { params: { path: join(dataDir, 'vault.age') } })
    const createdAt = now().toISOString()
    const file = { version: 1, ownerDid, backend: 'vault', keychainProblem: reason, createdAt } as const
    confirm({ ...file, stored: true, keys: [] })
  }

  if (records.owner() !== null) {
    if (!db.readonly) reconcile(dataDir, records)
    return serve(unattended)
  }
  // Without an owner in the database there is nothing to show, and none can be created.
  if (db.readonly) throw new Error('the database names no owner')
  const begun = await knownOwner(dataDir, keychain, vault)
  if (begun !== null) {
    confirm({ ...begun, stored: true })
    return serve(unattended)
  }

  const vaultExists = await vault.exists()
  const problem = vaultExists ? ((await keychain.probe()) ?? 'changed') : await keychain.probe()
  if (problem === null) {
    await make('keychain', null, (did, secret) => keychain.create(did, secret))
    return serve(unattended)
  }
  const createWith = async (passphrase: string): Promise<IdentityService> =>
    (await vaultIdentity(passphrase, problem, false)).identity
  const needsVault = { kind: 'needs_vault', reason: problem, vaultExists, createVault: createWith } as const
  if (vaultPassphrase === undefined) return { ...needsVault, unlockProblem: null }
  try {
    return await vaultIdentity(vaultPassphrase, problem, true)
  } catch (thrown) {
    if (thrown instanceof SatchelError) return { ...needsVault, unlockProblem: thrown }
    throw thrown
  }
}

const inVault = ({ backend }: { readonly backend: KeyStoreBackend }): boolean => backend === 'vault'

/** Whether an open vault was made for the key of the data, and holds no other secret yet. */
const onlyDataKey = (vault: Vault): boolean => vault.ids().every(isDataKeyEntry)

/** The owner in `identity.json`; null if there is none, or if its key provably was never stored. */
const knownOwner = async (
  dataDir: string,
  keychain: KeyStore,
  vault: Vault,
): Promise<IdentityFile | null> => {
  const file = readIdentityFile(dataDir)
  if (file === null || file.stored) return file
  // The key of the data came first, so an open vault says whether the owner's came too.
  if (file.backend === 'vault')
    return (await vault.exists()) && !(vault.isOpen() && onlyDataKey(vault)) ? file : null
  // An unreadable keychain is handled below; a key that never signed is no loss.
  const seed = await keychain.read(file.ownerDid).catch(() => null) // as above
  return seed === null ? null : file
}

/**
 * Brings `identity.json` in line with the database. Keys that only the file knows, as beside an older copy of
 * the database, are added to the database. A damaged file stays as it is until something changes.
 */
const reconcile = (dataDir: string, records: KeyRecords): void => {
  let file: IdentityFile | null
  try {
    file = readIdentityFile(dataDir)
  } catch {
    return // damaged: opening the identity reports it
  }
  const unknown = (file === null ? [] : recordsOf(file)).filter(({ keyId }) => records.find(keyId) === null)
  records.add(unknown.map((key) => ({ ...key, isOwner: false, isDefault: false, keychainProblem: null })))
  const next = identityFileOf(records)
  if (JSON.stringify(next) !== JSON.stringify(file)) writeIdentityFile(dataDir, next)
}

const problemIn = async (work: Promise<void>): Promise<SatchelError | null> => {
  try {
    await work
    return null
  } catch (thrown) {
    if (thrown instanceof SatchelError) return thrown
    throw thrown
  }
}
