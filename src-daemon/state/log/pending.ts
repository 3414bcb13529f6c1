import type { Statements } from '../base/statements.ts'
import { decodeCbor, encodeCbor } from './cbor.ts'
import type { IncomingChange } from './types.ts'
import type { MissingSchema } from '../../contract/schema-resolution.ts'

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
  /** The schemas that aren't here, of waiting changes. */
  missing(): readonly MissingSchema[]
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
    const { space, scope, actor, seq, hash, schema } = change
    statement(
      `INSERT INTO pending_changes (hash, space, scope, actor, seq, body, schema_uri) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ).run(hash, space, scope, actor, seq, encodeCbor({ ...change }), schema)
  },
  missing: () => {
    nameSchemas(statement)
    return statement(
      `SELECT schema_uri AS schemaUri, space AS owner, scope, count(*) AS changes FROM pending_changes p
       WHERE NOT EXISTS (SELECT 1 FROM state_schemas s WHERE s.schema_uri = p.schema_uri)
       GROUP BY schema_uri, space, scope ORDER BY schema_uri, space, scope`,
    ).all() as MissingSchema[]
  },
  drop: ({ hash }) => {
    statement('DELETE FROM pending_changes WHERE hash = ?').run(hash)
  },
})

/** Rows from before the schema was a column. */
const nameSchemas = (statement: Statements): void => {
  const unnamed = statement('SELECT hash, body FROM pending_changes WHERE schema_uri IS NULL').all()
  for (const { hash, body } of unnamed as { hash: Buffer; body: Buffer }[])
    statement('UPDATE pending_changes SET schema_uri = ? WHERE hash = ?').run(
      (decodeCbor(body) as IncomingChange).schema,
      hash,
    )
}
