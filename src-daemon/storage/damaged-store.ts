import { closeSync, openSync, readSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { HEADER_BYTES, kindOfHeader, type DatabaseKey } from './cipher.ts'
import { columnsOf, ordinaryTables, type NamedRow, type TableColumns } from './damaged/columns.ts'
import { openPages } from './damaged/pages.ts'
import type { StoredRow } from './damaged/records.ts'
import { readTables, type StoredTree } from './damaged/tables.ts'
import { create } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'
import { migrations } from './schema/index.ts'

/** A damaged database, read page by page as far as it goes. The file is never written to. */
export interface DamagedStore {
  /** Its format: the number of its migration steps; that of this program if unreadable. */
  readonly version: number
  /** Null if it is not encrypted. */
  readonly key: DatabaseKey | null
  readonly pages: number
  /** Numbers of pages that can't be read, or used. */
  readonly unreadable: readonly number[]
  /** Tables, and parts of them, that can't be read. */
  readonly broken: ReadonlySet<string>
  /** Of these, tables whose last rows may be in that part. */
  readonly openEnds: ReadonlySet<string>
  /** Rows of a table by column; none for a missing table. */
  rows(table: string): Iterable<NamedRow>
  /** The content of a table's index: its columns, and the row number last. */
  indexed(index: string): Iterable<StoredRow>
  /** Tables with this prefix, beside those every database has. */
  tables(prefix: string): readonly string[]
  close(): void
}

const VERSION_AT = 60

/**
 * Opens a damaged database. `given`: its key, if it may be encrypted. `views`: tables that begin with this are read
 * beside those that every database has.
 */
export const openDamaged = (path: string, given: DatabaseKey | null, views: string): DamagedStore => {
  const key = saysPlain(path) ? null : given
  const pages = openPages(path, key)
  const first = pages.read(1)
  const said = first?.readInt32BE(VERSION_AT) ?? 0
  const version = said > 0 && said <= migrations.length ? said : migrations.length
  const likeIt = new BetterSqlite3(':memory:')
  try {
    create(likeIt, migrations.slice(0, version))
    const columns = new Map<string, TableColumns>()
    const tables = readTables(pages, (trees) => {
      for (const tree of trees) if (tree.kind === 'table' && tree.name.startsWith(views)) make(likeIt, tree)
      for (const name of ordinaryTables(likeIt))
        columns.set(name, columnsOf(likeIt, name, name.startsWith(views) ? views : null))
      return columns
    })
    return {
      version,
      key,
      pages: pages.count,
      unreadable: tables.unreadable,
      broken: tables.broken,
      openEnds: tables.openEnds,
      rows: function* (table) {
        const by = columns.get(table)
        if (by === undefined) return
        for (const row of tables.rows(table)) {
          const named = by.named(row)
          if (named !== null) yield named
        }
      },
      indexed: (index) => tables.rows(index),
      tables: (prefix) => [...columns.keys()].filter((name) => name.startsWith(prefix)),
      close: pages.close,
    }
  } catch (thrown) {
    pages.close()
    throw thrown
  } finally {
    likeIt.close()
  }
}

/** Makes a database of an older format, for the rows of one. */
export const openEmpty = (path: string, key: DatabaseKey | null, version: number): Database =>
  openDatabase({ path, key, steps: migrations.slice(0, version) })

const saysPlain = (path: string): boolean => {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(file, header, 0, HEADER_BYTES, 0)
    return kindOfHeader(header) === 'plain'
  } finally {
    closeSync(file)
  }
}

/** A table as SQLite stores it: its columns in brackets, and never a query that fills it. */
const TABLE = /^CREATE TABLE (?:\w+|"[^"]+") ?\(/

/** Its text may be damaged, or written to harm: a prepared text is one statement. */
const make = (db: Database, { sql }: StoredTree): void => {
  if (sql === null || !TABLE.test(sql)) return
  try {
    db.prepare(sql).run()
  } catch {
    // Then its rows can't be read either.
  }
}
