import type { FormerName } from '../../contract/state-sync.ts'
import { pathSaid, withoutWaiting, type Database, type Place } from '../../storage/index.ts'
import type { Replica } from './replica.ts'

/** Records the place of the database, so that it notices when it was copied, or an older copy was put back. */
export interface PlaceKeeper {
  /** Makes another mark if anything was written since the last: a copy from before then differs from the database. */
  markAgain(): void
}

const KEY = 'place'

/**
 * Compares the recorded place of the database with the actual one, and gives the replica another name if they
 * differ. To be called before anything is written. An older database without a record counts as unmoved.
 *
 * `renamed` receives the former name, if the replica was renamed.
 */
export const settlePlace = (
  { db, replica, place }: { readonly db: Database; readonly replica: Replica; readonly place: Place },
  renamed: (former: Pick<FormerName, 'name' | 'from'>) => void,
): PlaceKeeper => {
  const noteDown = withoutWaiting(db)
  const select = db.prepare('SELECT value FROM state_meta WHERE key = ?').pluck()
  const upsert = db.prepare(
    'INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const changes = db.prepare('SELECT total_changes()').pluck()
  let markedAt: unknown

  const mark = (alongside: () => void): void => {
    const { said, settle } = place.mark()
    // A power cut may undo this after the earlier mark was removed: then the replica takes another name, which does no harm.
    noteDown(() => {
      alongside()
      upsert.run(KEY, said)
    })
    settle()
    markedAt = changes.get()
  }

  /** Without space on the disk, the earlier mark stays. Other failures show up when they matter: with a change. */
  const tryMark = (alongside: () => void): boolean => {
    try {
      mark(alongside)
      return true
    } catch {
      replica.forget()
      return false
    }
  }

  const said = select.get(KEY)
  if (said instanceof Uint8Array && !place.isAt(said)) {
    const { name } = replica
    const from = pathSaid(said)
    const isDone = tryMark(() => {
      replica.rename('copied', from)
    })
    if (!isDone) replica.renameLater('copied', from)
    renamed({ name, from })
  } else tryMark(() => undefined)

  return {
    markAgain: () => {
      if (!db.inTransaction && !replica.mustRename && changes.get() !== markedAt) tryMark(() => undefined)
    },
  }
}
