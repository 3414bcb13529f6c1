import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError, toSatchelError } from '../platform/errors.ts'
import { newerFormat, openDatabase, setAsideDatabase } from './index.ts'

const steps = ['CREATE TABLE item (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;']
let directory = ''
let path = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-storage-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const fingerprint = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex'),
      ]),
  )

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
  return 'nothing thrown'
}

const fill = (rows: number): void => {
  const db = openDatabase({ path, steps })
  const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
  db.transaction(() => {
    for (let n = 0; n < rows; n++) insert.run(`row ${String(n)} ${'x'.repeat(200)}`)
  })()
  db.close()
}

/** Copies the open files, as a power cut would leave them. */
const leaveUnclean = (rows: number, format = steps): void => {
  const db = openDatabase({ path, steps: format })
  db.pragma('wal_autocheckpoint = 0')
  const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
  for (let n = 0; n < rows; n++) insert.run('y'.repeat(2000))
  mkdirSync(join(directory, 'cut'))
  copyFileSync(path, join(directory, 'cut', 'state.db'))
  copyFileSync(`${path}-wal`, join(directory, 'cut', 'state.db-wal'))
  db.close()
  directory = join(directory, 'cut')
  path = join(directory, 'state.db')
}

describe('opening', () => {
  it('makes a database with every table, durable settings and foreign keys', () => {
    const db = openDatabase({ path })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    db.close()
    const again = openDatabase({ path })
    expect(again.pragma('integrity_check', { simple: true })).toBe('ok')
    again.close()
  })

  it('finds what was committed after an unclean shutdown', () => {
    leaveUnclean(20)
    const db = openDatabase({ path, steps })
    expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(20)
    db.close()
  })
})

/** What SIGKILL leaves of a transaction of `work` when every page of it is written and its rollback journal not yet removed. */
const cutOff = (work: (db: BetterSqlite3.Database) => void): void => {
  const cut = join(directory, 'cut')
  mkdirSync(cut)
  const db = new BetterSqlite3(path)
  db.pragma('journal_mode = DELETE')
  db.pragma('cache_size = 1') // so that the journal is written, too, before the end
  db.exec('BEGIN')
  work(db)
  copyFileSync(`${path}-journal`, join(cut, 'state.db-journal'))
  db.exec('COMMIT')
  db.close()
  copyFileSync(path, join(cut, 'state.db'))
  directory = cut
  path = join(directory, 'state.db')
}
const filler = (db: BetterSqlite3.Database): void => {
  const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
  for (let n = 0; n < 500; n++) insert.run('z'.repeat(3000))
}

describe('a transaction with a rollback journal that was cut off', () => {
  it('is undone if it changed a complete database, as after a migration', () => {
    fill(50)
    cutOff((db) => {
      db.exec('DELETE FROM item')
      filler(db)
    })
    const db = openDatabase({ path, steps })
    expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(50)
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    db.close()
    expect(readdirSync(directory)).toEqual(['state.db'])
  })

  it('is undone if it created the database, which is created again', () => {
    cutOff((db) => {
      db.exec('CREATE TABLE item (body TEXT)')
      filler(db)
    })
    const db = openDatabase({ path, steps })
    expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(0)
    db.prepare('INSERT INTO item (body) VALUES (?)').run('kept')
    db.close()
    expect(readdirSync(directory)).toEqual(['state.db'])
  })

  it('is left to the program whose database it is', () => {
    const db = new BetterSqlite3(path)
    db.pragma('application_id = 7')
    db.exec('CREATE TABLE item (body TEXT)')
    db.close()
    cutOff(filler)
    const before = fingerprint()
    expect(codeOf(() => openDatabase({ path, steps }))).toBe('database_unreadable')
    expect(fingerprint()).toEqual(before)
  })
})

describe('a file that must not be opened stays byte for byte as it is', () => {
  it.each<[string, () => void]>([
    [
      'text',
      () => {
        writeFileSync(path, 'not a database at all, but longer than one hundred bytes '.repeat(4))
      },
    ],
    [
      'shorter than a header',
      () => {
        writeFileSync(path, 'SQLite format 3\0')
      },
    ],
    [
      'cut off',
      () => {
        fill(200)
        truncateSync(path, 8192)
      },
    ],
    [
      'overwritten in the middle',
      () => {
        fill(200)
        const bytes = readFileSync(path)
        bytes.fill(0xa5, 8192, 16384)
        writeFileSync(path, bytes)
      },
    ],
    [
      'a write-ahead file alone',
      () => {
        leaveUnclean(3)
        rmSync(path)
      },
    ],
    [
      'overwritten after an unclean shutdown',
      () => {
        fill(200)
        leaveUnclean(3)
        const bytes = readFileSync(path)
        bytes.fill(0xa5, 8192, 16384)
        writeFileSync(path, bytes)
      },
    ],
    [
      'of another program',
      () => {
        const db = openDatabase({ path, steps })
        db.pragma('application_id = 7')
        db.close()
      },
    ],
  ])('%s: database_corrupt', (_what, arrange) => {
    arrange()
    const before = fingerprint()
    expect(codeOf(() => openDatabase({ path, steps }))).toBe('database_corrupt')
    expect(fingerprint()).toEqual(before)
  })

  it('a directory in its place: database_unreadable', () => {
    mkdirSync(path)
    expect(codeOf(() => openDatabase({ path, steps }))).toBe('database_unreadable')
  })

  it('a file this user may not read: database_unreadable', () => {
    fill(1)
    chmodSync(path, 0)
    // Root reads everything, so a child opens it that has given its rights up.
    const script = `
      import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
      if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
      try { openDatabase({ path: ${JSON.stringify(path)} }) } catch (error) { console.log(error.code) }`
    const child = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
    })
    expect(child.stdout.trim(), child.stderr).toBe('database_unreadable')
  })
})

describe('a store that a newer Satchel wrote', () => {
  const newer = [...steps, 'CREATE TABLE later (id INTEGER) STRICT;']

  it('opens for reading, says so, and stays byte for byte as it is', () => {
    openDatabase({ path, steps: newer }).close()
    fillNewer()
    const before = fingerprint()
    const db = openDatabase({ path, steps })
    expect(newerFormat(db)).toEqual({ found: 2, supported: 1 })
    expect(db.readonly).toBe(true)
    expect(db.prepare('SELECT body FROM item').pluck().all()).toEqual(['newer'])
    expect(codeOf(() => db.prepare("INSERT INTO item (body) VALUES ('x')").run())).toContain('readonly')
    db.close()
    expect(contentOf(fingerprint())).toEqual(contentOf(before))
    const again = openDatabase({ path, steps: newer })
    expect(newerFormat(again)).toBeNull()
    again.close()
  })

  it('is read with what its write-ahead file holds', () => {
    openDatabase({ path, steps: newer }).close()
    leaveUnclean(3, newer)
    const before = fingerprint()
    const db = openDatabase({ path, steps })
    expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(3)
    db.close()
    expect(fingerprint()).toEqual(before)
  })

  const fillNewer = (): void => {
    const db = openDatabase({ path, steps: newer })
    db.prepare("INSERT INTO item (body) VALUES ('newer')").run()
    db.close()
  }

  /** Reading makes an empty write-ahead file where there was none. */
  const contentOf = ({ 'state.db': database }: Record<string, string>): unknown => database
})

describe('a full disk', () => {
  it('fails with disk_full, keeps earlier data and writes no half transaction', () => {
    const db = openDatabase({ path, steps })
    db.prepare("INSERT INTO item (body) VALUES ('kept')").run()
    const pages = Number(db.pragma('page_count', { simple: true }))
    db.pragma(`max_page_count = ${String(pages + 4)}`)
    const insert = db.prepare('INSERT INTO item (body) VALUES (?)')
    const burst = db.transaction(() => {
      for (let n = 0; n < 1000; n++) insert.run('z'.repeat(500))
    })
    let code = ''
    try {
      burst()
    } catch (thrown) {
      code = toSatchelError(thrown).code
    }
    expect(code).toBe('disk_full')
    expect(db.prepare('SELECT body FROM item').pluck().all()).toEqual(['kept'])
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  })
})

describe('setting aside', () => {
  it('keeps the file and its write-ahead file under one new name', () => {
    leaveUnclean(5)
    const bytes = readFileSync(path)
    const wal = readFileSync(`${path}-wal`)
    const kept = setAsideDatabase(path, new Date('2026-03-04T05:06:07.008Z'))
    expect(kept).toBe(`${path}.kept-2026-03-04T05-06-07.008Z`)
    expect(readFileSync(kept).equals(bytes)).toBe(true)
    expect(readFileSync(`${kept}-wal`).equals(wal)).toBe(true)
    expect(existsSync(path) || existsSync(`${path}-wal`)).toBe(false)
    openDatabase({ path, steps }).close()
  })

  it('never replaces an earlier one', () => {
    const now = new Date('2026-03-04T05:06:07.008Z')
    writeFileSync(path, 'first')
    setAsideDatabase(path, now)
    writeFileSync(path, 'second')
    const second = setAsideDatabase(path, now)
    expect(readFileSync(second, 'utf8')).toBe('second')
    expect(readdirSync(directory)).toHaveLength(2)
  })
})
