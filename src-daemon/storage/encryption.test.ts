import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { databaseKind, keyOf, newerFormat, openDatabase, openForReading } from './index.ts'

const KEY = randomBytes(32).toString('hex')
const steps = ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']
const newer = [...steps, 'ALTER TABLE notes ADD COLUMN more TEXT']
const SECRET = 'what nobody else may read'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-cipher-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const write = (key: string | null = KEY): void => {
  const db = openDatabase({ path, key, steps })
  db.prepare('INSERT INTO notes (text) VALUES (?)').run(SECRET)
  db.close()
}
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
}
const files = (): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const filesWithSecret = (): readonly string[] => files().filter((file) => readFileSync(file).includes(SECRET))

it('leaves nothing readable in the database, its write-ahead file, or what a migration keeps', () => {
  const db = openDatabase({ path, key: KEY, steps })
  db.prepare('INSERT INTO notes (text) VALUES (?)').run(SECRET)
  expect(files()).toContain(`${path}-wal`)
  expect(filesWithSecret()).toEqual([])
  db.close()
  expect(databaseKind(path)).toBe('encrypted')
  const migrated = openDatabase({ path, key: KEY, steps: newer })
  expect(migrated.prepare('SELECT text FROM notes').pluck().get()).toBe(SECRET)
  expect(keyOf(migrated)).toBe(KEY)
  migrated.close()
  expect(readdirSync(join(directory, 'backups'))).toHaveLength(1)
  expect(filesWithSecret()).toEqual([])
})

it('is read by a second connection that has the key', () => {
  const db = openDatabase({ path, key: KEY, steps })
  db.prepare('INSERT INTO notes (text) VALUES (?)').run(SECRET)
  const reader = openForReading(path, KEY)
  expect(reader.prepare('SELECT text FROM notes').pluck().get()).toBe(SECRET)
  reader.close()
  db.close()
})

it('refuses a missing and a wrong key, and changes no byte', () => {
  write()
  const before = readFileSync(path)
  expect(codeOf(() => openDatabase({ path, steps }))).toBe('database_key_missing')
  expect(codeOf(() => openDatabase({ path, key: randomBytes(32).toString('hex'), steps }))).toBe(
    'database_key_wrong',
  )
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(directory)).toEqual(['state.db'])
})

it('opens a newer format to read it', () => {
  openDatabase({ path, key: KEY, steps: newer }).close()
  const db = openDatabase({ path, key: KEY, steps })
  expect(newerFormat(db)).toEqual({ found: 2, supported: 1 })
  db.close()
})

it('opens an unencrypted file as it is, whatever the key', () => {
  write(null)
  const db = openDatabase({ path, key: KEY, steps })
  expect(keyOf(db)).toBeNull()
  db.close()
  expect(databaseKind(path)).toBe('plain')
})

it('is reported as damaged, not as encrypted with another key, if its header is invalid', () => {
  write()
  const damaged = Buffer.concat([Buffer.from('this is no database'), readFileSync(path).subarray(19)])
  writeFileSync(path, damaged)
  expect(codeOf(() => openDatabase({ path, key: KEY, steps }))).toBe('database_corrupt')
  expect(readFileSync(path).equals(damaged)).toBe(true)
})

it('sees a page that was changed, and an end that is missing', () => {
  write()
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(5000) ^ 1, 5000)
  writeFileSync(path, changed)
  expect(codeOf(() => openDatabase({ path, key: KEY, steps }))).toBe('database_corrupt')
  writeFileSync(path, whole)
  truncateSync(path, whole.length - 4096)
  expect(codeOf(() => openDatabase({ path, key: KEY, steps }))).toBe('database_corrupt')
})
