/** SHA-256 of bytes, text or files. */
import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer')

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** Hashes a file of any size without reading it into memory as a whole. */
export const sha256HexOfFile = async (path: string): Promise<string> => {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return sum.digest('hex')
}
