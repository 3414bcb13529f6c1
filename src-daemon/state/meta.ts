import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'

/** What this replica keeps about itself. */
export interface Meta {
  /** Names this replica in op logs. */
  readonly actor: string
  /** Authenticates query cursors. */
  readonly cursorKey: Uint8Array
}

const bytesSchema = z.instanceof(Uint8Array)
const rowsSchema = z.array(z.object({ key: z.string(), value: bytesSchema }))

/** Reads it, and makes it on the first run. */
export const openMeta = (db: Database): Meta => {
  const read = (): Map<string, Uint8Array> => {
    const rows = rowsSchema.parse(db.prepare('SELECT key, value FROM state_meta').all())
    return new Map(rows.map(({ key, value }) => [key, value]))
  }

  const make = db.transaction(() => {
    const insert = db.prepare('INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    insert.run('actor', Buffer.from(newId()))
    insert.run('cursor_key', randomBytes(32))
  })

  if (!read().has('cursor_key')) make()
  const kept = read()
  return {
    actor: Buffer.from(bytesSchema.parse(kept.get('actor'))).toString(),
    cursorKey: bytesSchema.parse(kept.get('cursor_key')),
  }
}
