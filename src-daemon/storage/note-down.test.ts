import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../platform/app.ts'
import { notingDown, openDatabase, type Database } from './index.ts'

let root: string
let path: string
let db: Database

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-note-down-'))
  path = join(root, 'state.db')
  db = openDatabase({ path })
  db.exec('CREATE TABLE notes (text TEXT) STRICT')
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const synchronous = (): unknown => db.pragma('synchronous', { simple: true })
const notes = (): unknown[] => db.prepare('SELECT text FROM notes').pluck().all()

it('writes without waiting for the disk, all of it or nothing, and what follows waits again', () => {
  const seen: unknown[] = []
  const note = notingDown(db, (text: string) => {
    seen.push(synchronous())
    db.prepare('INSERT INTO notes VALUES (?)').run(text)
    if (text === 'bad') throw new Error('no')
    return text.length
  })
  expect(note('good')).toBe(4)
  expect(() => note('bad')).toThrow('no')
  expect(seen).toEqual([1, 1])
  expect(synchronous()).toBe(2)
  expect(notes()).toEqual(['good'])
})

it('is part of a transaction it is called in', () => {
  const note = notingDown(db, (text: string) => {
    expect(synchronous()).toBe(2)
    db.prepare('INSERT INTO notes VALUES (?)').run(text)
  })
  const both = db.transaction(() => {
    note('one')
    throw new Error('revoked')
  })
  expect(both).toThrow('revoked')
  expect(notes()).toEqual([])
})

it('is there after the program was killed', () => {
  const room = join(appRoot, 'src-daemon/storage/index.ts')
  const source = `
    import { notingDown, openDatabase } from ${JSON.stringify(room)}
    const db = openDatabase({ path: ${JSON.stringify(path)} })
    notingDown(db, (text) => db.prepare('INSERT INTO notes VALUES (?)').run(text))('kept')
    process.kill(process.pid, 'SIGKILL')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', source])
  expect(signal).toBe('SIGKILL')
  expect(notes()).toEqual(['kept'])
})
