import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { aegisOpen, aegisStream } from './aegis.ts'
import { readWriteAhead } from './write-ahead.ts'

/** The pages of a database file as far as they can be read, without SQLite, which gives up at the first bad one. */
export interface StoredPages {
  readonly count: number
  readonly pageSize: number
  /** Bytes of a page that hold content. */
  readonly usable: number
  /** Decrypted; null if it is missing or damaged. The caller owns the buffer. */
  read(page: number): Buffer | null
  close(): void
}

/** The same for all our databases, so it needn't be read from a possibly damaged header. */
const PAGE_SIZE = 4096
const KEY_BYTES = 32
/** At the end of an encrypted page: its tag, then its nonce. */
const TAG_BYTES = 32
const RESERVED = 64
/** The beginning of the first page isn't encrypted: 16 bytes of salt in place of SQLite's, and its page size. */
const CLEAR_BYTES = 24
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')

/** Opens the file at `path` with what its write-ahead file says; changes neither. `key`: null for one in the clear. */
export const openPages = (path: string, key: string | null): StoredPages => {
  const file = openSync(path, 'r')
  const ahead = readWriteAhead(`${path}-wal`, PAGE_SIZE)
  const count = ahead.count ?? Math.ceil(fstatSync(file).size / PAGE_SIZE)

  const raw = (page: number): Buffer | null => {
    const later = ahead.read(page)
    if (later !== null) return later
    const bytes = Buffer.alloc(PAGE_SIZE)
    return readSync(file, bytes, 0, PAGE_SIZE, (page - 1) * PAGE_SIZE) === PAGE_SIZE ? bytes : null
  }

  return {
    count,
    pageSize: PAGE_SIZE,
    usable: PAGE_SIZE - (key === null ? 0 : RESERVED),
    read: (page) => {
      const bytes = raw(page)
      return bytes === null || key === null || openPage(key, page, bytes) ? bytes : null
    },
    close: () => {
      closeSync(file)
      ahead.close()
    },
  }
}

/** Decrypts a page in place; false if it isn't authentic for its page number. */
export const openPage = (key: string, page: number, bytes: Buffer): boolean => {
  const end = bytes.length - RESERVED
  const tag = bytes.subarray(end, end + TAG_BYTES)
  const once = aegisStream(Buffer.from(key, 'hex'), bytes.subarray(end + TAG_BYTES), 2 * KEY_BYTES)
  once.writeUInt32BE(page, once.length - 4)
  const text = bytes.subarray(page === 1 ? CLEAR_BYTES : 0, end)
  if (!aegisOpen(once.subarray(0, KEY_BYTES), once.subarray(KEY_BYTES), text, tag)) return false
  if (page === 1) MAGIC.copy(bytes)
  return true
}
