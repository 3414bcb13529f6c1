// As a whole: an older Node, which may run scripts, has no zstd and would refuse to load this file by its names.
import * as zlib from 'node:zlib'
import type { Compression } from '../schema/annotations.ts'

/** Where a schema names none with `x-compression`. */
export const DEFAULT_COMPRESSION: Compression = 'zstd'
/** Brotli's own default takes 50 times as long for a tenth less. */
const BROTLI_QUALITY = 5

/** Makes bytes smaller for keeping (asm.md 7.3). */
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

/** Undoes `compress`. Throws what zlib throws for damaged bytes, and for such that come to more than `mostBytes`. */
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
