import { SatchelError } from '../../platform/errors.ts'
import type { Compression } from '../schema/annotations.ts'
import { compress, decompress } from '../sequences/compression.ts'
import { sha256 } from '../../platform/sha256.ts'

/*
 * Stored ops can be compressed (asm.md 7.3). Compressed ones begin with a zero and the number of the codec: plain ops
 * are a CBOR list, which never does. The hash of the plain ops is stored beside them, so damage is noticed on reading.
 */

const PACKED = 0
const CODECS: readonly Compression[] = ['br', 'zstd', 'gzip']
/** More than any change can contain; a larger result is damage. */
const MAX_BYTES = 256 * 1024 * 1024

/** Compressed `ops`, or null if that saves less than a tenth. */
export const packOps = (codec: Compression, ops: Uint8Array): Buffer | null => {
  const packed = Buffer.concat([Buffer.from([PACKED, CODECS.indexOf(codec)]), compress(codec, ops)])
  return packed.length <= ops.length * 0.9 ? packed : null
}

/**
 * Plain ops as they were hashed, from compressed or plain ones. `hash`: SHA-256 of the plain ops.
 *
 * @throws SatchelError `change_content_damaged`
 */
export const unpackOps = (stored: Buffer, hash: Buffer | null): Buffer => {
  if (stored[0] !== PACKED) return stored
  const codec = CODECS[stored[1] ?? -1]
  try {
    const plain = codec === undefined ? null : decompress(codec, stored.subarray(2), MAX_BYTES)
    if (plain !== null && hash !== null && sha256(plain).equals(hash)) return plain
  } catch (thrown) {
    throw damaged(hash, thrown)
  }
  throw damaged(hash)
}

const damaged = (hash: Buffer | null, cause?: unknown): SatchelError =>
  new SatchelError('change_content_damaged', { details: { opsHash: hash?.toString('hex') ?? null }, cause })
