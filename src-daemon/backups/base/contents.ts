import { z } from 'zod'
import type { DataContents } from '../../contract/backups.ts'
import { openForReading, type Database, type DatabaseKey } from '../../storage/index.ts'

/** How much a database holds. */
export const contentsOf = (db: Database): DataContents => {
  const number = (sql: string): number => z.number().parse(db.prepare(sql).pluck().get())
  const lastMs = number('SELECT coalesce(max(ms), 0) FROM changes')
  const lastMessage = z
    .string()
    .nullable()
    .parse(db.prepare('SELECT max(updated_at) FROM conversations').pluck().get())
  const last = Math.max(lastMs, lastMessage === null ? 0 : Date.parse(lastMessage))
  return {
    objects: number('SELECT coalesce(sum(objects), 0) FROM state_view_totals'),
    conversations: number('SELECT count(*) FROM conversations'),
    packages: number('SELECT count(*) FROM package_installs'),
    skills: number('SELECT count(*) FROM skills'),
    lastChangeAt: last === 0 ? null : new Date(last).toISOString(),
  }
}

/** The same for the database at `path`, with counts of what is newer than `at`; null if it doesn't exist or can't be read. */
export const presentContents = (
  path: string,
  key: DatabaseKey | null,
  at: string,
): { readonly contents: DataContents; readonly since: { changes: number; messages: number } } | null => {
  let db: Database | undefined
  try {
    db = openForReading(path, key)
    const count = (sql: string, value: string | number): number =>
      z.number().parse(db?.prepare(sql).pluck().get(value))
    return {
      contents: contentsOf(db),
      since: {
        changes: count('SELECT count(*) FROM changes WHERE ms > ?', Date.parse(at)),
        messages: count('SELECT count(*) FROM messages WHERE created_at > ?', at),
      },
    }
  } catch {
    return null
  } finally {
    db?.close()
  }
}

/** Makes a database a copy that knows it: an empty place never fits, so it takes a new replica id when it is opened. */
export const markAsCopy = (db: Database): void => {
  db.prepare("INSERT OR REPLACE INTO state_meta (key, value) VALUES ('place', x'')").run()
}
