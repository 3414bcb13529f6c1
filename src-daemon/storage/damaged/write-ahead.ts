import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The content of a write-ahead file (SQLite file format, 4): the last committed version of pages. */
export interface WriteAhead {
  /** Pages of the database after the last commit; null if the file has none. */
  readonly count: number | null
  /** As stored; null if the database itself has the page. */
  read(page: number): Buffer | null
  close(): void
}

const HEADER = 32
const FRAME_HEADER = 24
const BIG_ENDIAN = 0x377f0683
const LITTLE_ENDIAN = 0x377f0682

const NOTHING: WriteAhead = { count: null, read: () => null, close: () => undefined }

/** Reads it as far as its checksums hold, as SQLite does after a crash. */
export const readWriteAhead = (path: string, pageSize: number): WriteAhead => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= HEADER) return NOTHING
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const header = Buffer.alloc(HEADER)
  readSync(file, header, 0, HEADER, 0)
  const magic = header.readUInt32BE(0)
  const add = summing(magic === BIG_ENDIAN)
  const isSound = (magic === BIG_ENDIAN || magic === LITTLE_ENDIAN) && header.readUInt32BE(8) === pageSize
  let sum: Sum = add([0, 0], header.subarray(0, 24))
  const committed = new Map<number, number>()
  let transaction = new Map<number, number>()
  let count: number | null = null
  if (isSound && isSame(sum, header, 24)) {
    const frame = Buffer.alloc(FRAME_HEADER + pageSize)
    for (let at = HEADER; at + frame.length <= size; at += frame.length) {
      readSync(file, frame, 0, frame.length, at)
      if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) break
      sum = add(add(sum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER))
      if (!isSame(sum, frame, 16)) break
      transaction.set(frame.readUInt32BE(0), at + FRAME_HEADER)
      const pages = frame.readUInt32BE(4)
      if (pages === 0) continue
      count = pages
      for (const [page, place] of transaction) committed.set(page, place)
      transaction = new Map()
    }
  }
  return {
    count,
    read: (page) => {
      const place = committed.get(page)
      if (place === undefined) return null
      const bytes = Buffer.alloc(pageSize)
      readSync(file, bytes, 0, pageSize, place)
      return bytes
    },
    close: () => {
      closeSync(file)
    },
  }
}

type Sum = readonly [number, number]

const summing =
  (isBig: boolean) =>
  ([first, second]: Sum, bytes: Buffer): Sum => {
    let a = first
    let b = second
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
      b = (b + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
    }
    return [a, b]
  }

const isSame = ([a, b]: Sum, bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b
