import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { KeyRecord, KeyRecords } from '../keys/key-records.ts'
import type { KeySecrets } from '../keys/key-secrets.ts'
import type { NamedSecrets } from '../types.ts'
import { seal, unseal } from './seal.ts'

/** What a name may be: `models/openai-1`, `capability/weather/token`. */
const NAME = /^[a-z0-9][a-z0-9._/-]{0,199}$/
const LONGEST_VALUE = 8192

const rowSchema = z.object({ name: z.string(), key_id: z.string(), sealed: z.instanceof(Buffer) })
const infoSchema = z.object({ name: z.string(), setAt: z.string() })

export interface NamedSecretsDeps {
  readonly db: Database
  readonly records: Pick<KeyRecords, 'find' | 'owner'>
  readonly secrets: Pick<KeySecrets, 'of'>
  /** Waits until no secret is being moved. */
  readonly atRest: () => Promise<void>
  readonly now: () => Date
}

/**
 * Texts that are secret, sealed under the owner's key, which lies in the keychain or the vault. They therefore open when that store
 * does, move with it, and are unreadable in a copy of the database.
 */
export const createNamedSecrets = (deps: NamedSecretsDeps): NamedSecrets => {
  const { db, records, secrets, atRest, now } = deps
  const listed = db.prepare('SELECT name, set_at AS setAt FROM named_secrets ORDER BY name')
  const found = db.prepare('SELECT name, key_id, sealed FROM named_secrets WHERE name = ?')
  const put = db.prepare(
    `INSERT INTO named_secrets (name, key_id, sealed, set_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, set_at = excluded.set_at`,
  )
  const remove = db.prepare('DELETE FROM named_secrets WHERE name = ?')

  const withSecretOf = async <T>(key: KeyRecord, work: (secret: Uint8Array) => T): Promise<T> => {
    await atRest()
    const secret = await secrets.of(key)
    try {
      return work(secret)
    } finally {
      secret.fill(0)
    }
  }

  return {
    names: () => z.array(infoSchema).parse(listed.all()),
    has: (name) => found.get(name) !== undefined,
    set: async (name, value) => {
      if (!NAME.test(name)) throw new Error(`${name} is no name of a secret`)
      if (value === '' || value.length > LONGEST_VALUE || /[\p{Cc}]/u.test(value))
        throw new SatchelError('secret_invalid', { params: { maximum: LONGEST_VALUE } })
      const owner = records.owner()
      if (owner === null) throw new Error('no owner yet')
      const sealed = await withSecretOf(owner, (secret) => seal({ secret, name, value }))
      put.run(name, owner.keyId, sealed, now().toISOString())
    },
    use: async (name) => {
      const row = found.get(name)
      if (row === undefined) throw new SatchelError('secret_missing', { params: { name }, details: { name } })
      const { key_id: keyId, sealed } = rowSchema.parse(row)
      const damaged = () => new SatchelError('secret_damaged', { params: { name }, details: { name } })
      const key = records.find(keyId)
      if (key === null) throw damaged()
      const value = await withSecretOf(key, (secret) => unseal({ secret, name, sealed }))
      if (value === null) throw damaged()
      return value
    },
    forget: (name) => remove.run(name).changes > 0,
  }
}
