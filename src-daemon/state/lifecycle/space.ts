import { z } from 'zod'
import type { Schema } from '../schema/schemas.ts'
import type { Statements } from '../statements.ts'

/** What the objects of a schema and their changes take. */
export interface SchemaSpace {
  readonly objects: number
  readonly objectBytes: number
  readonly changes: number
  readonly changeBytes: number
}

const bytesSchema = z.int()

const totalsSchema = z.object({ objects: z.int(), bytes: z.int() })
const changesSchema = z.object({ changes: z.int(), bytes: z.int() })
const idSchema = z.object({ id: z.string(), bytes: z.int() })

/** Read from sums the database keeps itself, so it costs the same however much there is. */
export const spaceOf = (statement: Statements, schema: Pick<Schema, 'row' | 'view'>): SchemaSpace => {
  const objects = statement('SELECT objects, bytes FROM state_view_totals_now WHERE view = ?').get(
    schema.view,
  )
  const changes = statement('SELECT changes, bytes FROM state_space_now WHERE schema = ?').get(schema.row)
  const { objects: count, bytes: objectBytes } = totalsSchema.parse(objects ?? { objects: 0, bytes: 0 })
  const { changes: made, bytes: changeBytes } = changesSchema.parse(changes ?? { changes: 0, bytes: 0 })
  return { objects: count, objectBytes, changes: made, changeBytes }
}

/** Bytes of the documents kept of the texts and lists of a schema; they can be made again from the log at any time. */
export const snapshotBytesOf = (statement: Statements, { row }: Pick<Schema, 'row'>): number =>
  bytesSchema.parse(
    statement(
      `SELECT coalesce(sum(length(s.body)), 0) FROM sequence_snapshots s JOIN log_objects o ON o.id = s.object WHERE o.schema = ?`,
    )
      .pluck()
      .get(row),
  )

/**
 * Bytes of everything in a log: the schemas that are registered in its scope now. The sums up to what is settled, and what came after
 * them, gone through once.
 */
export const bytesOfLog = (statement: Statements, log: number): number =>
  z.int().parse(
    statement(
      `SELECT coalesce((SELECT sum(t.bytes) FROM state_schemas s JOIN state_view_totals t ON t.view = s.view_name WHERE s.log = ?), 0)
         + coalesce((SELECT sum(c.bytes) FROM state_schemas s JOIN state_space c ON c.schema = s.id WHERE s.log = ?), 0)
         + coalesce((SELECT sum(x.bytes + x.grew) FROM state_tail x JOIN state_schemas s ON s.id = x.schema WHERE s.log = ?), 0)`,
    )
      .pluck()
      .get(log, log, log),
  )

/** The largest objects of a schema, at most `most`. Looks at each: for reports and refusals only. */
export const largestObjects = (
  statement: Statements,
  { view }: Pick<Schema, 'view'>,
  most: number,
): { id: string; bytes: number }[] =>
  z
    .array(idSchema)
    .parse(
      statement(
        `SELECT id, octet_length(object) AS bytes FROM ${view} WHERE deleted = 0 ORDER BY 2 DESC, id LIMIT ?`,
      ).all(most),
    )
