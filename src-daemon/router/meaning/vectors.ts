import { z } from 'zod'
import { sha256 } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'

/** Vectors of texts, stored in the database so that a restart need not compute them again. */
export interface VectorStore {
  /** The stored vectors of `texts`, by text. */
  find(model: string, texts: readonly string[]): Map<string, Float32Array>
  /** All or none. */
  add(model: string, vectors: ReadonlyMap<string, Float32Array>): void
  /** Deletes everything but the vectors of `texts` by `model`. */
  keepOnly(model: string, texts: readonly string[]): void
  clear(): void
}

const rowSchema = z.instanceof(Uint8Array).optional()
const hashesSchema = z.array(z.instanceof(Uint8Array))

export const createVectorStore = (db: Database): VectorStore => {
  const select = db.prepare('SELECT vector FROM route_vectors WHERE model = ? AND text_hash = ?').pluck()
  const insert = db.prepare(
    'INSERT INTO route_vectors (model, text_hash, vector) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET vector = excluded.vector',
  )
  const hashesOf = db.prepare('SELECT text_hash FROM route_vectors WHERE model = ?').pluck()
  const deleteOne = db.prepare('DELETE FROM route_vectors WHERE model = ? AND text_hash = ?')
  const deleteOthers = db.prepare('DELETE FROM route_vectors WHERE model <> ?')
  const deleteAll = db.prepare('DELETE FROM route_vectors')

  return {
    find: (model, texts) => {
      const found = new Map<string, Float32Array>()
      for (const text of texts) {
        const row = rowSchema.parse(select.get(model, sha256(text)))
        if (row !== undefined) found.set(text, fromBytes(row))
      }
      return found
    },
    add: db.transaction((model: string, vectors: ReadonlyMap<string, Float32Array>) => {
      for (const [text, vector] of vectors) insert.run(model, sha256(text), toBytes(vector))
    }),
    keepOnly: db.transaction((model: string, texts: readonly string[]) => {
      const wanted = new Set(texts.map((text) => sha256(text).toString('hex')))
      deleteOthers.run(model)
      for (const hash of hashesSchema.parse(hashesOf.all(model)))
        if (!wanted.has(Buffer.from(hash).toString('hex'))) deleteOne.run(model, hash)
    }),
    clear: () => {
      deleteAll.run()
    },
  }
}

const toBytes = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Copied, because a view must be aligned to four bytes. */
const fromBytes = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
