import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCheckpoints, type Checkpoints } from './checkpoints.ts'
import { openDatabase, type Database } from './open.ts'

let directory: string
let db: Database
let checkpoints: Checkpoints
let problems: unknown[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-checkpoints-'))
  db = openDatabase({ path: join(directory, 'state.db') })
  db.exec('CREATE TABLE kept (body BLOB); PRAGMA wal_checkpoint(TRUNCATE)')
  db.pragma('synchronous = OFF')
  // What is moved is not SQLite's own doing.
  db.pragma('wal_autocheckpoint = 0')
  problems = []
  checkpoints = createCheckpoints(db, (thrown) => problems.push(thrown))
})
afterEach(async () => {
  await checkpoints.close()
  db.close()
  rmSync(directory, { recursive: true, force: true })
})

const write = (times: number): void => {
  for (let n = 0; n < times; n++) {
    db.exec('INSERT INTO kept VALUES (zeroblob(4000))')
    checkpoints.written(1)
  }
}
const size = (): number => statSync(db.name).size
/** How often SQLite has begun the write-ahead file anew: bytes 12 to 15 of its header. */
const beginnings = (): number => readFileSync(`${db.name}-wal`).readUInt32BE(12)

it('moves what was written once nothing was for a moment', async () => {
  const before = size()
  write(250)
  expect(size()).toBe(before)
  await vi.waitFor(
    () => {
      expect(size()).toBeGreaterThan(before + 250 * 4000)
    },
    { timeout: 20_000 },
  )
  expect(problems).toEqual([])
})

it('moves it beside somebody who writes without a pause, and lets the file begin anew', () => {
  write(1)
  const before = beginnings()
  const until = performance.now() + 20_000
  while (beginnings() < before + 2 && performance.now() < until) write(100)
  expect(beginnings()).toBeGreaterThanOrEqual(before + 2)
  expect(problems).toEqual([])
})

it('lets somebody wait who checkpoints all the same', () => {
  for (let n = 0; n < 30; n++) {
    write(500)
    checkpoints.wait()
    expect(db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }])
  }
})

it('leaves no connection behind', async () => {
  write(500)
  await checkpoints.close()
  db.close()
  expect(existsSync(`${db.name}-wal`)).toBe(false)
})

it('is waited for where nothing else goes on', () => {
  const script = `
    import { createCheckpoints, openDatabase } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'index.ts')).href)}
    const db = openDatabase({ path: process.argv[1] })
    const checkpoints = createCheckpoints(db, (thrown) => console.log(thrown))
    checkpoints.written(500)
    await checkpoints.close()
    db.close()
    console.log('closed')`
  const path = join(directory, 'other.db')
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, path], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('closed\n')
})

it('tells what failed, once, and leaves it to SQLite then', async () => {
  const away = `${db.name}.away`
  renameSync(db.name, away)
  write(500)
  await vi.waitFor(
    () => {
      expect(problems).toHaveLength(1)
    },
    { timeout: 20_000 },
  )
  write(1000)
  renameSync(away, db.name)
  await checkpoints.close()
  expect(problems).toEqual([expect.objectContaining({ code: 'SQLITE_CANTOPEN' })])
})

it('has nothing to do for a database in memory', async () => {
  const memory = openDatabase({ path: ':memory:' })
  const idle = createCheckpoints(memory, (thrown) => problems.push(thrown))
  idle.written(1000)
  await idle.close()
  memory.close()
  expect(problems).toEqual([])
})
