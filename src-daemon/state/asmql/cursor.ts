import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Param } from './fragment.ts'

const TAG_BYTES = 16
const positionSchema = z.array(z.union([z.string(), z.number(), z.null()]))

/** Names the last row given out: the keys it was sorted by, then its id. Bound to `query`, so it fits no other. */
export const writeCursor = (key: Uint8Array, query: string, position: readonly Param[]): string => {
  const payload = Buffer.from(JSON.stringify(position))
  return Buffer.concat([tagOf(key, query, payload), payload]).toString('base64url')
}

/** @throws SatchelError `asmql_cursor_invalid` when it was altered or made for another query */
export const readCursor = (key: Uint8Array, query: string, cursor: string): Param[] => {
  const bytes = Buffer.from(cursor, 'base64url')
  const tag = bytes.subarray(0, TAG_BYTES)
  const payload = bytes.subarray(TAG_BYTES)
  const genuine = tag.length === TAG_BYTES && timingSafeEqual(tag, tagOf(key, query, payload))
  // Decoding base64url drops what it does not know: only the text we wrote is the cursor we wrote.
  if (!genuine || bytes.toString('base64url') !== cursor) throw new SatchelError('asmql_cursor_invalid')
  return positionSchema.parse(JSON.parse(payload.toString()))
}

const tagOf = (key: Uint8Array, query: string, payload: Uint8Array): Buffer =>
  createHmac('sha256', key).update(query).update('\0').update(payload).digest().subarray(0, TAG_BYTES)
