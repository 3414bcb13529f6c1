/** Space limits of a scope and an object. */
import { z } from 'zod'
import type { Schema, StateAccess } from '../schema/schema.ts'
import type { Schemas } from './schemas.ts'
import type { Statements } from '../base/statements.ts'
import { exceeded, type Largest } from '../base/quota-exceeded.ts'

const MIB = 1024 * 1024
/** Default limit of a scope. */
export const DEFAULT_LIMIT = 1024 * MIB
/** JCS UTF-8 of one object, without the permission `storage.large` (asm.md 3). */
export const OBJECT_LIMIT = 32 * MIB
/** A header with its hash and indexes. */
const CHANGE_BYTES = 512
/** Other processes write too, so the sum is recomputed after this many bytes. */
const MAX_AHEAD = 4 * MIB
/** Number of the largest objects an error names. */
const NAMED = 3

/** Enforces space limits (asm.md 3). Called within the transaction, after writing: exceeding a limit rolls it back. */
export interface Quotas {
  /** Checks an object written by `access`, which takes at most `most` bytes. Errors: `quota_exceeded`. */
  checkObject(access: Pick<StateAccess, 'largeObjects'>, schema: Schema, id: string, most?: number): void
  /**
   * Checks a log that was written to; `most`: an object of at most this many bytes. Deleting is never refused. Errors:
   * `quota_exceeded`.
   */
  checkLog(log: number, most?: number): void
  /**
   * The same for a log that accepted `changes` with at most `said` bytes of ops, and whose objects grew by at most
   * `grew`.
   */
  checkTaken(log: number, taken: { changes: number; said: number; grew: number }): void
  limitOf(log: number): number
  setLimit(log: number, bytes: number): void
}

export const createQuotas = ({
  statement,
  schemas,
}: {
  readonly statement: Statements
  readonly schemas: Pick<Schemas, 'all'>
}): Quotas => {
  /**
   * Bytes that can certainly still be written to a log; recomputing the sum at each write would cost as much as the
   * write.
   */
  const room = new Map<number, number>()

  const checkObject: Quotas['checkObject'] = (access, schema, id, most = Infinity) => {
    if (access.largeObjects === true || most <= OBJECT_LIMIT) return
    const bytes = z
      .int()
      .optional()
      .parse(statement(`SELECT octet_length(object) FROM ${schema.view} WHERE id = ?`).pluck().get(id))
    if (bytes !== undefined && bytes > OBJECT_LIMIT)
      throw exceeded({
        what: id,
        bytes,
        limit: OBJECT_LIMIT,
        largest: [{ schemaUri: schema.uri, id, bytes }],
      })
  }

  const checkLog: Quotas['checkLog'] = (log, most = Infinity) => {
    // The object, its ops, and a change's overhead.
    spend(log, 2 * most + CHANGE_BYTES)
  }

  const checkTaken: Quotas['checkTaken'] = (log, { changes, said, grew }) => {
    spend(log, changes * CHANGE_BYTES + said + grew)
  }

  const spend = (log: number, most: number): void => {
    const left = (room.get(log) ?? 0) - most
    room.set(log, left)
    if (left >= 0) return
    const bytes = bytesOfLog(statement, log)
    const limit = limitOf(log)
    room.set(log, Math.min(limit - bytes, MAX_AHEAD))
    if (bytes > limit) throw exceeded({ what: nameOf(log), bytes, limit, largest: largestOf(log) })
  }

  const limitOf = (log: number): number =>
    z.int().optional().parse(statement('SELECT bytes FROM state_limits WHERE log = ?').pluck().get(log)) ??
    DEFAULT_LIMIT

  const setLimit = (log: number, bytes: number): void => {
    statement(
      'INSERT INTO state_limits (log, bytes) VALUES (?, ?) ON CONFLICT (log) DO UPDATE SET bytes = excluded.bytes',
    ).run(log, bytes)
    room.clear()
  }

  const nameOf = (log: number): string =>
    z.string().parse(statement('SELECT scope FROM state_logs WHERE id = ?').pluck().get(log))

  const largestOf = (log: number): Largest[] =>
    schemas
      .all()
      .filter((schema) => schema.log === log)
      .flatMap((schema) =>
        largestObjects(statement, schema, NAMED).map((object) => ({ schemaUri: schema.uri, ...object })),
      )
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, NAMED)

  return { checkObject, checkLog, checkTaken, limitOf, setLimit }
}

/** Space used by the objects of a schema and their changes. */
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

/** Read from sums the database maintains, so the cost doesn't depend on the amount of data. */
export const spaceOf = (statement: Statements, schema: Pick<Schema, 'row' | 'view'>): SchemaSpace => {
  const objects = statement('SELECT objects, bytes FROM state_view_totals_now WHERE view = ?').get(
    schema.view,
  )
  const changes = statement('SELECT changes, bytes FROM state_space_now WHERE schema = ?').get(schema.row)
  const { objects: count, bytes: objectBytes } = totalsSchema.parse(objects ?? { objects: 0, bytes: 0 })
  const { changes: made, bytes: changeBytes } = changesSchema.parse(changes ?? { changes: 0, bytes: 0 })
  return { objects: count, objectBytes, changes: made, changeBytes }
}

/** Bytes of the saved documents of a schema's texts and lists, which can be rebuilt from the log at any time. */
export const snapshotBytesOf = (statement: Statements, { row }: Pick<Schema, 'row'>): number =>
  bytesSchema.parse(
    statement(
      `SELECT coalesce(sum(length(s.body)), 0) FROM sequence_snapshots s JOIN log_objects o ON o.id = s.object WHERE o.schema = ?`,
    )
      .pluck()
      .get(row),
  )

/**
 * Bytes of everything in a log: the schemas currently registered in its scope. The sums as far as indexed, plus later
 * changes, which are scanned once.
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

/** The largest objects of a schema, at most `most`. Reads each: for reports and errors only. */
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
