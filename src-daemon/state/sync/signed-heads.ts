import { z } from 'zod'
import type { SignedHead } from '../../identity/types.ts'
import type { Statements } from '../base/statements.ts'
import type { IncomingChange } from '../log/types.ts'

const rowSchema = z.object({
  owner: z.string(),
  space: z.string(),
  scope: z.string(),
  actor: z.string(),
  seq: z.int(),
  hash: z.instanceof(Buffer),
  by: z.string(),
  signature: z.instanceof(Buffer),
})

/** A writer in a log. */
type WriterKey = Pick<SignedHead, 'space' | 'scope' | 'actor'>

/** What other devices have signed, as received. Their changes are passed on with it. */
export interface SignedHeads {
  keep(head: SignedHead): void
  /** The signature over this very change, or null. */
  of(change: Pick<IncomingChange, 'space' | 'scope' | 'actor' | 'seq' | 'hash'>): SignedHead | null
  /** Number of the first signed change from `seq` on; null if there is none. */
  next(writer: WriterKey, seq: number): number | null
}

export const createSignedHeads = (statement: Statements): SignedHeads => ({
  keep: ({ space, scope, actor, seq, hash, owner, by, signature }) => {
    statement(
      `INSERT INTO signed_heads (space, scope, actor, seq, hash, owner, by, signature)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(space, scope, actor, seq, hash, owner, by, signature)
  },
  of: ({ space, scope, actor, seq, hash }) => {
    const row = statement(
      `SELECT owner, space, scope, actor, seq, hash, by, signature FROM signed_heads
       WHERE space = ? AND scope = ? AND actor = ? AND seq = ? AND hash = ?`,
    ).get(space, scope, actor, seq, hash)
    return row === undefined ? null : rowSchema.parse(row)
  },
  next: ({ space, scope, actor }, seq) => {
    const found = statement(
      `SELECT seq FROM signed_heads WHERE space = ? AND scope = ? AND actor = ? AND seq >= ? ORDER BY seq LIMIT 1`,
    )
      .pluck()
      .get(space, scope, actor, seq)
    return typeof found === 'number' ? found : null
  },
})
