import type BetterSqlite3 from 'better-sqlite3'

/**
 * The key of an encrypted database: 32 random bytes as 64 hexadecimal digits. It is random, so SQLite uses it directly:
 * stretching it would slow each connection down and add nothing.
 */
export type DatabaseKey = string

/** AEGIS-256, which also authenticates each page: an update costs a quarter of what it does with ChaCha20-Poly1305. */
const CIPHER = 'aegis'
const KEY = /^[0-9a-f]{64}$/

/** Makes a connection that was just opened read and write with `key`; without one, in the clear. */
export const useKey = (db: BetterSqlite3.Database, key: DatabaseKey | null): void => {
  if (key === null) return
  db.pragma(`cipher = '${CIPHER}'`)
  db.pragma(`key = ${literalOf(key)}`)
  keepInMemory(db)
}

/**
 * Encrypts or decrypts the whole file behind `db`, in place. The connection must be the only one, must not write
 * ahead, and needs as much memory as the file has bytes.
 */
export const changeKey = (db: BetterSqlite3.Database, key: DatabaseKey | null): void => {
  keepInMemory(db)
  db.pragma(`cipher = '${CIPHER}'`)
  db.pragma(key === null ? 'rekey = ""' : `rekey = ${literalOf(key)}`)
}

/** SQLite's temporary files aren't encrypted. */
const keepInMemory = (db: BetterSqlite3.Database): void => {
  db.pragma('temp_store = MEMORY')
}

const literalOf = (key: DatabaseKey): string => {
  if (!KEY.test(key)) throw new Error('not a key of a database')
  return `"x'${key}'"`
}

/** Bytes of a database's header, of which SQLite reads the page size and the like. */
export const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
/** These bytes of the header are never encrypted: a page of 4,096 bytes, of which 64 hold AEGIS's nonce and tag. */
const PAGE_SIZE_AT = 16
const PAGE_SIZE = Buffer.from([16, 0])
const RESERVED_AT = 20
const RESERVED = Buffer.from([64, 64, 32, 32])

/** The type of a file by its first bytes. */
export const kindOfHeader = (header: Buffer): 'plain' | 'encrypted' | 'other' => {
  if (header.toString('latin1', 0, MAGIC.length) === MAGIC) return 'plain'
  const holds = (bytes: Buffer, at: number): boolean => header.subarray(at, at + bytes.length).equals(bytes)
  return holds(PAGE_SIZE, PAGE_SIZE_AT) && holds(RESERVED, RESERVED_AT) ? 'encrypted' : 'other'
}
