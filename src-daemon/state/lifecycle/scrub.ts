import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import type { Engine } from '../objects/engine.ts'
import { clearPurged, lastPurged } from '../log/purged.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'
import { wordTableOf } from '../view/tables.ts'

/** Pages of a word index written at a time: some milliseconds. */
const MERGED_PAGES = 16
const NOTHING: PurgeReport = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }

const checkpointSchema = z.tuple([z.object({ busy: z.int() })])

/**
 * Removes what SQLite still keeps of purged content (asm.md 7.4) besides the rows, which `secure_delete` overwrites:
 * single words in the word indexes, and older pages in the write-ahead file. Does nothing if nothing was purged since
 * its last completion. A crash, or a reader of the write-ahead file, leaves the rest for the next run.
 */
export function* scrubSteps({
  db,
  statement,
  schemas,
}: Pick<Engine, 'db' | 'statement' | 'schemas'>): Generator<PurgeReport, void, undefined> {
  const seen = lastPurged(statement)
  if (seen === null) return
  const tables = new Set(statement("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
  for (const { view } of schemas.all()) if (tables.has(wordTableOf(view))) yield* mergeWords(db, view)
  if (isTruncated(db)) clearPurged(statement, seen)
}

/**
 * In an index without a copy of the texts, a deleted row's words are only marked (and its option `secure-delete` can't
 * find them). Merging all of it, a few pages at a time, omits them (FTS5, command `merge`: first a negative number,
 * then the same positive one for as long as something is written).
 */
function* mergeWords(db: Database, view: string): Generator<PurgeReport> {
  const table = wordTableOf(view)
  const merge = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`)
  const written = db.prepare('SELECT total_changes()').pluck()
  const step = (pages: number): boolean => {
    const before = Number(written.get())
    merge.run(pages)
    return Number(written.get()) - before >= 2
  }
  for (let more = step(-MERGED_PAGES); more; more = step(MERGED_PAGES)) yield NOTHING
}

/** Truncates the write-ahead file; false if another connection is reading or writing, for which it doesn't wait. */
const isTruncated = (db: Database): boolean => {
  if (db.inTransaction) return false
  const timeout = Number(db.pragma('busy_timeout', { simple: true }))
  db.pragma('busy_timeout = 0')
  try {
    const [{ busy }] = checkpointSchema.parse(db.pragma('wal_checkpoint(TRUNCATE)'))
    return busy === 0
  } finally {
    db.pragma(`busy_timeout = ${String(timeout)}`)
  }
}
