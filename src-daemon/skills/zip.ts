import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { SatchelError } from '../platform/errors.ts'
import type { RawFiles } from './files.ts'
import { isIgnored, LIMITS } from './limits.ts'

/** Compressed so well that nothing people write is: a bomb. */
const MOST_RATIO = 200
/** Below it a high ratio is a file of blanks. */
const RATIO_FROM = 1024 * 1024
/** An archive may hold several skills. */
const MOST_FILES = LIMITS.files * 4
const MOST_BYTES = LIMITS.bytes * 2

/**
 * Unpacks a zip archive in memory. Nothing of its headers is believed: what comes out is counted as it comes. Errors:
 * `skill_archive_refused` with the reason for what is no zip, leads out of its folder, is a link, is encrypted, or is too much.
 */
export const readZip = async (bytes: Buffer): Promise<RawFiles> => {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true }).catch((cause: unknown) => {
    throw refused('unreadable', cause)
  })
  try {
    return await unpack(zip)
  } catch (cause) {
    // Names that lead elsewhere and damaged parts are errors of the reader.
    throw cause instanceof SatchelError ? cause : refused(isPathProblem(cause) ? 'path' : 'unreadable', cause)
  } finally {
    zip.close()
  }
}

const unpack = async (zip: ZipFile): Promise<RawFiles> => {
  const files = new Map<string, Buffer>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const mode = entry.externalFileAttributes >>> 16
    if ((mode & 0o170000) === 0o120000) throw refused('link')
    if (name.endsWith('/')) continue
    if (name.split('/').some(isIgnored)) continue
    if (entry.isEncrypted()) throw refused('encrypted')
    if (files.size >= MOST_FILES) throw refused('too_many')
    if (files.has(name)) throw refused('twice')
    const content = await inflate(zip, entry, MOST_BYTES - total)
    total += content.length
    files.set(name, content)
  }
  return files
}

const inflate = async (zip: ZipFile, entry: Entry, room: number): Promise<Buffer> => {
  const stream = await zip.openReadStreamPromise(entry)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    const chunk = Buffer.from(part as Uint8Array) // a binary stream gives nothing else
    size += chunk.length
    const isBomb = size > RATIO_FROM && size > entry.compressedSize * MOST_RATIO
    if (size > room || isBomb) {
      stream.destroy()
      throw refused(isBomb ? 'bomb' : 'too_large')
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

const isPathProblem = (thrown: unknown): boolean =>
  thrown instanceof Error && /absolute path|invalid relative path|invalid characters/iu.test(thrown.message)

const refused = (
  reason: 'unreadable' | 'path' | 'link' | 'encrypted' | 'too_many' | 'too_large' | 'twice' | 'bomb',
  cause?: unknown,
): SatchelError =>
  new SatchelError('skill_archive_refused', { params: { reason }, details: { reason }, cause })
