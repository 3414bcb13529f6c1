import type {
  ChainedSignature,
  KeyFile,
  KeyInfo,
  KeyKind,
  KeyStoreBackend,
  KeyStoreStatus,
  LogCheck,
  ResolvedDid,
  RestoreReport,
  RotatedKey,
  SignatureRecord,
  VerificationKey,
} from '../../contract/identity.ts'
import type { ChainAccounts } from './chain-accounts.ts'
import type { WalletKeys } from './wallet-keys.ts'
import type { SatchelError } from '../../platform/errors.ts'
import { z } from 'zod'

const didKey = z.string().regex(/^did:key:z[1-9A-HJ-NP-Za-km-z]{1,128}$/)

/** Ed25519 and the others: 64 bytes as base64url. */
const signatureText = z.string().regex(/^[\w-]{86}$/)

/**
 * States that one key of the owner replaced another: both sign `SatchelRotationv1:` and the canonical JSON (RFC 8785)
 * of `{from, to, at}`. Anyone can verify it offline.
 */
export const rotationSchema = z.strictObject({
  from: didKey,
  to: didKey,
  at: z.iso.datetime(),
  /** Made with the key `from`. */
  signature: signatureText,
  /** Made with the key `to`. */
  acceptance: signatureText,
})

export type Rotation = z.infer<typeof rotationSchema>

/** Signs bytes with a key whose secret never leaves `identity/`. */
export interface Signer {
  readonly did: string
  readonly keyId: string
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

/** Who requests a signature: set by the caller, and logged. */
export interface SignRequest {
  readonly bytes: Uint8Array
  readonly purpose: string
  readonly requester: string
  /** The default key if absent. */
  readonly keyId?: string | undefined
}

/**
 * Secrets with a name, such as the key of a model server. Each value is an entry of its own in the store of the owner's
 * key, the OS keychain or the vault; the database only records that it exists. A value is for the room that uses it: it
 * never crosses the API, and is in no setting, log or key backup.
 */
export interface NamedSecrets {
  /** The names, without the values. */
  names(): readonly { readonly name: string; readonly setAt: string }[]
  has(name: string): boolean
  /** Whether reading it needs the vault's passphrase. A keychain reports that only on reading a value, hence false. */
  isLocked(name: string): boolean
  /**
   * Stores a text of one line, at most 8192 characters, replacing the present value. On failure, the present value
   * stays. Errors: `secret_invalid`, `keystore_locked`, `keystore_absent`, `keystore_failed`.
   */
  set(name: string, value: string): Promise<void>
  /**
   * The value, read from its store each time. Errors: `secret_missing`, `secret_gone`, `secret_damaged`, and those of
   * the key store.
   */
  use(name: string): Promise<string>
  /**
   * False when there was none. Needs no open store: the entry is removed at once if possible, else when the store
   * opens.
   */
  forget(name: string): boolean
  /** Tries to read each of them, and returns those that cannot be used now, each with the error of `use`. */
  check(): Promise<readonly { readonly name: string; readonly problem: SatchelError }[]>
}

/** Keys and what they are used for. Secrets never cross this interface: only age-encrypted files do. */
export interface IdentityService extends ChainAccounts, WalletKeys {
  /** The owner's DID; made on the first run, never silently replaced. Changes only when the owner's key is rotated or restored. */
  readonly ownerDid: string
  status(): Promise<KeyStoreStatus>
  /** The owner's first, retired ones last. */
  keys(): readonly KeyInfo[]
  /** Whether a DID is, or was, one of the owner's. */
  isOwn(did: string): boolean
  onChange(listener: () => void): () => void

  /** Errors: `keystore_locked`, `keystore_failed`, `key_missing`, `label_invalid`. */
  create(input: { kind: KeyKind; label: string }): Promise<KeyInfo>
  /** Errors: `key_unknown`, `label_invalid`. */
  label(input: { keyId: string; label: string }): KeyInfo
  /**
   * Makes a new key of the same kind and label, and retires the old one; the new one becomes owner or default key if
   * the old one was. For the owner's key, both sign a statement for other devices, unless the old secret is missing.
   * Errors: `key_unknown`, `key_retired`, `owner_change_not_confirmed` unless `confirmOwner` is the present owner's DID
   * when it is the owner's key, `key_of_chain`, and those of `create`.
   */
  rotate(input: { keyId: string; confirmOwner?: string | undefined }): Promise<RotatedKey>
  /**
   * The key no longer signs; its secret stays where it is. Errors: `key_unknown`, `key_retired`, `key_in_use` for the
   * owner's and the default key.
   */
  retire(input: { keyId: string }): KeyInfo
  /** `replaces` is the key id of the default key the user was shown. Errors: `key_unknown`, `key_retired`, `key_of_chain`, `default_key_changed`. */
  setDefault(input: { keyId: string; replaces: string }): KeyInfo
  /**
   * Imports a secret key: PEM (PKCS #8, SEC 1, encrypted PEM with `passphrase`), JWK, multibase (multicodec-prefixed
   * secret) or hex (32 bytes; `kind` must be given). Errors: `key_import_invalid`, `key_import_kind_needed`,
   * `key_exists`, those of `create`.
   */
  importKey(input: {
    text: string
    kind?: KeyKind | undefined
    passphrase?: string | undefined
    label: string
  }): Promise<KeyInfo>
  /**
   * A backup file of one key. `current`: the passphrase of the vault, again, if the key is in it. Errors:
   * `key_unknown`, `weak_passphrase`, `guessable_passphrase`, `vault_passphrase_needed`, `wrong_passphrase`,
   * `too_many_passphrases`, those of `sign`.
   */
  exportKey(input: { keyId: string; passphrase: string; current?: string | undefined }): Promise<KeyFile>
  /**
   * Every key, retired ones too; they count as backed up only after the rehearsal. Errors: those of `exportKey`,
   * `backup_rehearsal_failed`.
   */
  backup(input: { passphrase: string; current?: string | undefined }): Promise<KeyFile>
  /**
   * What `restore` would do; changes nothing. Errors: `backup_invalid`, `wrong_passphrase`.
   */
  inspectBackup(input: { file: Uint8Array; passphrase: string }): Promise<RestoreReport>
  /**
   * Restores the keys of a backup; overwrites no existing key. `asOwner` = DID of the present owner makes the backup's
   * owner the owner here. A missing vault is created with `newVaultPassphrase` (by default the backup's own). Errors:
   * those of `inspectBackup` and `create`, `owner_change_not_confirmed`.
   */
  restore(input: {
    file: Uint8Array
    passphrase: string
    asOwner?: string | undefined
    newVaultPassphrase?: string | undefined
  }): Promise<RestoreReport>

  /** The owner's earlier keys, and newer ones known from other devices, as signed statements of both keys. */
  readonly rotations: {
    /** The chain of statements that contains the owner's key, oldest first. */
    chain(): readonly Rotation[]
    /** The owner's DID and those in the chain. */
    dids(): ReadonlySet<string>
    /**
     * Adds statements from another device, oldest first: a chain that contains one of the owner's keys and contradicts
     * nothing known. All or nothing. Errors: `rotation_invalid`, `rotation_forked`, `change_set_other_owner` if
     * it contains none of them.
     */
    learn(given: readonly unknown[]): void
  }

  /**
   * Signs and logs it. Errors: `keystore_locked`, `keystore_failed`, `key_missing`, `key_unknown`, `key_retired`,
   * `key_of_chain` for a chain account, `key_of_wallet` for an account of a wallet.
   */
  sign(input: SignRequest): Promise<{ keyId: string; signature: Uint8Array }>
  /** A signer over one key. Errors: `key_unknown`, `key_retired`, `key_of_chain`, `key_of_wallet`. */
  signer(input: { keyId?: string | undefined; purpose: string; requester: string }): Signer
  /** Verifies against the key in `keyId`, resolving its DID if needed. Errors: `did_unresolvable` and the other `did_*`. */
  verify(input: { keyId: string; bytes: Uint8Array; signature: Uint8Array }): Promise<boolean>

  signatures(input: { limit: number; before?: string | undefined }): readonly SignatureRecord[]
  verifyLog(): LogCheck
  /** The whole log, oldest first. */
  exportLog(): readonly ChainedSignature[]

  /** Opens the vault. Errors: `wrong_passphrase`, `vault_corrupt`, `vault_missing`, `key_missing`. */
  unlock(passphrase: string): Promise<void>
  /** Forgets the passphrase and the secrets at once. Does nothing for a keychain. */
  lock(): void
  /** Minutes without use after which an open vault locks itself; 0 = never. */
  setAutoLock(minutes: number): void
  /** Whether an open vault is locked when the machine sleeps or its screen is locked. */
  setLockOnSleep(on: boolean): void
  /** The machine goes to sleep, or its screen was locked. An unannounced sleep is noticed afterwards. */
  machineSleeps(): void
  /** Errors: `wrong_passphrase`, `weak_passphrase`, `vault_missing`. */
  changePassphrase(input: { current: string; next: string }): Promise<void>
  /**
   * Moves every secret, named ones too, to the other store: copies them, reads them back, compares, switches in one
   * step, and only then removes the originals. `passphrase` opens or makes the vault. Errors: `already_there`,
   * `keystore_absent`, `keystore_locked`, `wrong_passphrase`, `weak_passphrase`; after any of them nothing has changed.
   */
  moveTo(input: { backend: KeyStoreBackend; passphrase?: string | undefined }): Promise<void>
  /** Secrets of other rooms. */
  readonly secrets: NamedSecrets

  /** Stops the timers. */
  close(): void
}

/** Reads DID documents: `did:key`, `did:web`, `did:wba` (identity.md 1). */
export interface DidResolver {
  /** Errors: `did_unresolvable`, `did_method_unknown`, `did_unreachable`, `did_document_invalid`, `did_document_wrong_id`. */
  resolve(did: string, options?: { fresh?: boolean }): Promise<ResolvedDid>
  /**
   * The public key of `keyId` (`did#fragment`), if its document lists it under `relationship`.
   * Errors: those of `resolve`, `key_not_authorized` when it is not listed there.
   */
  key(keyId: string, relationship: Relationship): Promise<VerificationKey>
}

export type Relationship =
  | 'assertionMethod'
  | 'authentication'
  | 'capabilityDelegation'
  | 'capabilityInvocation'
