import { z } from 'zod'
import type { Database } from '../storage/index.ts'
import { keyIdOfDid } from './did-key.ts'
import { keychainProblemSchema, keyStoreBackendSchema } from './types.ts'

const ownerSchema = z.object({
  did: z.string(),
  keyId: z.string(),
  label: z.string(),
  backend: keyStoreBackendSchema,
  keychainProblem: keychainProblemSchema.nullable(),
  createdAt: z.iso.datetime(),
})
/** The public part of the owner's key, as the database remembers it. */
export type OwnerRecord = z.infer<typeof ownerSchema>

export const readOwner = (db: Database): OwnerRecord | null => {
  const row = db
    .prepare(
      `SELECT did, key_id AS keyId, label, backend, keychain_problem AS keychainProblem, created_at AS createdAt
       FROM identity_keys WHERE is_owner = 1`,
    )
    .get()
  return row === undefined ? null : ownerSchema.parse(row)
}

/** Writes the owner down; there can be only one. */
export const recordOwner = (db: Database, owner: Omit<OwnerRecord, 'keyId' | 'label'>): OwnerRecord => {
  const record = { ...owner, keyId: keyIdOfDid(owner.did), label: 'Owner' }
  db.prepare(
    `INSERT INTO identity_keys (key_id, did, kind, label, backend, keychain_problem, is_owner, created_at)
     VALUES (@keyId, @did, 'Ed25519', @label, @backend, @keychainProblem, 1, @createdAt)`,
  ).run(record)
  return record
}
