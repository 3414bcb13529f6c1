import { z } from 'zod'

/** Where a secret lives. `keychain` = the OS keychain, `vault` = the passphrase-encrypted file. */
export const keyStoreBackendSchema = z.enum(['keychain', 'vault'])
export type KeyStoreBackend = z.infer<typeof keyStoreBackendSchema>

/** Why the OS keychain is not used; said to the user before a vault is made (identity.md 2). */
export const keychainProblemSchema = z.enum(['absent', 'locked', 'changed', 'failed'])
export type KeychainProblem = z.infer<typeof keychainProblemSchema>

export const keyStoreStatusSchema = z.object({
  backend: keyStoreBackendSchema,
  /** `ready`: can sign. `locked`: the vault or keychain waits for its passphrase. `missing`: no vault exists yet. */
  state: z.enum(['ready', 'locked', 'missing']),
  /** Set when the OS keychain is not in use, with the reason. */
  keychainProblem: keychainProblemSchema.nullable(),
  /** Name of the OS keychain in words, e.g. "Secret Service"; null for the vault. */
  keychainName: z.string().nullable(),
})
export type KeyStoreStatus = z.infer<typeof keyStoreStatusSchema>

export const keyInfoSchema = z.object({
  did: z.string(),
  keyId: z.string(),
  kind: z.enum(['Ed25519']),
  label: z.string(),
  backend: keyStoreBackendSchema,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  uses: z.int().nonnegative(),
  isOwner: z.boolean(),
})
export type KeyInfo = z.infer<typeof keyInfoSchema>

/** One line of the signature log: every use of a secret leaves one (identity.md 2). */
export const signatureRecordSchema = z.object({
  id: z.string(),
  keyId: z.string(),
  purpose: z.string(),
  /** SHA-256 of the signed bytes, hex. */
  digest: z.string(),
  requester: z.string(),
  at: z.iso.datetime(),
})
export type SignatureRecord = z.infer<typeof signatureRecordSchema>

/** Signs bytes with a key whose secret never leaves `identity/`. */
export interface Signer {
  readonly did: string
  readonly keyId: string
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

/** Keys and what is done with them. Secrets never cross this interface. */
export interface IdentityService {
  /** The owner's DID; made on the first run, never silently replaced. */
  readonly ownerDid: string
  status(): Promise<KeyStoreStatus>
  keys(): readonly KeyInfo[]
  signatures(limit: number): readonly SignatureRecord[]
  /**
   * Signs with the owner's key and logs it. `purpose` says for what, `requester` for whom.
   * Errors: `keystore_locked`, `keystore_failed`, `key_missing`.
   */
  sign(input: {
    bytes: Uint8Array
    purpose: string
    requester: string
  }): Promise<{ keyId: string; signature: Uint8Array }>
  /** Verifies against the key in `keyId` (`did:key:z...#z...`). Errors: `did_unresolvable`. */
  verify(input: { keyId: string; bytes: Uint8Array; signature: Uint8Array }): Promise<boolean>
  /** Opens the vault until the daemon stops. Errors: `wrong_passphrase`, `vault_corrupt`, `vault_missing`, `key_missing`. */
  unlock(passphrase: string): Promise<void>
}
