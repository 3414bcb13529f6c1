import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { clearConversion, convertDatabase } from './convert.ts'
import { databaseKind, openDatabase, type DatabaseKey } from './index.ts'

const KEY = randomBytes(32).toString('hex')
const ROWS = 200
const SECRET = 'what nobody else may read'
const steps = ['CREATE TABLE item (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT']
const OPERATIONS = ['copy', 'link', 'rename', 'remove', 'makeDirectory', 'sync', 'syncDirectory'] as const
/** How many of them a conversion makes. */
const CALLS = 7

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-convert-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const fill = (key: DatabaseKey | null): void => {
  const db = openDatabase({ path, key, steps })
  const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
  for (let n = 0; n < ROWS; n++) insert.run(`${SECRET} ${String(n)}`)
  db.close()
}
const rows = (key: DatabaseKey | null): unknown => {
  const db = openDatabase({ path, key, steps })
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    return db.prepare('SELECT count(*) FROM item WHERE body LIKE ?').pluck().get(`${SECRET}%`)
  } finally {
    db.close()
  }
}
const readable = (): readonly string[] =>
  readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(SECRET))

it('encrypts a database and leaves nothing of it readable', () => {
  fill(null)
  expect(readable()).toEqual(['state.db'])
  convertDatabase({ path, from: null, to: KEY })
  expect(databaseKind(path)).toBe('encrypted')
  expect(readdirSync(directory)).toEqual(['state.db'])
  expect(readable()).toEqual([])
  expect(rows(KEY)).toBe(ROWS)
})

it('decrypts it again', () => {
  fill(KEY)
  convertDatabase({ path, from: KEY, to: null })
  expect(databaseKind(path)).toBe('plain')
  expect(readdirSync(directory)).toEqual(['state.db'])
  expect(rows(null)).toBe(ROWS)
})

it('overwrites the old file before it lets it go', () => {
  fill(null)
  const twin = join(directory, 'twin')
  spawnSync('ln', [path, twin])
  convertDatabase({ path, from: null, to: KEY })
  expect(readFileSync(twin).every((byte) => byte === 0)).toBe(true)
})

it('changes nothing of a damaged database', () => {
  fill(null)
  const damaged = readFileSync(path)
  damaged.fill(0x5a, 4096, 8192)
  writeFileSync(path, damaged)
  expect(() => {
    convertDatabase({ path, from: null, to: KEY })
  }).toThrow(SatchelError)
  expect(readFileSync(path).equals(damaged)).toBe(true)
  expect(readdirSync(directory)).toEqual(['state.db'])
})

/** Runs a conversion in a process that kills itself before or after a file operation, and counts them. */
const killedAt = (n: number, when: 'before' | 'after', [from, to]: readonly (DatabaseKey | null)[]) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { convertDatabase } from ${JSON.stringify(join(import.meta.dirname, 'convert.ts'))}
       import { storeFiles } from ${JSON.stringify(join(import.meta.dirname, 'store-files.ts'))}
       let calls = 0
       const at = (when) => {
         if (calls === ${String(n)} && when === ${JSON.stringify(when)}) process.kill(process.pid, 'SIGKILL')
       }
       const files = Object.fromEntries(${JSON.stringify(OPERATIONS)}.map((name) => [name, (...args) => {
         calls++
         at('before')
         storeFiles[name](...args)
         at('after')
       }]))
       convertDatabase({ path: ${JSON.stringify(path)}, from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}, files })
       console.log(calls)`,
    ],
    { encoding: 'utf8' },
  )

it.each(
  Array.from({ length: CALLS }, (_, n) => n + 1).flatMap((n) => [
    [n, 'before', 'encrypted'] as const,
    [n, 'after', 'encrypted'] as const,
    [n, 'after', 'plain'] as const,
  ]),
)('killed at file operation %i, %s it, on the way to %s, leaves one whole database', (n, when, to) => {
  const keys = to === 'encrypted' ? [null, KEY] : [KEY, null]
  fill(keys[0] ?? null)
  expect(killedAt(n, when, keys).signal).toBe('SIGKILL')
  clearConversion(path)
  expect(readdirSync(directory)).toEqual(['state.db'])
  if (databaseKind(path) === 'encrypted') expect(readable()).toEqual([])
  expect(rows(KEY)).toBe(ROWS)
  // The next start goes on.
  if (databaseKind(path) !== to) convertDatabase({ path, from: keys[0] ?? null, to: keys[1] ?? null })
  expect(databaseKind(path)).toBe(to)
  expect(rows(KEY)).toBe(ROWS)
})

it('makes no more file operations than these tests count', () => {
  fill(null)
  expect(killedAt(0, 'before', [null, KEY]).stdout.trim()).toBe(String(CALLS))
})
