import { hash, randomUUID } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { noteOf, type Note } from './notes.ts'
import { openFloor } from './floor.ts'

/** A hand-written change for exchange: the hashed content, as text, and the hash. */
interface Sent {
  readonly hash: string
  readonly body: string
}
interface Body {
  readonly actor: string
  readonly seq: number
  readonly at: number
  readonly previous: string
  readonly id: string
  readonly set: Partial<Note>
}

const sha256 = (text: string): string => hash('sha256', text)

const changesOf = (actor: string, notes: number, count: number): Sent[] => {
  let previous = ''
  return Array.from({ length: count }, (_, n): Sent => {
    const at = Date.now() + n
    const set = { title: `b ${String(n)}`, updatedAt: new Date(at).toISOString() }
    const body: Body = { actor, seq: n + 1, at, previous, id: noteOf(n % notes).id, set }
    const text = JSON.stringify(body)
    previous = sha256(text)
    return { hash: previous, body: text }
  })
}

/**
 * A hand-written import of another device's changes: the file unpacked, each change checked by its hash, the
 * chain, too, a row in the log for each, and the view written once per object, where the later of two writes wins; on the disk with one
 * flush. No schema, no origin, one rule, and nothing waits. Microseconds per change.
 */
export const importByHand = (notes: number, count: number): number => {
  const floor = openFloor(notes)
  try {
    const file = zstdCompressSync(Buffer.from(JSON.stringify(changesOf(randomUUID(), notes, count))))
    const { db } = floor
    db.exec(`CREATE TABLE received (position INTEGER PRIMARY KEY, actor TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL,
      at INTEGER NOT NULL, hash BLOB NOT NULL, body TEXT NOT NULL) STRICT; CREATE INDEX received_by_id ON received (id)`)
    db.pragma('synchronous = FULL')
    const started = performance.now()
    const insert = db.prepare(
      'INSERT INTO received (actor, seq, id, at, hash, body) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const read = db.prepare('SELECT object FROM notes WHERE id = ?').pluck()
    const write = db.prepare('UPDATE notes SET updated_at = ?, object = ? WHERE id = ?')
    db.transaction(() => {
      const latest = new Map<string, Body>()
      let previous = ''
      for (const sent of JSON.parse(zstdDecompressSync(file).toString()) as Sent[]) {
        if (sha256(sent.body) !== sent.hash) throw new Error('A hash is wrong')
        const body = JSON.parse(sent.body) as Body
        if (body.previous !== previous) throw new Error('A change is missing')
        previous = sent.hash
        insert.run(body.actor, body.seq, body.id, body.at, Buffer.from(sent.hash, 'hex'), sent.body)
        latest.set(body.id, body)
      }
      for (const [id, { set }] of latest) {
        const object = { ...(JSON.parse(String(read.get(id))) as Note), ...set }
        write.run(object.updatedAt, JSON.stringify(object), id)
      }
    }).immediate()
    return ((performance.now() - started) * 1000) / count
  } finally {
    floor.close()
  }
}
