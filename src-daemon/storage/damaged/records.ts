/** Cells and records of b-tree pages (SQLite file format, 1.6 and 2.1), read so that damage costs a row, not more. */
import { isUtf8 } from 'node:buffer'
import type { StoredPages } from './pages.ts'

export type StoredValue = null | number | string | Buffer

/** A row as stored in the file. `rowid` is null in a table without. */
export interface StoredRow {
  readonly rowid: number | null
  readonly values: readonly StoredValue[]
}

export const TABLE_LEAF = 0x0d
export const TABLE_INTERIOR = 0x05
export const INDEX_LEAF = 0x0a
export const INDEX_INTERIOR = 0x02

const isInterior = (kind: number): boolean => kind === TABLE_INTERIOR || kind === INDEX_INTERIOR
export const isTree = (kind: number): boolean =>
  kind === TABLE_LEAF || kind === INDEX_LEAF || isInterior(kind)

/** Offset of a page's b-tree header: the first page has the file header before it. */
const headerAt = (page: number): number => (page === 1 ? 100 : 0)

export const kindOf = (page: number, bytes: Buffer): number => bytes[headerAt(page)] ?? 0

/** Thrown within this file for unreadable data. */
class Damaged extends Error {}

/** Offsets of a page's cells; those that can't be are left out and counted. */
const cellsOf = (page: number, bytes: Buffer, usable: number): { at: readonly number[]; lost: number } => {
  const header = headerAt(page)
  const first = header + (isInterior(kindOf(page, bytes)) ? 12 : 8)
  const count = bytes.readUInt16BE(header + 3)
  const most = Math.floor((usable - first) / 2)
  const at: number[] = []
  for (let n = 0; n < Math.min(count, most); n++) {
    const cell = bytes.readUInt16BE(first + n * 2)
    if (cell >= first + count * 2 && cell < usable - 3) at.push(cell)
  }
  return { at, lost: count - at.length }
}

/** The pages below an interior page. */
export const childrenOf = (page: number, bytes: Buffer, pages: StoredPages): readonly number[] => {
  const cells = cellsOf(page, bytes, pages.usable).at.map((cell) => bytes.readUInt32BE(cell))
  return [...cells, bytes.readUInt32BE(headerAt(page) + 8)].filter(
    (child) => child > 1 && child <= pages.count,
  )
}

/** The rows on a page, and how many of them can't be read. An interior page of a table has none. */
export const rowsOf = (
  page: number,
  bytes: Buffer,
  pages: StoredPages,
): { readonly rows: readonly StoredRow[]; readonly lost: number } => {
  const kind = kindOf(page, bytes)
  if (!isTree(kind) || kind === TABLE_INTERIOR) return { rows: [], lost: 0 }
  const { at, lost } = cellsOf(page, bytes, pages.usable)
  const rows: StoredRow[] = []
  let unreadable = lost
  for (const cell of at) {
    try {
      rows.push(readCell(kind, bytes, cell, pages))
    } catch (thrown) {
      if (!(thrown instanceof Damaged) && !(thrown instanceof RangeError)) throw thrown
      unreadable += 1
    }
  }
  return { rows, lost: unreadable }
}

const readCell = (kind: number, bytes: Buffer, cell: number, pages: StoredPages): StoredRow => {
  const size = varint(bytes, kind === INDEX_INTERIOR ? cell + 4 : cell)
  const rowid = kind === TABLE_LEAF ? varint(bytes, next) : null
  return { rowid, values: recordOf(payloadAt(kind, bytes, next, size, pages)) }
}

/** What fits on the page, and the rest from the pages it overflows to. */
const payloadAt = (kind: number, bytes: Buffer, from: number, size: number, pages: StoredPages): Buffer => {
  const { usable, pageSize } = pages
  if (size < 1 || size > pages.count * pageSize) throw new Damaged()
  const most = kind === TABLE_LEAF ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size <= most) return slice(bytes, from, size, usable)
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (usable - 4))
  const local = wanted <= most ? wanted : least
  const parts = [slice(bytes, from, local, usable)]
  let more = bytes.readUInt32BE(from + local)
  for (let left = size - local; left > 0;) {
    const page = more > 1 && more <= pages.count ? pages.read(more) : null
    if (page === null) throw new Damaged()
    more = page.readUInt32BE(0)
    const part = page.subarray(4, 4 + Math.min(left, usable - 4))
    parts.push(part)
    left -= part.length
  }
  return Buffer.concat(parts)
}

const slice = (bytes: Buffer, from: number, length: number, usable: number): Buffer => {
  if (from + length > usable) throw new Damaged()
  return bytes.subarray(from, from + length)
}

const recordOf = (payload: Buffer): readonly StoredValue[] => {
  const end = varint(payload, 0)
  if (end < 1 || end > payload.length) throw new Damaged()
  const values: StoredValue[] = []
  let body = end
  for (let at = next; at < end;) {
    const type = varint(payload, at)
    at = next
    const length = lengthOf(type)
    if (at > end || body + length > payload.length) throw new Damaged()
    values.push(valueOf(type, payload, body, length))
    body += length
  }
  if (body !== payload.length) throw new Damaged()
  return values
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

const lengthOf = (type: number): number => {
  if (type >= 12) return Math.floor((type - 12) / 2)
  const length = INTEGER_BYTES[type]
  if (length === undefined) throw new Damaged()
  return length
}

const valueOf = (type: number, payload: Buffer, at: number, length: number): StoredValue => {
  if (type === 0) return null
  if (type === 6) return toNumber(payload.readBigInt64BE(at))
  if (type < 6) return payload.readIntBE(at, length)
  if (type === 7) return payload.readDoubleBE(at)
  if (type < 10) return type - 8
  const bytes = payload.subarray(at, at + length)
  if (type % 2 === 0) return Buffer.from(bytes)
  if (!isUtf8(bytes)) throw new Damaged()
  return bytes.toString('utf8')
}

const toNumber = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Damaged()
  return number
}

/** Where the last `varint` ended. */
let next = 0

/** Our numbers are far below those that need all nine bytes. */
const varint = (bytes: Buffer, at: number): number => {
  let value = 0
  for (let n = at; n < at + 8; n++) {
    const byte = bytes[n]
    if (byte === undefined) throw new Damaged()
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      next = n + 1
      return value
    }
  }
  throw new Damaged()
}
