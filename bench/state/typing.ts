import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Automerge from '@automerge/automerge'
import BetterSqlite3 from 'better-sqlite3'
import { noteOf, textSchema } from './notes.ts'
import { access, openStore } from './ours.ts'

/** Characters typed one after the other at moving places, saved a hundred at a time. */
const BATCH = 100

/** Where the nth character of a batch goes: a cursor that jumps now and then, as in writing and correcting. */
const placeOf = (n: number, length: number): number => (n % 25 === 0 ? (n * 7919) % (length + 1) : length)

/** Types `count` characters into a text; gives the final text after each batch. */
function* typed(count: number): Generator<{ edits: readonly { at: number; char: string }[]; text: string }> {
  let text = ''
  let cursor = 0
  for (let from = 0; from < count; from += BATCH) {
    const edits = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => {
      const n = from + i
      cursor = n % 25 === 0 ? placeOf(n, text.length) : cursor + 1
      const at = Math.min(cursor, text.length)
      const char = String.fromCharCode(97 + (n % 26))
      text = text.slice(0, at) + char + text.slice(at)
      return { at, char }
    })
    yield { edits, text }
  }
}

/** Seconds for it in our state, each batch durable; and milliseconds to read the text afterwards. */
export const typeInOurs = async (count: number): Promise<{ seconds: number; loadMs: number }> => {
  const store = openStore(0)
  try {
    const { id } = store.state.create(access, {
      schemaUri: textSchema.$id,
      object: { ...noteOf(1), body: '' },
    }).object
    const batches = [...typed(count)]
    const started = performance.now()
    for (const { text } of batches)
      store.state.update(access, { schemaUri: textSchema.$id, id, patch: { $set: { body: text } } })
    const seconds = (performance.now() - started) / 1000
    const before = performance.now()
    const { object } = store.state.get({ schemaUri: textSchema.$id, id })
    if (object['body'] !== batches.at(-1)?.text) throw new Error('The text is not what was typed')
    return { seconds, loadMs: performance.now() - before }
  } finally {
    await store.close()
  }
}

/** The same with Automerge alone, in memory: each character a splice, each batch a change; and loading what it saved. */
export const typeInAutomerge = (count: number): { seconds: number; loadMs: number } => {
  let doc = Automerge.from<{ body: string }>({ body: '' })
  const batches = [...typed(count)]
  const started = performance.now()
  for (const { edits } of batches)
    doc = Automerge.change(doc, (draft) => {
      for (const { at, char } of edits) Automerge.splice(draft, ['body'], at, 0, char)
    })
  const seconds = (performance.now() - started) / 1000
  const saved = Automerge.save(doc)
  const before = performance.now()
  const loaded = Automerge.load<{ body: string }>(saved)
  if (loaded.body !== batches.at(-1)?.text) throw new Error('The text is not what was typed')
  return { seconds, loadMs: performance.now() - before }
}

/** One field of a document that is in memory changed and the change made, as `state.update` does with an object. */
export const automergeOp = (): ((title: string) => Uint8Array | undefined) => {
  let doc = Automerge.from<Record<string, unknown>>({ ...noteOf(1) })
  return (title) => {
    doc = withTitle(doc, title)
    return Automerge.getLastLocalChange(doc)
  }
}

const withTitle = (
  doc: Automerge.Doc<Record<string, unknown>>,
  title: string,
): Automerge.Doc<Record<string, unknown>> =>
  Automerge.change(doc, (draft) => {
    draft['title'] = title
    draft['updatedAt'] = new Date().toISOString()
  })

export interface StoredDocuments {
  /** Reads the document, changes it, and keeps the change in one transaction; WAL, `synchronous = NORMAL`. */
  setTitle(n: number, title: string): void
  close(): void
}

/** Automerge documents in SQLite, by hand: each as it was saved, and the changes since, saved again every hundred. */
export const openStoredDocuments = (count: number): StoredDocuments => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-automerge-'))
  const db = new BetterSqlite3(join(directory, 'documents.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(`CREATE TABLE documents (n INTEGER PRIMARY KEY, saved BLOB NOT NULL) STRICT;
    CREATE TABLE changes (n INTEGER NOT NULL, at INTEGER NOT NULL, change BLOB NOT NULL, PRIMARY KEY (n, at)) STRICT, WITHOUT ROWID`)
  const read = db.prepare<[number], Buffer>('SELECT saved FROM documents WHERE n = ?').pluck()
  const since = db.prepare<[number], Buffer>('SELECT change FROM changes WHERE n = ? ORDER BY at').pluck()
  const save = db.prepare('REPLACE INTO documents (n, saved) VALUES (?, ?)')
  const append = db.prepare('INSERT INTO changes (n, at, change) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM changes WHERE n = ?')
  db.transaction(() => {
    for (let n = 0; n < count; n++) save.run(n, Automerge.save(Automerge.from({ ...noteOf(n) })))
  })()
  const update = db.transaction((n: number, title: string) => {
    const changes = since.all(n)
    const loaded = Automerge.load<Record<string, unknown>>(read.get(n) ?? new Uint8Array())
    const doc = withTitle(changes.length === 0 ? loaded : Automerge.applyChanges(loaded, changes)[0], title)
    const change = Automerge.getLastLocalChange(doc)
    if (change === undefined) throw new Error('There is no change')
    if (changes.length < 100) append.run(n, changes.length, change)
    else {
      forget.run(n)
      save.run(n, Automerge.save(doc))
    }
    Automerge.free(doc)
  })
  return {
    setTitle: (n, title) => {
      update.immediate(n, title)
    },
    close: () => {
      db.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
