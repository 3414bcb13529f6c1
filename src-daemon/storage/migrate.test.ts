import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { openDatabase } from './index.ts'
import { clearLeftovers, migrate } from './migrate.ts'
import type { MigrationStep } from './schema/step.ts'
import { storeFiles, type StoreFiles } from './store-files.ts'

const ROWS = 50
const old: MigrationStep[] = ['CREATE TABLE item (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;']
const newer: MigrationStep[] = [
  ...old,
  'ALTER TABLE item ADD COLUMN mark TEXT;',
  (db) => {
    const rows = db.prepare<[], { id: number; body: string }>('SELECT id, body FROM item').all()
    const mark = db.prepare('UPDATE item SET mark = ? WHERE id = ?')
    for (const { id, body } of rows) mark.run(body.toUpperCase(), id)
  },
]
let directory = ''
let path = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-migrate-'))
  path = join(directory, 'state.db')
  const db = openDatabase({ path, steps: old })
  const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
  for (let n = 0; n < ROWS; n++) insert.run(`row ${String(n)}`)
  db.close()
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const OPERATIONS = ['copy', 'link', 'rename', 'remove', 'makeDirectory', 'sync', 'syncDirectory'] as const

/** Calls `onCall` with the number of each call, before and after it is done. */
const watched = (onCall: (n: number, when: 'before' | 'after') => void): StoreFiles => {
  let calls = 0
  const wrap =
    <Args extends readonly string[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      const n = ++calls
      onCall(n, 'before')
      work(...args)
      onCall(n, 'after')
    }
  return {
    copy: wrap(storeFiles.copy),
    link: wrap(storeFiles.link),
    rename: wrap(storeFiles.rename),
    remove: wrap(storeFiles.remove),
    makeDirectory: wrap(storeFiles.makeDirectory),
    sync: wrap(storeFiles.sync),
    syncDirectory: wrap(storeFiles.syncDirectory),
  }
}

/** How many calls a migration without failures makes. */
const CALLS = 13

/** What is at `path` is the old store or the new one, whole; and opening brings it to the present, with nothing left over. */
const expectWhole = (): void => {
  clearLeftovers(path)
  const version = versionAt(path)
  expect([old.length, newer.length]).toContain(version)
  const db = openDatabase({ path, steps: newer })
  expect(db.prepare('SELECT count(*) FROM item WHERE mark = upper(body)').pluck().get()).toBe(ROWS)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(readdirSync(directory).sort()).toEqual(['backups', 'state.db'])
  const backups = readdirSync(join(directory, 'backups'))
  expect(backups.length).toBeGreaterThanOrEqual(1)
  for (const name of backups) {
    expect(name).toMatch(/^state\.db\.v1-[\dTZ.-]+$/)
    expect(versionAt(join(directory, 'backups', name))).toBe(old.length)
  }
}

/** `user_version` stands at byte 60 (file format of SQLite, 1.3). */
const versionAt = (file: string): number => readFileSync(file).readUInt32BE(60)

const failureOf = (run: () => void): string => {
  try {
    run()
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
  return 'none'
}

describe('a migration that fails', () => {
  it.each(Array.from({ length: CALLS }, (_, n) => n + 1))(
    'at file operation %i leaves the old store or the new one, and the next start finishes',
    (failing) => {
      const files = watched((n, when) => {
        if (n === failing && when === 'before') throw new Error('injected')
      })
      const outcome = failureOf(() => {
        migrate({ path, from: 1, steps: newer, files })
      })
      // A failure says that nothing changed, and then nothing has; the one exception is a name that may not be durable yet.
      if (outcome === 'migration_failed') expect(versionAt(path)).toBe(old.length)
      expectWhole()
    },
  )

  it('without links keeps a copy of the old store instead', () => {
    const files: StoreFiles = {
      ...storeFiles,
      link: () => {
        throw new Error('no links here')
      },
    }
    migrate({ path, from: 1, steps: newer, files })
    expect(versionAt(path)).toBe(newer.length)
    expectWhole()
  })

  it('in a step, by code or by what it leaves, changes nothing', () => {
    const before = readFileSync(path)
    const failing: MigrationStep[][] = [
      [...old, 'DELETE FROM item; INSERT INTO nowhere VALUES (1);'],
      [
        ...old,
        (db) => {
          db.exec('DELETE FROM item')
          throw new Error('injected')
        },
      ],
      [
        ...old,
        'CREATE TABLE part (item INTEGER NOT NULL REFERENCES item (id)) STRICT; INSERT INTO part VALUES (-1);',
      ],
    ]
    for (const steps of failing) {
      expect(failureOf(() => openDatabase({ path, steps }))).toBe('migration_failed')
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(readdirSync(directory)).toEqual(['state.db'])
    }
  })

  it('while another program has the store open touches nothing', () => {
    const other = openDatabase({ path, steps: old })
    other.prepare("INSERT INTO item (body) VALUES ('later')").run()
    expect(failureOf(() => openDatabase({ path, steps: newer }))).toBe('migration_failed')
    expect(other.prepare('SELECT count(*) FROM item').pluck().get()).toBe(ROWS + 1)
    other.close()
  })
})

it('includes what is only in the write-ahead log', () => {
  const script = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const db = openDatabase({ path: ${JSON.stringify(path)}, steps: ${JSON.stringify(old)} })
    db.prepare("INSERT INTO item (body) VALUES ('last')").run()
    process.kill(process.pid, 'SIGKILL')`
  runChild(script)
  expect(existsSync(`${path}-wal`)).toBe(true)
  const db = openDatabase({ path, steps: newer })
  expect(db.prepare("SELECT mark FROM item WHERE body = 'last'").pluck().get()).toBe('LAST')
  db.close()
})

describe('a migration that is killed', () => {
  /** Runs the same migration in a process that kills itself where it is told to. */
  const killedAt = (n: number, when: string): string => `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    import { storeFiles } from ${JSON.stringify(join(import.meta.dirname, 'store-files.ts'))}
    const die = () => process.kill(process.pid, 'SIGKILL')
    let calls = 0
    const files = Object.fromEntries(${JSON.stringify(OPERATIONS)}.map((name) => [name, (...args) => {
      const n = ++calls
      if (n === ${String(n)} && ${JSON.stringify(when)} === 'before') die()
      storeFiles[name](...args)
      if (n === ${String(n)} && ${JSON.stringify(when)} === 'after') die()
    }]))
    const steps = [${JSON.stringify(old[0])}, ${JSON.stringify(newer[1])}, (db) => {
      db.exec('UPDATE item SET mark = upper(body)')
      if (${JSON.stringify(when)} === 'within') die()
    }]
    migrate({ path: ${JSON.stringify(path)}, from: 1, steps, files })`

  it.each([
    [0, 'within'],
    ...Array.from({ length: CALLS }, (_, n) => [n + 1, n % 2 === 0 ? 'before' : 'after'] as const),
  ] as const)('at file operation %i, %s, leaves the old store or the new one', (n, when) => {
    expect(runChild(killedAt(n, when))).toBe('SIGKILL')
    expectWhole()
  })

  it('makes no more file operations than these tests count', () => {
    let calls = 0
    const files = watched((n) => {
      calls = n
    })
    migrate({ path, from: 1, steps: newer, files })
    expect(calls).toBe(CALLS)
  })
})

const runChild = (script: string): NodeJS.Signals | null =>
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'ignore' }).signal
