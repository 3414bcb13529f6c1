import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleCheckpoint } from './idle-checkpoint.ts'
import { openDatabase, type Database } from './open.ts'

let directory: string
let db: Database
let problems: unknown[]
let write: (times: number) => void
beforeEach(() => {
  vi.useFakeTimers()
  directory = mkdtempSync(join(tmpdir(), 'satchel-idle-'))
  db = openDatabase({ path: join(directory, 'state.db') })
  db.exec('CREATE TABLE kept (body BLOB); PRAGMA wal_checkpoint(TRUNCATE)')
  db.pragma('synchronous = OFF')
  problems = []
  const written = createIdleCheckpoint(db, (thrown) => problems.push(thrown))
  write = (times) => {
    for (let n = 0; n < times; n++) {
      db.exec('INSERT INTO kept VALUES (zeroblob(4000))')
      written()
    }
  }
})
afterEach(() => {
  vi.useRealTimers()
  db.close()
  rmSync(directory, { recursive: true, force: true })
})

const size = (): number => statSync(db.name).size

it('moves what was written once nothing was for a moment, and no earlier', () => {
  const before = size()
  write(250)
  vi.advanceTimersByTime(99)
  write(1)
  vi.advanceTimersByTime(99)
  expect(size()).toBe(before)
  vi.advanceTimersByTime(1)
  expect(size()).toBeGreaterThan(before + 250 * 4000)
  const moved = size()
  write(10)
  vi.advanceTimersByTime(1000)
  expect(size()).toBe(moved)
  expect(problems).toEqual([])
})

it('leaves an open transaction and a closed database alone, and tells what failed', () => {
  const before = size()
  db.exec('BEGIN')
  write(300)
  vi.advanceTimersByTime(1000)
  expect(size()).toBe(before)
  db.exec('COMMIT')
  vi.spyOn(db, 'pragma').mockImplementationOnce(() => {
    throw new Error('the disk is gone')
  })
  write(1)
  vi.advanceTimersByTime(1000)
  expect(problems).toEqual([new Error('the disk is gone')])
  write(1)
  db.close()
  vi.advanceTimersByTime(1000)
  expect(problems).toHaveLength(1)
})
