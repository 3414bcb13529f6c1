import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Bound } from './fragment.ts'

const TAG_BYTES = 16
/** The latest cursors, which needn't be verified when they return, as the next page is usually requested soon. */
const MAX_KNOWN = 200
const LONGEST_KNOWN = 2000
const positionSchema = z.array(z.union([z.string(), z.number(), z.null()]))

export interface Cursors {
  /** Identifies the last returned row by its sort keys and id. Bound to `query`, so it fits no other. */
  write(query: string, position: readonly Bound[]): string
  /**
   * The `keys` sort keys of the last row, and its id.
   *
   * @throws SatchelError `asmql_cursor_invalid` if it was altered or made for another query
   */
  read(query: string, keys: number, cursor: string): readonly Bound[]
}

export const createCursors = (key: Uint8Array): Cursors => {
  const known = new Map<string, { readonly query: string; readonly position: readonly Bound[] }>()

  const write: Cursors['write'] = (query, position) => {
    const payload = Buffer.from(JSON.stringify(position))
    const cursor = Buffer.concat([tagOf(key, query, payload), payload]).toString('base64url')
    if (query.length + cursor.length > LONGEST_KNOWN) return cursor
    known.delete(cursor)
    known.set(cursor, { query, position })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return cursor
  }

  const read: Cursors['read'] = (query, keys, cursor) => {
    const own = known.get(cursor)
    return own?.query === query ? own.position : readCursor(key, query, keys, cursor)
  }

  return { write, read }
}

const readCursor = (key: Uint8Array, query: string, keys: number, cursor: string): Bound[] => {
  const bytes = Buffer.from(cursor, 'base64url')
  const tag = bytes.subarray(0, TAG_BYTES)
  const payload = bytes.subarray(TAG_BYTES)
  const genuine = tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(key, query, payload))
  // The base64url decoder ignores unknown characters, so the text itself is compared as well.
  if (!genuine || bytes.toString('base64url') !== cursor) throw new SatchelError('asmql_cursor_invalid')
  const position = positionSchema.parse(JSON.parse(payload.toString()))
  if (position.length !== keys + 1) throw new SatchelError('asmql_cursor_invalid')
  return position
}

const tagOf = (key: Uint8Array, query: string, payload: Uint8Array): Buffer =>
  createHmac('sha256', key).update(query).update(SEPARATOR).update(payload).digest().subarray(0, TAG_BYTES)

const SEPARATOR = Buffer.alloc(1)
