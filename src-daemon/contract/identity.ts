import { z } from 'zod'

/**
 * The account that publishes to a registry on a chain, and pays for it. Its key is one of the owner's keys, and only
 * that key signs for it.
 */
export const chainAccountSchema = z.object({
  keyId: z.string(),
  /** `0x…`, 20 bytes with the checksum of EIP-55. The same on every chain. */
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  createdAt: z.iso.datetime(),
  /** As in `KeyInfo`: what the account owns is lost with its key. */
  backedUpAt: z.iso.datetime().nullable(),
})
export type ChainAccount = z.infer<typeof chainAccountSchema>

/** Where a secret is stored. `keychain` = the OS keychain, `vault` = the passphrase-encrypted file. */
export const keyStoreBackendSchema = z.enum(['keychain', 'vault'])
export type KeyStoreBackend = z.infer<typeof keyStoreBackendSchema>

/**
 * Why the OS keychain isn't used; shown to the user before a vault is created (identity.md 2). `chosen`: the user moved
 * the keys.
 */
export const keychainProblemSchema = z.enum(['absent', 'locked', 'changed', 'failed', 'chosen'])
export type KeychainProblem = z.infer<typeof keychainProblemSchema>

/** How hard a passphrase is to guess. For a new one, `weak` is refused and `fair` causes a warning. */
export const passphraseStrengthSchema = z.enum(['weak', 'fair', 'good', 'strong'])
export type PassphraseStrength = z.infer<typeof passphraseStrengthSchema>

/** What makes a passphrase easy to guess, and what would help, by zxcvbn's names. */
export const passphraseAdviceSchema = z.enum([
  'straightRow',
  'keyPattern',
  'simpleRepeat',
  'extendedRepeat',
  'sequences',
  'recentYears',
  'dates',
  'topTen',
  'topHundred',
  'common',
  'similarToCommon',
  'wordByItself',
  'namesByThemselves',
  'commonNames',
  'l33t',
  'reverseWords',
  'allUppercase',
  'capitalization',
  'associatedYears',
  'repeated',
  'longerKeyboardPattern',
  'anotherWord',
  'useWords',
])
export type PassphraseAdvice = z.infer<typeof passphraseAdviceSchema>

/** `advice`: sentences in the user's language. */
export const judgedPassphraseSchema = z.object({
  strength: passphraseStrengthSchema,
  advice: z.array(z.string()),
})
export type JudgedPassphrase = z.infer<typeof judgedPassphraseSchema>

/** The supported curves of keys (identity.md 1). */
export const keyKindSchema = z.enum(['Ed25519', 'secp256k1', 'P-256'])
export type KeyKind = z.infer<typeof keyKindSchema>

/** The families of chains that accounts of wallets are on. */
export const WALLET_FAMILIES = ['evm', 'near', 'solana'] as const
export const walletFamilySchema = z.enum(WALLET_FAMILIES)
export type WalletFamily = z.infer<typeof walletFamilySchema>

export const keyStoreStatusSchema = z.object({
  backend: keyStoreBackendSchema,
  /**
   * `ready`: can sign. `locked`: the vault or keychain waits for its passphrase. `missing`: the vault file isn't there.
   * `damaged`: it is, but no passphrase can open it.
   */
  state: z.enum(['ready', 'locked', 'missing', 'damaged']),
  /** Set when the OS keychain is not in use, with the reason. */
  keychainProblem: keychainProblemSchema.nullable(),
  /** Product name of the OS keychain, e.g. "Secret Service"; null if the system has none. */
  keychainName: z.string().nullable(),
  /** When an unlocked vault will lock itself if unused; null if it stays unlocked or isn't an unlocked vault. */
  locksAt: z.iso.datetime().nullable(),
})
export type KeyStoreStatus = z.infer<typeof keyStoreStatusSchema>

export const keyInfoSchema = z.object({
  did: z.string(),
  keyId: z.string(),
  kind: keyKindSchema,
  label: z.string(),
  /** How the key got here. */
  origin: z.enum(['created', 'imported', 'restored']),
  backend: keyStoreBackendSchema,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  uses: z.int().nonnegative(),
  /** The owner's identity: packages signed with it are the owner's own, and authorizations start from it. Exactly one key. */
  isOwner: z.boolean(),
  /** Signs when no key is named. Exactly one key; the owner's unless it was changed. */
  isDefault: z.boolean(),
  /** Pays for what is written to a chain: it signs transactions and nothing else. */
  isChainAccount: z.boolean(),
  /** The chains on which it is an account of a wallet; it signs for that account and nothing else. Null for all other keys. */
  wallet: walletFamilySchema.nullable(),
  /** When it was retired: it verifies, but no longer signs. */
  retiredAt: z.iso.datetime().nullable(),
  /** Key id of its replacement. */
  replacedBy: z.string().nullable(),
  /** When it was last part of a backup that was verified by opening it. */
  backedUpAt: z.iso.datetime().nullable(),
})
export type KeyInfo = z.infer<typeof keyInfoSchema>

/** The key created by a rotation. */
export const rotatedKeySchema = keyInfoSchema.extend({
  /**
   * For the owner's key: whether the old key signed a statement naming its replacement, which other devices then
   * accept. It can't if its secret is missing. Null for other keys, which need no statement.
   */
  stated: z.boolean().nullable(),
})
export type RotatedKey = z.infer<typeof rotatedKeySchema>

/** One line of the signature log: every use of a secret adds one (identity.md 2). */
export const signatureRecordSchema = z.object({
  id: z.string(),
  keyId: z.string(),
  purpose: z.string(),
  /** SHA-256 of the signed bytes, hex. */
  digest: z.string(),
  requester: z.string(),
  /** ISO date-time as it was written; any text, so that a tampered line can still be shown. */
  at: z.string(),
})
export type SignatureRecord = z.infer<typeof signatureRecordSchema>

/** The record with its place in the chain: `hash` = SHA-256 of the canonical JSON (RFC 8785) of the record and `previous`, hex. */
export const chainedSignatureSchema = signatureRecordSchema.extend({ previous: z.string(), hash: z.string() })
export type ChainedSignature = z.infer<typeof chainedSignatureSchema>

/** Whether the signature log is unchanged. */
export const logCheckSchema = z.object({
  whole: z.boolean(),
  records: z.int().nonnegative(),
  /**
   * Hash of the newest line; null for an empty log. A copy kept elsewhere shows whether lines were cut off at the end.
   */
  head: z.string().nullable(),
  /** The first line that was changed or doesn't follow the previous one. */
  firstBroken: signatureRecordSchema.nullable(),
})
export type LogCheck = z.infer<typeof logCheckSchema>

/** An encrypted file for the user to keep. `fileBase64`: age v1, passphrase recipient, readable by any age program. */
export const keyFileSchema = z.object({
  fileName: z.string(),
  fileBase64: z.string(),
  /** The keys inside. */
  keyIds: z.array(z.string()),
  /**
   * When the file was decrypted again and every key in it signed a test text that verified; a file is only returned
   * after that.
   */
  rehearsedAt: z.iso.datetime(),
})
export type KeyFile = z.infer<typeof keyFileSchema>

/** What a backup contains and what a restore did, or would do, with each key. */
export const restoreReportSchema = z.object({
  createdAt: z.iso.datetime(),
  ownerDid: z.string(),
  /** It holds the key of encrypted data, too. */
  dataKey: z.boolean(),
  keys: z.array(
    z.object({
      keyId: z.string(),
      did: z.string(),
      kind: keyKindSchema,
      label: z.string(),
      isOwner: z.boolean(),
      /**
       * `new`: wasn't here. `present`: here with its secret, unchanged. `secret_returned`: known here, but its secret
       * was missing.
       */
      outcome: z.enum(['new', 'present', 'secret_returned']),
    }),
  ),
})
export type RestoreReport = z.infer<typeof restoreReportSchema>

/** The resolution of a DID, as sent over the API. */
export const resolvedDidSchema = z.object({
  did: z.string(),
  method: z.enum(['key', 'web', 'wba']),
  /** Where the document was read; null if it was derived from the DID itself. */
  url: z.string().nullable(),
  resolvedAt: z.iso.datetime(),
  fromCache: z.boolean(),
  /** Only if the owner gave the DID up: `successor` took its place, as the document says. */
  deactivated: z.object({ successor: z.string().nullable() }).optional(),
  keys: z.array(
    z.object({
      keyId: z.string(),
      kind: keyKindSchema,
      /** `assertionMethod`, `authentication`, `capabilityDelegation`, `capabilityInvocation`, `keyAgreement`. */
      relationships: z.array(z.string()),
    }),
  ),
  document: z.record(z.string(), z.unknown()),
})
export type ResolvedDid = z.infer<typeof resolvedDidSchema>

/** A public key. Ed25519: 32 bytes. The others: the compressed point, 33 bytes. */
export interface VerificationKey {
  readonly curve: KeyKind
  readonly bytes: Uint8Array
}
