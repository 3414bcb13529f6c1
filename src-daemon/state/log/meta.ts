import { randomBytes } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { openReplica, type Replica } from './replica.ts'

/** What this replica stores about itself. */
export interface Meta {
  readonly replica: Replica
  /** Authenticates query cursors. */
  readonly cursorKey: Uint8Array
}

/** Reads it; creates it on the first run. `now`: milliseconds since 1970. */
export const openMeta = (db: Database, now: () => number): Meta => {
  const read = db.prepare("SELECT value FROM state_meta WHERE key = 'cursor_key'").pluck()
  if (read.get() === undefined)
    db.prepare("INSERT INTO state_meta (key, value) VALUES ('cursor_key', ?) ON CONFLICT DO NOTHING").run(
      randomBytes(32),
    )
  const cursorKey = read.get()
  if (!(cursorKey instanceof Uint8Array)) throw new SatchelError('internal')
  return { replica: openReplica(db, now), cursorKey }
}
