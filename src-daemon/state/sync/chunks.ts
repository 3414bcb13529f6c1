// Imported as a namespace: an older Node, which may run scripts, has no zstd and would fail to load this file with
// named imports.
import * as zlib from 'node:zlib'
import { SatchelError } from '../../platform/errors.ts'
import { changeSetInvalid, LIMITS } from './limits.ts'

/*
 * The outer format of a change set: `MAGIC`, one byte for the version, then chunks. A chunk is the length of its
 * content, its compressed length (both 32 bits, big-endian), and the content compressed with zstd. Content is records,
 * each preceded by its length (32 bits). Nothing has to be read, or to fit into memory, as a whole, and no length is
 * trusted before it was compared with its limit.
 */

export const MAGIC = Buffer.from('satchel-changes\n')
const VERSION = 3
export const HEAD = MAGIC.length + 1
export const CHUNK_HEAD = 8
/** A chunk is closed at this size; a single larger record makes a larger chunk. */
const CHUNK = 1024 * 1024

/** Writes records into chunks. */
export const createChunkWriter = () => {
  const parts: Buffer[] = [Buffer.concat([MAGIC, Buffer.from([VERSION])])]
  let open: Uint8Array[] = []
  let size = 0

  const close = (): void => {
    if (size === 0) return
    const content = Buffer.concat(open, size)
    const packed = zlib.zstdCompressSync(content)
    const head = Buffer.alloc(CHUNK_HEAD)
    head.writeUInt32BE(content.length, 0)
    head.writeUInt32BE(packed.length, 4)
    parts.push(head, packed)
    open = []
    size = 0
  }

  return {
    add: (record: Uint8Array): void => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(record.length)
      open.push(length, record)
      size += 4 + record.length
      if (size >= CHUNK) close()
    },
    finish: (): Buffer => {
      close()
      return Buffer.concat(parts)
    },
  }
}

/**
 * The records of a change set, one after the other.
 *
 * @throws SatchelError `change_set_invalid` naming the place, when it gets there
 */
export function* readRecords(file: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  checkHead(bytes)
  let total = 0
  for (let at = HEAD, n = 1; at < bytes.length; n++) {
    const place = `chunk ${String(n)}`
    if (bytes.length - at < CHUNK_HEAD) throw changeSetInvalid(place, 'it is cut off')
    const { length, packed } = chunkHead(bytes.subarray(at), place)
    at += CHUNK_HEAD
    total += length
    if (total > LIMITS.total) throw changeSetInvalid(place, 'it is too large')
    if (packed > bytes.length - at) throw changeSetInvalid(place, 'it is cut off')
    for (const record of split(unpack(bytes.subarray(at, at + packed), length, place), place)) yield record
    at += packed
  }
}

/** The header of a chunk: length of its content, and its compressed length. */
export const chunkHead = (bytes: Buffer, place: string): { length: number; packed: number } => {
  const length = bytes.readUInt32BE(0)
  if (length > LIMITS.record + CHUNK) throw changeSetInvalid(place, 'it is too large')
  return { length, packed: bytes.readUInt32BE(4) }
}

const checkHead = (bytes: Buffer): void => {
  if (bytes.length > LIMITS.file) throw changeSetInvalid('beginning', 'it is too large')
  if (bytes.length < HEAD || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw changeSetInvalid('beginning', 'it is another kind of file')
  const version = bytes[MAGIC.length] ?? 0
  if (version < VERSION) throw new SatchelError('change_set_old_version')
  if (version !== VERSION)
    throw changeSetInvalid(
      'beginning',
      `it has version ${String(version)}, and only ${String(VERSION)} is known`,
    )
}

/** Stops at the announced length, so that a small file can't fill the memory. */
const unpack = (packed: Buffer, length: number, place: string): Buffer => {
  let content: Buffer
  try {
    content = zlib.zstdDecompressSync(packed, { maxOutputLength: Math.max(length, 1) })
  } catch (cause) {
    throw changeSetInvalid(place, 'it cannot be decompressed', cause)
  }
  if (content.length !== length) throw changeSetInvalid(place, 'its length is not what it says')
  return content
}

const split = (content: Buffer, place: string): Buffer[] => {
  const records: Buffer[] = []
  for (let at = 0; at < content.length;) {
    if (content.length - at < 4) throw changeSetInvalid(place, 'a record is cut off')
    const length = content.readUInt32BE(at)
    at += 4
    if (length > LIMITS.record || length > content.length - at)
      throw changeSetInvalid(place, 'a record is cut off or too large')
    records.push(content.subarray(at, at + length))
    at += length
  }
  return records
}
