import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import { keyStoreBackendSchema, type KeyStoreBackend } from '../../contract/identity.ts'

const rowSchema = z.object({
  entry: z.string(),
  name: z.string(),
  backend: keyStoreBackendSchema,
  setAt: z.string(),
})
/** The store of a named secret's value, and its id there. */
export type SecretEntry = z.infer<typeof rowSchema>

const sealedSchema = z.object({
  name: z.string(),
  keyId: z.string(),
  sealed: z.instanceof(Buffer),
  setAt: z.string(),
})
/** A named secret in the older format, sealed in the database. */
export type SealedSecret = z.infer<typeof sealedSchema>

/** The records of named secrets. Each method is one transaction. */
export interface EntryRecords {
  /** False after the database was closed, or if it is read-only: pending work is left to another start. */
  isWritable(): boolean
  names(): readonly { readonly name: string; readonly setAt: string }[]
  /** Confirmed entries, one per name. */
  kept(): readonly SecretEntry[]
  find(name: string): SecretEntry | null
  /** The store of a confirmed entry; null for any other. */
  placeOf(entry: string): KeyStoreBackend | null
  /** Records an entry before it is stored, so that a crash leaves no unknown entry. */
  begin(entry: SecretEntry): void
  /**
   * Confirms that it was stored and read back: it becomes the current one, and the previous one is marked for
   * removal.
   */
  keep(entry: Pick<SecretEntry, 'entry' | 'name'>): void
  /** Forgets the name, and marks its entry for removal. False if there was none. */
  leave(name: string): boolean
  /** Entries to be removed from their store, and unconfirmed ones that may be in it. */
  unsettled(): readonly SecretEntry[]
  /** Deletes the record: the entry is no longer in any store. */
  forget(entry: string): void
  setBackend(entries: readonly string[], backend: KeyStoreBackend): void
  sealed(): readonly SealedSecret[]
}

export const createEntryRecords = (db: Database): EntryRecords => {
  const columns = 'entry, name, backend, set_at AS setAt'
  const listed = db.prepare(
    `SELECT name, set_at AS setAt FROM secret_entries WHERE state = 'kept'
     UNION ALL SELECT name, set_at FROM named_secrets ORDER BY name`,
  )
  const kept = db.prepare(`SELECT ${columns} FROM secret_entries WHERE state = 'kept' ORDER BY name`)
  const found = db.prepare(`SELECT ${columns} FROM secret_entries WHERE state = 'kept' AND name = ?`)
  const place = db.prepare(`SELECT backend FROM secret_entries WHERE state = 'kept' AND entry = ?`).pluck()
  const unsettled = db.prepare(`SELECT ${columns} FROM secret_entries WHERE state <> 'kept' ORDER BY rowid`)
  const sealed = db.prepare('SELECT name, key_id AS keyId, sealed, set_at AS setAt FROM named_secrets')
  const insert = db.prepare(
    `INSERT INTO secret_entries (entry, name, backend, state, set_at)
     VALUES (@entry, @name, @backend, 'writing', @setAt)`,
  )
  const leaveKept = db.prepare(
    `UPDATE secret_entries SET state = 'leaving' WHERE state = 'kept' AND name = ?`,
  )
  const unseal = db.prepare('DELETE FROM named_secrets WHERE name = ?')
  const keepOne = db.prepare(`UPDATE secret_entries SET state = 'kept' WHERE entry = ?`)
  const remove = db.prepare('DELETE FROM secret_entries WHERE entry = ?')
  const moveOne = db.prepare('UPDATE secret_entries SET backend = ? WHERE entry = ?')

  const leave = db.transaction(
    (name: string): boolean => leaveKept.run(name).changes + unseal.run(name).changes > 0,
  )
  const keep = db.transaction(({ entry, name }: Pick<SecretEntry, 'entry' | 'name'>): void => {
    leave(name)
    keepOne.run(entry)
  })
  const setBackend = db.transaction((entries: readonly string[], backend: KeyStoreBackend): void => {
    for (const entry of entries) moveOne.run(backend, entry)
  })

  return {
    isWritable: () => db.open && !db.readonly,
    names: () => z.array(rowSchema.pick({ name: true, setAt: true })).parse(listed.all()),
    kept: () => z.array(rowSchema).parse(kept.all()),
    find: (name) => {
      const row = found.get(name)
      return row === undefined ? null : rowSchema.parse(row)
    },
    placeOf: (entry) => keyStoreBackendSchema.optional().parse(place.get(entry)) ?? null,
    begin: (entry) => {
      insert.run(entry)
    },
    keep,
    leave,
    unsettled: () => z.array(rowSchema).parse(unsettled.all()),
    forget: (entry) => {
      remove.run(entry)
    },
    setBackend,
    sealed: () => z.array(sealedSchema).parse(sealed.all()),
  }
}
