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
import type { SatchelError } from '../../platform/errors.ts'
import { z } from 'zod'

const didKey = z.string().regex(/^did:key:z[1-9A-HJ-NP-Za-km-z]{1,128}$/)

/** Ed25519 and the others: 64 bytes as base64url. */
const signatureText = z.string().regex(/^[\w-]{86}$/)

/**
 * That one key of the owner took the place of another: both sign `SatchelRotationv1:` and the canonical JSON (RFC 8785) of
 * `{from, to, at}`. Anybody can check it without asking anybody.
 */
export const rotationSchema = z.strictObject({
  from: didKey,
  to: didKey,
  at: z.iso.datetime(),
  /** By `from`. */
  signature: signatureText,
  /** By `to`. */
  acceptance: signatureText,
})

export type Rotation = z.infer<typeof rotationSchema>

/** Signs bytes with a key whose secret never leaves `identity/`. */
export interface Signer {
  readonly did: string
  readonly keyId: string
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

/** Who asks for a signature: a fact of the caller, written into the log. */
export interface SignRequest {
  readonly bytes: Uint8Array
  readonly purpose: string
  readonly requester: string
  /** The default key unless named. */
  readonly keyId?: string | undefined
}

/**
 * Secrets with a name, such as the key of a model server. Each value is an entry of its own in the store of the owner's key, the OS
 * keychain or the vault; the database says only that it is there. A value is for the room that uses it: it never crosses the API, and
 * is in no setting, log or key backup.
 */
export interface NamedSecrets {
  /** What is kept, without the values. */
  names(): readonly { readonly name: string; readonly setAt: string }[]
  has(name: string): boolean
  /** Whether its value waits for the passphrase of the vault. A keychain only tells when it is asked for the value: false. */
  isLocked(name: string): boolean
  /**
   * Keeps a text of one line, at most 8192 characters, in place of what was there. When it is refused, that is still there. Errors:
   * `secret_invalid`, `keystore_locked`, `keystore_absent`, `keystore_failed`.
   */
  set(name: string, value: string): Promise<void>
  /** The value, asked of its store each time. Errors: `secret_missing`, `secret_gone`, `secret_damaged`, and those of the key store. */
  use(name: string): Promise<string>
  /** False when there was none. Needs no open store: the entry goes at once where it can, else as soon as the store is open. */
  forget(name: string): boolean
  /** Asks the stores for each of them, and gives those that cannot be used now, each with what `use` would throw. */
  check(): Promise<readonly { readonly name: string; readonly problem: SatchelError }[]>
}

/** Keys and what is done with them. Secrets never cross this interface: only age-encrypted files do. */
export interface IdentityService extends ChainAccounts {
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
   * Makes a new key of the same kind and label, and retires the old one, which takes over as owner and default where the old one was.
   * Of the owner's, both sign a statement for other devices; where the old secret is missing, there is none.
   * Errors: `key_unknown`, `key_retired`, `owner_change_not_confirmed` unless `confirmOwner` is the present owner's DID when it is
   * the owner's key, `key_of_chain`, and those of `create`.
   */
  rotate(input: { keyId: string; confirmOwner?: string | undefined }): Promise<RotatedKey>
  /** It signs no more. Its secret stays where it is. Errors: `key_unknown`, `key_retired`, `key_in_use` for the owner's and the default key. */
  retire(input: { keyId: string }): KeyInfo
  /** `replaces` is the key id of the default key the user was shown. Errors: `key_unknown`, `key_retired`, `key_of_chain`, `default_key_changed`. */
  setDefault(input: { keyId: string; replaces: string }): KeyInfo
  /**
   * Takes over a secret key: PEM (PKCS #8, SEC 1, encrypted PEM with `passphrase`), JWK, multibase (multicodec-prefixed secret) or hex
   * (32 bytes; `kind` must be given). Errors: `key_import_invalid`, `key_import_kind_needed`, `key_exists`, those of `create`.
   */
  importKey(input: {
    text: string
    kind?: KeyKind | undefined
    passphrase?: string | undefined
    label: string
  }): Promise<KeyInfo>
  /** One key in a backup file of its own. Errors: `key_unknown`, `weak_passphrase`, those of `sign`. */
  exportKey(input: { keyId: string; passphrase: string }): Promise<KeyFile>
  /** Every key, retired ones too; marked as backed up only after the rehearsal. Errors: `weak_passphrase`, `backup_rehearsal_failed`, those of `sign`. */
  backup(input: { passphrase: string }): Promise<KeyFile>
  /**
   * What `restore` would do; changes nothing. Errors: `backup_invalid`, `wrong_passphrase`.
   */
  inspectBackup(input: { file: Uint8Array; passphrase: string }): Promise<RestoreReport>
  /**
   * Brings the keys of a backup back; nothing that is here is overwritten. `asOwner` = DID of the present owner makes the backup's owner
   * the owner here. A missing vault is made anew with `newVaultPassphrase` (the backup's own unless given).
   * Errors: those of `inspectBackup` and `create`, `owner_change_not_confirmed`.
   */
  restore(input: {
    file: Uint8Array
    passphrase: string
    asOwner?: string | undefined
    newVaultPassphrase?: string | undefined
  }): Promise<RestoreReport>

  /** Which keys the owner had before the present one, and has on devices that know of a newer one, as both keys signed it. */
  readonly rotations: {
    /** The line of statements the owner's key stands in, oldest first. */
    chain(): readonly Rotation[]
    /** The owner's DID and those the line names. */
    dids(): ReadonlySet<string>
    /**
     * Takes over what another device says, oldest first: a line in which a key of the owner's stands, and which contradicts nothing
     * known. All of it or nothing. Errors: `rotation_invalid`, `rotation_forked`, `change_set_other_owner` where none of them is in it.
     */
    learn(given: readonly unknown[]): void
  }

  /**
   * Signs and logs it. Errors: `keystore_locked`, `keystore_failed`, `key_missing`, `key_unknown`, `key_retired`, `key_of_chain` for a chain
   * account.
   */
  sign(input: SignRequest): Promise<{ keyId: string; signature: Uint8Array }>
  /** A signer over one key. Errors: `key_unknown`, `key_retired`, `key_of_chain`. */
  signer(input: { keyId?: string | undefined; purpose: string; requester: string }): Signer
  /** Verifies against the key in `keyId`, resolving its DID where needed. Errors: `did_unresolvable` and the other `did_*`. */
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
  /** Errors: `wrong_passphrase`, `weak_passphrase`, `vault_missing`. */
  changePassphrase(input: { current: string; next: string }): Promise<void>
  /**
   * Moves every secret, named ones too, to the other store: copied, read back, compared, switched in one step, and only then removed where they were.
   * `passphrase` opens or makes the vault. Errors: `already_there`, `keystore_absent`, `keystore_locked`, `wrong_passphrase`, `weak_passphrase`;
   * after any of them everything is as before.
   */
  moveTo(input: { backend: KeyStoreBackend; passphrase?: string | undefined }): Promise<void>
  /** Secrets of other rooms. */
  readonly secrets: NamedSecrets

  /** Ends timers. */
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
  'assertionMethod' | 'authentication' | 'capabilityDelegation' | 'capabilityInvocation'
