import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { keychainProblemSchema, keyInfoSchema, keyStoreBackendSchema } from '../../contract/identity.ts'
import { newRecord, type KeyRecord, type KeyRecords } from './key-records.ts'

/** A key as it is recorded outside the database. Older files have no chain accounts and no wallets. */
const keySchema = keyInfoSchema
  .pick({
    did: true,
    keyId: true,
    kind: true,
    label: true,
    origin: true,
    backend: true,
    createdAt: true,
    isDefault: true,
    retiredAt: true,
    replacedBy: true,
    backedUpAt: true,
  })
  .extend({
    isChainAccount: keyInfoSchema.shape.isChainAccount.default(false),
    wallet: keyInfoSchema.shape.wallet.default(null),
  })

/**
 * `identity.json` in the data directory: the owner, the keys, and where the secrets are stored. It contains
 * no secrets. It lets the keys survive the loss of the database, and names the owner's key before its secret
 * is stored, so that no crash leaves an unknown secret behind.
 */
const identityFileSchema = z.object({
  version: z.literal(1),
  ownerDid: z.string(),
  backend: keyStoreBackendSchema,
  /** Why the secrets are not in the OS keychain; null if they are. */
  keychainProblem: keychainProblemSchema.nullable(),
  createdAt: z.iso.datetime(),
  /** False until the secret has been stored and read back: such a key has never signed anything. */
  stored: z.boolean(),
  /** Every key, including the owner's; empty in files from before there were several. */
  keys: z.array(keySchema).default([]),
})
export type IdentityFile = z.infer<typeof identityFileSchema>

/** Null if there is no file. Errors: `identity_file_corrupt`; the file is left as it is. */
export const readIdentityFile = (dataDir: string): IdentityFile | null => {
  const path = pathIn(dataDir)
  try {
    return identityFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new SatchelError('identity_file_corrupt', { params: { path }, cause })
  }
}

export const writeIdentityFile = (dataDir: string, content: IdentityFile): void => {
  writeFileAtomic(pathIn(dataDir), `${JSON.stringify(content, null, 2)}\n`)
}

/** The content of the file while the database is intact. */
export const identityFileOf = (records: KeyRecords): IdentityFile => {
  const owner = records.owner()
  if (owner === null) throw new Error('no owner yet')
  const { did: ownerDid, backend, keychainProblem, createdAt } = owner
  const keys = records.all().map((record) => keySchema.parse(record))
  return { version: 1, ownerDid, backend, keychainProblem, createdAt, stored: true, keys }
}

/** The records to restore from the file when the database was lost. */
export const recordsOf = (file: IdentityFile): KeyRecord[] => {
  const others = file.keys.filter(({ did }) => did !== file.ownerDid)
  const known = file.keys.find(({ did }) => did === file.ownerDid)
  const owner = known ?? {
    did: file.ownerDid,
    keyId: keyIdOfDid(file.ownerDid),
    kind: 'Ed25519' as const,
    label: 'Owner',
    origin: 'created' as const,
    backend: file.backend,
    createdAt: file.createdAt,
  }
  const isDefault = !others.some((key) => key.isDefault)
  const { keychainProblem } = file
  return [
    { ...newRecord(owner), isOwner: true, isDefault, keychainProblem },
    ...others.map((key) => ({ ...newRecord(key), ...key })),
  ]
}

const pathIn = (dataDir: string): string => join(dataDir, 'identity.json')
