import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { keychainProblemSchema, keyInfoSchema, type KeyInfo } from '../../contract/identity.ts'

const flag = z.int().transform((value) => value === 1)
const rowSchema = keyInfoSchema.omit({ uses: true, lastUsedAt: true }).extend({
  isOwner: flag,
  isDefault: flag,
  isChainAccount: flag,
  pending: flag,
  /** Why the secrets are not in the OS keychain; the owner's record holds it for all keys. */
  keychainProblem: keychainProblemSchema.nullable(),
})
/** The public part of a key, as stored in the database. */
export type KeyRecord = z.infer<typeof rowSchema>

/** The record of an ordinary key that was just created or imported. */
export const newRecord = (
  key: Pick<KeyRecord, 'did' | 'keyId' | 'kind' | 'label' | 'origin' | 'backend' | 'createdAt'>,
): KeyRecord => ({
  isOwner: false,
  isDefault: false,
  isChainAccount: false,
  wallet: null,
  retiredAt: null,
  replacedBy: null,
  backedUpAt: null,
  keychainProblem: null,
  pending: false,
  ...key,
})

/** The keys in the database. Reading is free: they are cached in memory. */
export interface KeyRecords {
  /** The owner's first, retired ones last. Pending ones are left out. */
  all(): readonly KeyRecord[]
  /** Keys whose secret may not have been stored. */
  pending(): readonly KeyRecord[]
  /** Null until the first run has finished. */
  owner(): KeyRecord | null
  /** Includes pending ones; null if there is none. */
  find(keyId: string): KeyRecord | null
  /** Errors: `key_unknown`. */
  get(keyId: string): KeyRecord
  /** A key that may sign. Errors: `key_unknown`, `key_retired`. */
  active(keyId: string): KeyRecord
  /** A key of no account on a chain. Errors: `key_unknown`, `key_retired`, `key_of_chain`, `key_of_wallet`. */
  signing(keyId: string): KeyRecord
  /** Makes all changes in one transaction, or none. */
  change(work: () => void): void
  /** Adds records; `pending` ones before their secret is stored. */
  add(keys: readonly KeyRecord[]): void
  /** Call it when the secret was stored and read back. */
  confirm(keyId: string): void
  /** Removes a pending key whose secret was provably never stored. */
  forget(keyId: string): void
  setLabel(keyId: string, label: string): void
  setOwner(keyId: string): void
  setDefault(keyId: string): void
  retire(keyId: string, at: string, replacedBy: string | null): void
  /** Takes a retirement back. */
  revive(keyId: string): void
  markBackedUp(keyIds: readonly string[], at: string): void
  setBackend(keyIds: readonly string[], backend: KeyRecord['backend']): void
  /** Stored with the owner's key. */
  setKeychainProblem(problem: KeyRecord['keychainProblem']): void
}

export const createKeyRecords = (db: Database): KeyRecords => {
  const select = db.prepare(
    `SELECT key_id AS keyId, did, kind, label, origin, backend, keychain_problem AS keychainProblem, is_owner AS isOwner,
       is_default AS isDefault, is_chain_account AS isChainAccount, wallet, created_at AS createdAt, retired_at AS retiredAt, replaced_by AS replacedBy,
       backed_up_at AS backedUpAt, pending
     FROM identity_keys ORDER BY is_owner DESC, retired_at IS NOT NULL, created_at, rowid`,
  )
  const insert = db.prepare(
    `INSERT INTO identity_keys (key_id, did, kind, label, origin, backend, keychain_problem, is_owner, is_default,
       is_chain_account, wallet, created_at, retired_at, replaced_by, backed_up_at, pending)
     VALUES (@keyId, @did, @kind, @label, @origin, @backend, @keychainProblem, @isOwner, @isDefault,
       @isChainAccount, @wallet, @createdAt, @retiredAt, @replacedBy, @backedUpAt, @pending)`,
  )
  const read = (): readonly KeyRecord[] => z.array(rowSchema).parse(select.all())
  let records = read()

  const find: KeyRecords['find'] = (keyId) => records.find((one) => one.keyId === keyId) ?? null
  const get: KeyRecords['get'] = (keyId) => {
    const record = find(keyId)
    if (record === null || record.pending)
      throw new SatchelError('key_unknown', { params: { key: keyId }, details: { keyId } })
    return record
  }

  const active: KeyRecords['active'] = (keyId) => {
    const record = get(keyId)
    if (record.retiredAt !== null)
      throw new SatchelError('key_retired', { params: { key: record.label }, details: { keyId } })
    return record
  }

  const change: KeyRecords['change'] = (work) => {
    try {
      db.transaction(work)()
    } finally {
      records = read()
    }
  }
  const run = (sql: string, params: Record<string, string | null> = {}): void => {
    change(() => {
      db.prepare(sql).run(params)
    })
  }
  const runForEach = (
    sql: string,
    keyIds: readonly string[],
    params: Record<string, string | null>,
  ): void => {
    change(() => {
      for (const keyId of keyIds) run(sql, { keyId, ...params })
    })
  }

  return {
    all: () => records.filter(({ pending }) => !pending),
    pending: () => records.filter(({ pending }) => pending),
    owner: () => records.find(({ isOwner }) => isOwner) ?? null,
    find,
    get,
    active,
    signing: (keyId) => {
      const record = active(keyId)
      if (record.isChainAccount)
        throw new SatchelError('key_of_chain', { params: { key: record.label }, details: { keyId } })
      if (record.wallet !== null)
        throw new SatchelError('key_of_wallet', { params: { key: record.label }, details: { keyId } })
      return record
    },
    change,
    add: (keys) => {
      change(() => {
        for (const { isOwner, isDefault, isChainAccount, pending, ...key } of keys)
          insert.run({
            ...key,
            isOwner: Number(isOwner),
            isDefault: Number(isDefault),
            isChainAccount: Number(isChainAccount),
            pending: Number(pending),
          })
      })
    },
    confirm: (keyId) => {
      run('UPDATE identity_keys SET pending = 0 WHERE key_id = @keyId', { keyId })
    },
    forget: (keyId) => {
      run('DELETE FROM identity_keys WHERE key_id = @keyId AND pending = 1', { keyId })
    },
    setLabel: (keyId, label) => {
      run('UPDATE identity_keys SET label = @label WHERE key_id = @keyId', { keyId, label })
    },
    setOwner: (keyId) => {
      change(() => {
        const problem = records.find(({ isOwner }) => isOwner)?.keychainProblem ?? null
        run('UPDATE identity_keys SET is_owner = 0, keychain_problem = NULL WHERE is_owner = 1')
        run('UPDATE identity_keys SET is_owner = 1, keychain_problem = @problem WHERE key_id = @keyId', {
          keyId,
          problem,
        })
      })
    },
    setDefault: (keyId) => {
      change(() => {
        run('UPDATE identity_keys SET is_default = 0 WHERE is_default = 1')
        run('UPDATE identity_keys SET is_default = 1 WHERE key_id = @keyId', { keyId })
      })
    },
    retire: (keyId, at, replacedBy) => {
      run('UPDATE identity_keys SET retired_at = @at, replaced_by = @replacedBy WHERE key_id = @keyId', {
        keyId,
        at,
        replacedBy,
      })
    },
    revive: (keyId) => {
      run('UPDATE identity_keys SET retired_at = NULL WHERE key_id = @keyId', { keyId })
    },
    markBackedUp: (keyIds, at) => {
      runForEach('UPDATE identity_keys SET backed_up_at = @at WHERE key_id = @keyId', keyIds, { at })
    },
    setBackend: (keyIds, backend) => {
      runForEach('UPDATE identity_keys SET backend = @backend WHERE key_id = @keyId', keyIds, { backend })
    },
    setKeychainProblem: (problem) => {
      run('UPDATE identity_keys SET keychain_problem = @problem WHERE is_owner = 1', { problem })
    },
  }
}

/** The key that signs by default. */
export const defaultKey = (records: KeyRecords): KeyRecord => {
  const record = records.all().find(({ isDefault }) => isDefault) ?? records.owner()
  if (record === null) throw new Error('no owner yet')
  return record
}

/** The record in the form of the API. */
export const keyInfoOf = (
  { pending: _pending, keychainProblem: _problem, ...record }: KeyRecord,
  usage: Pick<KeyInfo, 'uses' | 'lastUsedAt'>,
): KeyInfo => ({ ...record, ...usage })
