/** SHA-256 of bytes or text. */
import { hash } from 'node:crypto'

export const sha256 = (bytes: Uint8Array | string): Buffer => hash('sha256', bytes, 'buffer')

/**
 * Whether `expected` is the hash of `bytes`, without allocating a buffer for it (bench: merge of 1,000 concurrent
 * changes).
 */
export const hasSha256 = (bytes: Uint8Array, expected: Buffer): boolean =>
  hash('sha256', bytes, 'binary') === expected.toString('latin1')

export const bufferOf = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes))
