import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteOf, type Note } from './notes.ts'

/** The peers live in `bench/package.json`; they are installed when a benchmark first needs them. */
const bench = join(import.meta.dirname, '..')

const load = (name: string): unknown => {
  if (!existsSync(join(bench, 'node_modules'))) {
    const done = spawnSync('npm', ['ci', '--prefix', bench, '--ignore-scripts'], { stdio: 'inherit' })
    if (done.status !== 0) throw new Error('npm ci --prefix bench failed')
  }
  return createRequire(join(bench, 'package.json'))(name) as unknown
}

/** What we use of each peer: their own types are not there when the project is checked. */
interface PgliteDatabase {
  exec(sql: string): Promise<unknown>
  query(sql: string, params: readonly unknown[]): Promise<{ rows: { object: Note }[] }>
  transaction(work: (tx: PgliteDatabase) => Promise<void>): Promise<void>
  close(): Promise<void>
}
interface PouchDocument extends Record<string, unknown> {
  _id: string
}
interface PouchDatabase {
  bulkDocs(docs: readonly PouchDocument[]): Promise<unknown>
  get(id: string): Promise<PouchDocument>
  put(doc: PouchDocument): Promise<unknown>
  destroy(): Promise<unknown>
}
interface MingoQuery {
  find(items: readonly unknown[]): { sort(by: object): { limit(n: number): { all(): unknown[] } } }
}
export interface YDoc {
  getMap(name: string): { set(key: string, value: unknown): void; toJSON(): Record<string, unknown> }
  on(event: 'update', listener: (update: Uint8Array) => void): void
}
interface Yjs {
  readonly Doc: new () => YDoc
  applyUpdate(doc: YDoc, update: Uint8Array): void
  encodeStateAsUpdate(doc: YDoc): Uint8Array
}

export interface Peer {
  setTitle(id: string, title: string): Promise<void>
  close(): Promise<void>
}

/** PGlite on the disk: the same op log and view. */
export const openPglite = async (count: number): Promise<Peer> => {
  const { PGlite } = load('@electric-sql/pglite') as { PGlite: new (path: string) => PgliteDatabase }
  const directory = mkdtempSync(join(tmpdir(), 'satchel-pglite-'))
  const db = new PGlite(join(directory, 'db'))
  await db.exec(`
    CREATE TABLE ops (position BIGSERIAL PRIMARY KEY, id TEXT NOT NULL, at BIGINT NOT NULL, op JSONB NOT NULL);
    CREATE TABLE notes (id TEXT PRIMARY KEY, folder TEXT, updated_at TEXT, object JSONB NOT NULL);
    CREATE INDEX notes_by_folder ON notes (folder, id);
    CREATE INDEX notes_by_time ON notes (updated_at, id);`)
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      const note = noteOf(n)
      await tx.query('INSERT INTO notes (id, folder, updated_at, object) VALUES ($1, $2, $3, $4)', [
        note.id,
        note.folder,
        note.updatedAt,
        JSON.stringify(note),
      ])
    }
  })
  return {
    setTitle: (id, title) =>
      db.transaction(async (tx) => {
        const found = await tx.query('SELECT object FROM notes WHERE id = $1', [id])
        const updatedAt = new Date().toISOString()
        const object = { ...found.rows[0]?.object, title, updatedAt }
        await tx.query('INSERT INTO ops (id, at, op) VALUES ($1, $2, $3)', [
          id,
          Date.now(),
          JSON.stringify({ set: { title, updatedAt } }),
        ])
        await tx.query('UPDATE notes SET updated_at = $1, object = $2 WHERE id = $3', [
          updatedAt,
          JSON.stringify(object),
          id,
        ])
      }),
    close: async () => {
      await db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** PouchDB over LevelDB. */
export const openPouch = async (count: number): Promise<Peer> => {
  const Pouch = load('pouchdb') as new (path: string) => PouchDatabase
  const directory = mkdtempSync(join(tmpdir(), 'satchel-pouch-'))
  const db = new Pouch(join(directory, 'db'))
  for (let n = 0; n < count; n += 1000)
    await db.bulkDocs(
      Array.from({ length: Math.min(1000, count - n) }, (_, i) => ({
        ...noteOf(n + i),
        _id: noteOf(n + i).id,
      })),
    )
  return {
    setTitle: async (id, title) => {
      const doc = await db.get(id)
      await db.put({ ...doc, title, updatedAt: new Date().toISOString() })
    },
    close: async () => {
      await db.destroy()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Mingo over objects in memory: what a filter costs without an index. */
export const mingoPage = (notes: readonly Note[]) => {
  const { Query } = load('mingo') as { Query: new (filter: object) => MingoQuery }
  return (filter: object): number =>
    new Query(filter).find(notes).sort({ updatedAt: -1, id: 1 }).limit(20).all().length
}

export const yjs = (): Yjs => load('yjs') as Yjs
