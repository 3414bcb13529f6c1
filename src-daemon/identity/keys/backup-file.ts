import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { readStrictJson } from '../core/strict-json.ts'
import type { DatabaseKey } from '../../storage/index.ts'
import type { Rotation } from '../core/types.ts'
import {
  keyKindSchema,
  walletFamilySchema,
  type KeyKind,
  type WalletFamily,
} from '../../contract/identity.ts'
import { verifySignature } from '../dids/verify.ts'
import { publicPartOf, secretJwkOf, signWith } from './curves.ts'
import { newPassphrase } from '../stores/passphrase.ts'
import { readSecretKey } from './import-key.ts'
import { readRotations } from './rotation.ts'

/** Room for far more keys than anyone has. */
const MAX_BYTES = 16 * 1024 * 1024
const REHEARSAL = Buffer.from('SatchelBackupRehearsalv1')

const contentSchema = z.object({
  format: z.literal('satchel-keys'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  ownerDid: z.string(),
  keys: z
    .array(
      z.object({
        did: z.string(),
        kind: keyKindSchema,
        label: z.string(),
        createdAt: z.iso.datetime(),
        /** Set for a retired key, so that it is restored as retired. */
        retiredAt: z.iso.datetime().nullable().default(null),
        /** So that a chain account is restored as one; older files have none. */
        isChainAccount: z.boolean().default(false),
        /** The same for an account of a wallet. */
        wallet: walletFamilySchema.nullable().default(null),
        jwk: z.record(z.string(), z.string()),
      }),
    )
    .min(1),
  /** As in `Backup`; older files have none. */
  rotations: z.array(z.unknown()).default([]),
  /** As in `Backup`; older files have none. The keys are usable without it. */
  dataKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .catch(null),
})

/** A key with its secret, to be written to or read from a backup. */
export interface BackupKey {
  readonly did: string
  readonly keyId: string
  readonly kind: KeyKind
  readonly label: string
  readonly createdAt: string
  readonly retiredAt: string | null
  readonly isChainAccount: boolean
  readonly wallet: WalletFamily | null
  readonly secret: Uint8Array
}

export interface Backup {
  readonly createdAt: string
  readonly ownerDid: string
  readonly keys: readonly BackupKey[]
  /** The rotation statements that lead to the owner's key and on from it, oldest first. */
  readonly rotations: readonly Rotation[]
  /** The key that the data is encrypted with; null if it wasn't encrypted, and in a file with a single key. */
  readonly dataKey: DatabaseKey | null
}

/**
 * Encrypts keys into a file for the user: age v1 with a passphrase, around JSON. Before it returns, it has
 * decrypted the very bytes it returns, and every key in them has signed a test text that verified against its
 * DID.
 *
 * @throws SatchelError `weak_passphrase`, `backup_rehearsal_failed`
 */
export const writeBackup = async (
  { createdAt, ownerDid, keys, rotations, dataKey }: Backup,
  typed: string,
  workFactor?: number,
): Promise<Uint8Array> => {
  const passphrase = newPassphrase(typed)
  const content = {
    format: 'satchel-keys',
    version: 1,
    createdAt,
    ownerDid,
    keys: keys.map(({ did, kind, label, createdAt, retiredAt, isChainAccount, wallet, secret }) => ({
      did,
      kind,
      label,
      createdAt,
      retiredAt,
      isChainAccount,
      wallet,
      jwk: secretJwkOf(kind, secret),
    })),
    rotations,
    dataKey,
  }
  const { encryptWithPassphrase } = await import('../stores/age-passphrase.ts')
  const plain = Buffer.from(JSON.stringify(content))
  const file = await encryptWithPassphrase(plain, passphrase, workFactor)
  plain.fill(0)
  await rehearse(file, passphrase, { keys, rotations, dataKey })
  return file
}

/**
 * Decrypts a backup and checks all of it: each secret must belong to its DID, there must be no duplicates,
 * and the rotation statements must form a chain of its owner, each signed by both keys. The caller zeroes the
 * secrets.
 *
 * @throws SatchelError `wrong_passphrase`, `backup_invalid`
 */
export const readBackup = async (file: Uint8Array, passphrase: string): Promise<Backup> => {
  if (file.length > MAX_BYTES) throw new SatchelError('backup_invalid', { details: { reason: 'size' } })
  const { decryptWithPassphrase } = await import('../stores/age-passphrase.ts')
  try {
    const plain = Buffer.from(await decryptWithPassphrase(file, passphrase))
    const text = plain.toString('utf8')
    plain.fill(0)
    const json = readStrictJson(text)
    if (!json.ok) throw new Error(json.problem)
    const { createdAt, ownerDid, keys, rotations: said, dataKey } = contentSchema.parse(json.value)
    const rotations = readRotations(said)
    if (rotations.length > 0 && !rotations.some(({ from, to }) => from === ownerDid || to === ownerDid))
      throw new Error('the statements are of another owner')
    if (new Set(keys.map(({ did }) => did)).size !== keys.length) throw new Error('a key stands there twice')
    return { createdAt, ownerDid, keys: keys.map(backupKeyOf), rotations, dataKey }
  } catch (cause) {
    if (cause instanceof SatchelError && cause.code === 'wrong_passphrase') throw cause
    throw new SatchelError('backup_invalid', { cause })
  }
}

/** Overwrites the secrets with zeros. */
export const wipeBackup = ({ keys }: Pick<Backup, 'keys'>): void => {
  for (const { secret } of keys) secret.fill(0)
}

const backupKeyOf = ({ jwk, kind, ...key }: z.infer<typeof contentSchema>['keys'][number]): BackupKey => {
  const { secret } = readSecretKey({ text: JSON.stringify(jwk), kind })
  const { did, keyId } = publicPartOf(kind, secret)
  if (did !== key.did) throw new Error(`not the key of ${key.did}`)
  return { ...key, kind, keyId, secret }
}

const rehearse = async (
  file: Uint8Array,
  passphrase: string,
  { keys, rotations, dataKey }: Pick<Backup, 'keys' | 'rotations' | 'dataKey'>,
): Promise<void> => {
  const failed = (did: string, cause?: unknown): SatchelError =>
    new SatchelError('backup_rehearsal_failed', { details: { did }, cause })
  const again = await readBackup(file, passphrase).catch((thrown: unknown) => {
    throw failed('', thrown)
  })
  if (again.rotations.length !== rotations.length || again.dataKey !== dataKey) throw failed('')
  for (const { did, keyId } of keys) {
    const key = again.keys.find((one) => one.did === did)
    if (key === undefined) throw failed(did)
    const signature = signWith(key.kind, key.secret, REHEARSAL)
    if (!verifySignature({ keyId, bytes: REHEARSAL, signature })) throw failed(did)
  }
  wipeBackup(again)
}
