// Imported as a namespace: an older Node, which may run scripts, has no zstd and would fail to load this file with
// named imports.
import * as zlib from 'node:zlib'
import type { Compression } from '../schema/annotations.ts'

/** The default of `x-compression`. */
export const DEFAULT_COMPRESSION: Compression = 'zstd'
/** Brotli's own default takes 50 times as long to save a tenth more. */
const BROTLI_QUALITY = 5

/** Compresses bytes for storage (asm.md 7.3). */
export const compress = (compression: Compression, bytes: Uint8Array): Buffer => {
  switch (compression) {
    case 'br':
      return zlib.brotliCompressSync(bytes, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
      })
    case 'zstd':
      return zlib.zstdCompressSync(bytes)
    case 'gzip':
      return zlib.gzipSync(bytes)
  }
}

/** Reverses `compress`. Throws zlib's error for damaged bytes, and for a result of more than `mostBytes`. */
export const decompress = (compression: Compression, bytes: Uint8Array, mostBytes: number): Buffer => {
  const options = { maxOutputLength: mostBytes }
  switch (compression) {
    case 'br':
      return zlib.brotliDecompressSync(bytes, options)
    case 'zstd':
      return zlib.zstdDecompressSync(bytes, options)
    case 'gzip':
      return zlib.gunzipSync(bytes, options)
  }
}
