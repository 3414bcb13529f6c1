import type { Statement } from 'better-sqlite3'
import { openDatabase, writeFailure, type Database, type StorageLog } from '../../../storage/index.ts'
import type { Driver, Sql, SqlRow, SqlValue, TermTable } from '../store/driver.ts'
import { indexMigrations } from './migrations.ts'
import { createTypoIndex } from '../search/typos.ts'

export const INDEX_FILE = 'registry-index.db'

/**
 * An index in one SQLite file: one connection that writes, one that reads and never waits for it. Any number of processes may read.
 *
 * @throws SatchelError those of `openDatabase`
 */
export const openSqlite = ({ path, log }: { path: string; log?: StorageLog | undefined }): Driver => {
  const open = (): Database => openDatabase({ path, log, steps: indexMigrations })
  const writer = open()
  const reader = open()
  const write = sqlOf(writer)
  let queue: Promise<unknown> = Promise.resolve()

  const transaction: Driver['transaction'] = (work) => {
    const next = queue.then(async () => {
      try {
        writer.exec('BEGIN IMMEDIATE')
        const result = await work(write)
        writer.exec('COMMIT')
        return result
      } catch (thrown) {
        if (writer.inTransaction) writer.exec('ROLLBACK')
        throw writeFailure(path, thrown)
      }
    })
    queue = next.catch(() => undefined) // the caller gets the error from `next`
    return next
  }

  return {
    reader: sqlOf(reader),
    transaction,
    terms: createSqliteTerms(reader),
    close: async () => {
      await queue
      reader.close()
      writer.close()
    },
  }
}

/** Statements are prepared once. */
const sqlOf = (db: Database): Sql => {
  const prepared = new Map<string, Statement<SqlValue[], SqlRow>>()
  const prepare = (statement: string): Statement<SqlValue[], SqlRow> => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const made = db.prepare<SqlValue[], SqlRow>(statement)
    prepared.set(statement, made)
    return made
  }
  // Errors of SQLite become rejections, as with any database.
  return {
    all: (statement, values = []) =>
      new Promise((done) => {
        done(prepare(statement).all(...values))
      }),
    run: (statement, values = []) =>
      new Promise((done) => {
        prepare(statement).run(...values)
        done()
      }),
  }
}

/** Terms are plain words: letters, digits and signs beyond ASCII. Quoted, they cannot be syntax. */
const quoted = (term: string): string => `"${term.replaceAll('"', '')}"`

/**
 * The inverted index in FTS5. Typos are resolved in memory, by a list of all words that follows the table of
 * terms.
 */
const createSqliteTerms = (reader: Database): TermTable => {
  const typos = createTypoIndex()
  let lastTerm = 0
  const newTerms = reader.prepare<[number], { id: number; term: string }>(
    'SELECT id, term FROM term WHERE id > ? ORDER BY id',
  )
  const matching = reader
    .prepare<[string, number], number>(
      'SELECT rowid FROM doc_terms WHERE doc_terms MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()

  return {
    index: (sql, id, terms) =>
      sql.run('INSERT INTO doc_terms (rowid, terms) VALUES (?, ?)', [id, terms.join(' ')]),
    unindex: (sql, id) => sql.run('DELETE FROM doc_terms WHERE rowid = ?', [id]),
    count: async (sql, changes) => {
      for (const [term, change] of changes)
        await sql.run(
          'INSERT INTO term (term, frequency) VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET frequency = frequency + excluded.frequency',
          [term, change],
        )
    },
    match: (groups, limit) => {
      const wanted = groups.map((terms) => `(${terms.map(quoted).join(' OR ')})`).join(' AND ')
      return Promise.resolve(wanted === '' ? [] : matching.all(wanted, limit))
    },
    similar: (written, most) => {
      for (const row of newTerms.iterate(lastTerm)) {
        typos.add(row.term)
        lastTerm = row.id
      }
      return Promise.resolve(typos.near(written, most))
    },
  }
}
