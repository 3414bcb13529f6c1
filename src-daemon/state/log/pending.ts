import type { Statements } from '../base/statements.ts'
import { decodeCbor, encodeCbor } from './cbor.ts'
import type { IncomingChange } from './types.ts'

/** A replica in a log. */
export type WriterName = Pick<IncomingChange, 'space' | 'scope' | 'actor'>

/**
 * Changes of other replicas that wait for changes their writers had seen. Only those up to the one after a replica's
 * last one here can be delivered, so only these are ever read.
 */
export interface Pending {
  /** Replicas with waiting changes. */
  writers(): readonly WriterName[]
  /** With these numbers; several have one number only if two replicas shared a name. */
  numbered(writer: WriterName, from: number, to: number): readonly IncomingChange[]
  keep(change: IncomingChange): void
  drop(change: Pick<IncomingChange, 'hash'>): void
}

/** A replica in a log. */
export const nameOf = ({ space, scope, actor }: WriterName): string => `${space}\n${scope}\n${actor}`

export const createPending = (statement: Statements): Pending => ({
  writers: () => {
    const found: WriterName[] = []
    // Skips from one to the next in the index: a DISTINCT would scan all waiting ones.
    const next = statement(
      `SELECT space, scope, actor FROM pending_changes WHERE (space, scope, actor) > (?, ?, ?)
       ORDER BY space, scope, actor LIMIT 1`,
    )
    for (let last: WriterName = { space: '', scope: '', actor: '' }; ;) {
      const writer = next.get(last.space, last.scope, last.actor) as WriterName | undefined
      if (writer === undefined) return found
      found.push(writer)
      last = writer
    }
  },
  numbered: ({ space, scope, actor }, from, to) =>
    // Written by `keep`.
    (
      statement(
        `SELECT body FROM pending_changes
         WHERE space = ? AND scope = ? AND actor = ? AND seq BETWEEN ? AND ? ORDER BY seq, hash`,
      )
        .pluck()
        .all(space, scope, actor, from, to) as Buffer[]
    ).map((body) => decodeCbor(body) as IncomingChange),
  keep: (change) => {
    const { space, scope, actor, seq, hash } = change
    statement(
      `INSERT INTO pending_changes (hash, space, scope, actor, seq, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ).run(hash, space, scope, actor, seq, encodeCbor({ ...change }))
  },
  drop: ({ hash }) => {
    statement('DELETE FROM pending_changes WHERE hash = ?').run(hash)
  },
})
