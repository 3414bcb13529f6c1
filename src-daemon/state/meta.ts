import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'

const bytesSchema = z.instanceof(Uint8Array)

/** What this replica keeps about itself: made when first asked for, then the same for ever. */
export const createMeta = (db: Database): { actor: () => string; cursorKey: () => Uint8Array } => {
  const cache = new Map<string, Uint8Array>()

  const keep = (key: string, make: () => Uint8Array): Uint8Array => {
    const known = cache.get(key)
    if (known !== undefined) return known
    db.prepare('INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, make())
    const value = bytesSchema.parse(db.prepare('SELECT value FROM state_meta WHERE key = ?').pluck().get(key))
    // Inside a transaction that may yet be undone the row is not kept for sure.
    if (!db.inTransaction) cache.set(key, value)
    return value
  }

  return {
    /** Names this replica in op logs. */
    actor: () => Buffer.from(keep('actor', () => Buffer.from(newId()))).toString(),
    /** Authenticates query cursors. */
    cursorKey: () => keep('cursor_key', () => randomBytes(32)),
  }
}
