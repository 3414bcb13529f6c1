import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { noteOf, type Note } from './notes.ts'

/** A hand-written solution for the same job: an op log and a view with two indexes; no validation, no merging. */
export interface Floor {
  readonly db: BetterSqlite3.Database
  readonly path: string
  setTitle(id: string, title: string): void
  /** Several updates in one transaction, each in a savepoint of its own. */
  together(work: () => void): void
  /** Notes of a folder, newest first, after a position. */
  page(folder: string, after: Position | null): { items: Note[]; next: Position | null }
  /** The same for notes with a tag. */
  tagged(tag: string, after: Position | null): { items: Note[]; next: Position | null }
  close(): void
}

export interface Position {
  readonly updatedAt: string
  readonly id: string
}

const LIMIT = 20
const FIRST: Position = { updatedAt: '\u{10FFFF}', id: '' }

interface Row {
  readonly id: string
  readonly updated_at: string
  readonly object: string
}

export const openFloor = (count: number): Floor => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-floor-'))
  const path = join(directory, 'floor.db')
  const floor = openFloorAt(path)
  floor.db.exec(DDL)
  floor.db.pragma('synchronous = OFF')
  const insert = floor.db.prepare('INSERT INTO notes (id, folder, updated_at, object) VALUES (?, ?, ?, ?)')
  const tag = floor.db.prepare('INSERT INTO note_tags (tag, id) VALUES (?, ?)')
  const log = floor.db.prepare('INSERT INTO ops (id, at, op) VALUES (?, ?, ?)')
  floor.db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const note = noteOf(n)
      const object = JSON.stringify(note)
      insert.run(note.id, note.folder, note.updatedAt, object)
      for (const name of note.tags) tag.run(name, note.id)
      log.run(note.id, Date.now(), object)
    }
  })()
  floor.db.pragma('wal_checkpoint(TRUNCATE)')
  const made = openFloorAt(path, floor.db)
  return {
    ...made,
    close: () => {
      floor.db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const DDL = `
  CREATE TABLE ops (position INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL, op TEXT NOT NULL) STRICT;
  CREATE TABLE notes (id TEXT PRIMARY KEY, folder TEXT, updated_at TEXT, object TEXT NOT NULL) STRICT;
  CREATE INDEX notes_by_folder ON notes (folder, id);
  CREATE INDEX notes_by_time ON notes (updated_at, id);
  CREATE TABLE note_tags (tag TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (tag, id)) STRICT, WITHOUT ROWID;`

/** Opens one that is there; statements are prepared when first used. */
export const openFloorAt = (path: string, open?: BetterSqlite3.Database): Floor => {
  const db = open ?? new BetterSqlite3(path)
  db.pragma('journal_mode = WAL')
  const prepared = new Map<string, BetterSqlite3.Statement>()
  const statement = (sql: string): BetterSqlite3.Statement => {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }

  const update = db.transaction((id: string, title: string) => {
    const object = JSON.parse(String(statement('SELECT object FROM notes WHERE id = ?').pluck().get(id))) as {
      -readonly [Name in keyof Note]: Note[Name]
    }
    const at = new Date()
    object.title = title
    object.updatedAt = at.toISOString()
    statement('INSERT INTO ops (id, at, op) VALUES (?, ?, ?)').run(
      id,
      at.getTime(),
      JSON.stringify({ actor: ACTOR, set: { title, updatedAt: object.updatedAt } }),
    )
    statement('UPDATE notes SET updated_at = ?, object = ? WHERE id = ?').run(
      object.updatedAt,
      JSON.stringify(object),
      id,
    )
  })

  const pageOf = (rows: unknown[]): { items: Note[]; next: Position | null } => {
    const found = rows as Row[]
    const last = found.length > LIMIT ? found[LIMIT - 1] : undefined
    return {
      items: found.slice(0, LIMIT).map(({ object }) => JSON.parse(object) as Note),
      next: last === undefined ? null : { updatedAt: last.updated_at, id: last.id },
    }
  }

  return {
    db,
    path,
    setTitle: (id, title) => {
      update.immediate(id, title)
    },
    together: (work) => {
      db.transaction(work).immediate()
    },
    page: (folder, after) => {
      const { updatedAt, id } = after ?? FIRST
      return pageOf(
        statement(
          `SELECT id, updated_at, object FROM notes WHERE folder = ? AND (updated_at < ? OR (updated_at = ? AND id > ?))
           ORDER BY updated_at DESC, id LIMIT ${String(LIMIT + 1)}`,
        ).all(folder, updatedAt, updatedAt, id),
      )
    },
    tagged: (tag, after) => {
      const { updatedAt, id } = after ?? FIRST
      return pageOf(
        statement(
          `SELECT n.id, n.updated_at, n.object FROM note_tags t JOIN notes n ON n.id = t.id
           WHERE t.tag = ? AND (n.updated_at < ? OR (n.updated_at = ? AND n.id > ?))
           ORDER BY n.updated_at DESC, n.id LIMIT ${String(LIMIT + 1)}`,
        ).all(tag, updatedAt, updatedAt, id),
      )
    },
    close: () => {
      db.close()
    },
  }
}

const ACTOR = randomUUID()
