/** SHA-256 of bytes or text. */
import { hash } from 'node:crypto'

/** Through text of one character per byte, which costs half of what a buffer made by the library does. */
export const sha256 = (bytes: Uint8Array | string): Buffer =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'binary')

/** Whether `expected` is the hash of `bytes`; without making a buffer for it. */
export const hasSha256 = (bytes: Uint8Array, expected: Buffer): boolean =>
  hash('sha256', bytes, 'binary') === expected.toString('latin1')

export const bufferOf = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes))
