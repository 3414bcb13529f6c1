import { z } from 'zod'
import type { Schema, Schemas } from '../schema/schemas.ts'
import type { Statements } from '../statements.ts'
import type { StateAccess } from '../types.ts'
import { exceeded, type Largest } from './quota-exceeded.ts'
import { bytesOfLog, largestObjects } from './space.ts'

const MIB = 1024 * 1024
/** What a scope may take unless the owner says otherwise. */
export const DEFAULT_LIMIT = 1024 * MIB
/** JCS UTF-8 of one object, without the permission `storage.large` (asm.md 3). */
export const OBJECT_LIMIT = 32 * MIB
/** Of a header with its hash and indexes. */
const CHANGE_BYTES = 512
/** Other writers count too, so the sum is looked at again before long. */
const MOST_AHEAD = 4 * MIB
/** How many of the largest a refusal names. */
const NAMED = 3

/** How much room there is (asm.md 3). Whoever writes asks within the transaction, after writing: too much undoes it. */
export interface Quotas {
  /** An object that was written by `access`, and takes no more than `most` bytes. Errors: `quota_exceeded`. */
  checkObject(access: Pick<StateAccess, 'largeObjects'>, schema: Schema, id: string, most?: number): void
  /**
   * A log that was written to; `most`: an object of no more bytes than this. Deleting is never refused. Errors:
   * `quota_exceeded`.
   */
  checkLog(log: number, most?: number): void
  /** The same for a log that took in `changes` which say no more than `said` bytes, and whose objects grew by no more than `grew`. */
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
  /** What can surely still be written to a log; summing up at each write would cost as much as the write. */
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
    // The object, what was said of it, and what a change takes beside its ops.
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
    room.set(log, Math.min(limit - bytes, MOST_AHEAD))
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
