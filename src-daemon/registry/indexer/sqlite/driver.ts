import type { Statement } from 'better-sqlite3'
import { openDatabase, writeFailure, type Database, type StorageLog } from '../../../storage/index.ts'
import type { Driver, Sql, SqlRow, SqlValue } from '../store/driver.ts'
import { indexMigrations } from './migrations.ts'
import { createSqliteTerms } from './terms.ts'

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
    queue = next.catch(() => undefined) // whoever asked hears of it from `next`
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
  // What SQLite throws is a rejection, as with any database.
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
