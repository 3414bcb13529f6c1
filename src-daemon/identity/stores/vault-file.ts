import { readFileSync, rmSync, constants, copyFileSync, linkSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory, writeFileAtomic } from '../../platform/files.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import { keyKindSchema } from '../../contract/identity.ts'
import { isEntryId } from './entry-id.ts'
import { kindOfDid, sameSecret } from './secret-text.ts'

/**
 * A file with named secrets has version 2, which an older Satchel refuses to open, because it would drop
 * them.
 */
const contentSchema = z
  .object({
    version: z.literal([1, 2]),
    keys: z.array(z.object({ id: z.string(), kind: keyKindSchema, secret: z.base64url().length(43) })),
    texts: z.array(z.object({ id: z.string().refine(isEntryId), text: z.string().min(1) })).default([]),
  })
  .refine(
    ({ keys, texts }) => new Set([...keys, ...texts].map(({ id }) => id)).size === keys.length + texts.length,
    'a secret stands there twice',
  )

/** Secrets by the id they are kept under. */
export type Secrets = ReadonlyMap<string, Buffer>

/** The bytes of the file and their digest. Errors: `vault_missing`; those of the system. */
export const readVaultFile = (path: string): { readonly bytes: Uint8Array; readonly digest: string } => {
  const bytes = contentOf(path)
  if (bytes === null) throw new SatchelError('vault_missing', { params: { path } })
  return { bytes, digest: sha256Hex(bytes) }
}

/**
 * What is wrong with a vault file as far as that can be told without its passphrase: it is gone, or isn't an age file for
 * a passphrase that goes on behind its header (age-encryption.org/v1). Null if neither. Errors: those of the system.
 */
export const vaultFileProblem = (path: string): SatchelError | null => {
  const bytes = contentOf(path)
  if (bytes === null) return new SatchelError('vault_missing', { params: { path } })
  const header = HEADER.exec(Buffer.from(bytes).toString('latin1'))
  const isWhole = header !== null && bytes.length - header[0].length >= LEAST_PAYLOAD
  return isWhole ? null : new SatchelError('vault_corrupt', { params: { path } })
}

/** The header of an age file with one stanza, for a passphrase: the stanza, the wrapped file key, and the code of both. */
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} \d{1,2}\n[\w+/]{43}\n--- [\w+/]{43}\n/
/** The nonce of 16 bytes, and the tag of a chunk. */
const LEAST_PAYLOAD = 16 + 16

/** Null if there is no file; any other failure is thrown. */
const contentOf = (path: string): Uint8Array | null => {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
}

/** Decrypts the secrets in a vault file. Errors: `wrong_passphrase`, `vault_corrupt`. */
export const openVaultBytes = async (input: {
  readonly path: string
  readonly bytes: Uint8Array
  readonly passphrase: string | Uint8Array
}): Promise<Secrets> => {
  // Loaded on demand: most installations never open a vault.
  const { decryptWithPassphrase } = await import('./age-passphrase.ts')
  try {
    const plain = await decryptWithPassphrase(input.bytes, input.passphrase)
    const { keys, texts } = contentSchema.parse(JSON.parse(Buffer.from(plain).toString('utf8')))
    plain.fill(0)
    return new Map([
      ...keys.map(({ id, secret }) => [id, Buffer.from(secret, 'base64url')] as const),
      ...texts.map(({ id, text }) => [id, Buffer.from(text)] as const),
    ])
  } catch (cause) {
    if (cause instanceof SatchelError && cause.code === 'wrong_passphrase') throw cause
    throw new SatchelError('vault_corrupt', { params: { path: input.path }, cause })
  }
}

/** Encrypts the content, and decrypts it again to verify that it is complete. Errors: `keystore_failed`. */
export const sealVaultBytes = async (input: {
  readonly path: string
  readonly secrets: Secrets
  readonly passphrase: Uint8Array
  readonly workFactor: number | undefined
}): Promise<Uint8Array> => {
  const { encryptWithPassphrase } = await import('./age-passphrase.ts')
  const all = [...input.secrets]
  const keys = all
    .filter(([id]) => !isEntryId(id))
    .map(([id, secret]) => ({ id, kind: kindOfDid(id), secret: secret.toString('base64url') }))
  const texts = all.filter(([id]) => isEntryId(id)).map(([id, text]) => ({ id, text: text.toString('utf8') }))
  const content = texts.length === 0 ? { version: 1, keys } : { version: 2, keys, texts }
  const plain = Buffer.from(JSON.stringify(content))
  const bytes = await encryptWithPassphrase(plain, input.passphrase, input.workFactor)
  plain.fill(0)
  const again = await openVaultBytes({ path: input.path, bytes, passphrase: input.passphrase })
  const whole = sameSecrets(again, input.secrets)
  wipe(again)
  if (!whole) throw new SatchelError('keystore_failed', { details: { reason: 'encryption' } })
  return bytes
}

/**
 * Replaces the file with the digest `replaces`; null = there must be no file. Returns the new digest.
 *
 * @throws SatchelError `vault_exists`, `vault_missing`, `vault_changed` with nothing written;
 * `keystore_failed` when the disk did not keep it
 */
export const putVaultFile = (path: string, bytes: Uint8Array, replaces: string | null): string => {
  if (replaces === null) writeNew(path, bytes)
  else {
    checkVaultFile(path, replaces)
    writeFileAtomic(path, bytes, 0o600)
  }
  const { digest } = readVaultFile(path)
  if (digest !== sha256Hex(bytes)) throw new SatchelError('keystore_failed', { details: { reason: 'disk' } })
  return digest
}

const writeNew = (path: string, bytes: Uint8Array): void => {
  try {
    writeFileOnce(path, bytes, 0o600)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new SatchelError('vault_exists', { params: { path }, cause })
    throw cause
  }
}

/** Checks that the file is still the one that was opened. Errors: `vault_missing`, `vault_changed`. */
export const checkVaultFile = (path: string, digest: string): void => {
  if (readVaultFile(path).digest !== digest) throw new SatchelError('vault_changed', { params: { path } })
}

/**
 * Deletes the file with a known digest, and leftovers of its interrupted creation. Errors: as for
 * `checkVaultFile`.
 */
export const deleteVaultFile = (path: string, digest: string): void => {
  checkVaultFile(path, digest)
  rmSync(path)
  rmSync(`${path}.new`, { force: true })
  syncDirectory(dirname(path))
}

/** Overwrites the secrets with zeros. */
export const wipe = (secrets: Secrets): void => {
  for (const secret of secrets.values()) secret.fill(0)
}

const sameSecrets = (one: Secrets, other: Secrets): boolean =>
  one.size === other.size &&
  [...one].every(([id, secret]) => {
    const twin = other.get(id)
    return twin !== undefined && sameSecret(twin, secret)
  })

/** Writes a whole file under a free name; throws `EEXIST` and changes nothing if the name is taken. */
const writeFileOnce = (path: string, data: Uint8Array, mode: number): void => {
  const whole = `${path}.new`
  writeFileAtomic(whole, data, mode)
  try {
    linkOrCopy(whole, path)
    syncDirectory(dirname(path))
  } finally {
    rmSync(whole, { force: true })
  }
}

/**
 * A hard link fails if the name is taken, while a rename would silently replace the file; some file systems
 * have no links.
 */
const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}
