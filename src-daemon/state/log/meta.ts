import { randomBytes } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Database } from '../../storage/index.ts'

/** What this replica stores about itself. */
export interface Meta {
  /** This replica's name in op logs. */
  readonly actor: string
  /** Authenticates query cursors. */
  readonly cursorKey: Uint8Array
}

/** Reads it; creates it on the first run. */
export const openMeta = (db: Database): Meta => {
  const read = (): Map<string, Uint8Array> => {
    // The columns are declared STRICT.
    return new Map(
      db.prepare('SELECT key, value FROM state_meta').raw().all() as (readonly [string, Uint8Array])[],
    )
  }

  const make = db.transaction(() => {
    const insert = db.prepare('INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    insert.run('actor', Buffer.from(newId()))
    insert.run('cursor_key', randomBytes(32))
  })

  if (!read().has('cursor_key')) make()
  const kept = read()
  const get = (key: string): Uint8Array => {
    const value = kept.get(key)
    if (value === undefined) throw new SatchelError('internal')
    return value
  }
  return { actor: Buffer.from(get('actor')).toString(), cursorKey: get('cursor_key') }
}
