import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

/** What a request of another agent led to. */
export interface KnownPost {
  readonly digest: string
  readonly thread: string
  /** Null if it made a conversation. */
  readonly message: string | null
}

/** No agent tries again after that. */
const KEPT_MS = 24 * 60 * 60_000

const rowSchema = z.object({ digest: z.string(), thread: z.string(), message: z.string().nullable() })

/** Requests by their idempotency keys, so that one that comes twice counts once. */
export const createPosts = (db: Database) => {
  const find = db.prepare('SELECT digest, thread, message FROM thread_posts WHERE did = ? AND key = ?')
  const insert = db.prepare(
    'INSERT INTO thread_posts (did, key, digest, thread, message, at) VALUES (@did, @key, @digest, @thread, @message, @at)',
  )
  const sweep = db.prepare('DELETE FROM thread_posts WHERE at < ?')
  return {
    find: (did: string, key: string): KnownPost | null => {
      const row = find.get(did, key)
      return row === undefined ? null : rowSchema.parse(row)
    },
    add: (post: KnownPost & { readonly did: string; readonly key: string; readonly at: number }) => {
      sweep.run(post.at - KEPT_MS)
      insert.run(post)
    },
  }
}
