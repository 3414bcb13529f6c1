import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDamaged, openDatabase } from './index.ts'

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-crafted-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

/** A database of ours with a table whose text in the schema is `sql`. */
const craft = (sql: string, name = 'view_evil'): void => {
  openDatabase({ path, key: null }).close()
  const db = new BetterSqlite3(path)
  try {
    db.exec('CREATE TABLE view_good (a INTEGER); INSERT INTO view_good VALUES (7)')
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'view_good'").pluck().get()
    db.prepare("INSERT INTO sqlite_schema VALUES ('table', ?, ?, ?, ?)").run(name, name, root, sql)
  } finally {
    db.close()
  }
}

/** The rows of the table that is as it should be. */
const salvaged = (): unknown[] => {
  const damaged = openDamaged(path, null, 'view_')
  try {
    return [...damaged.rows('view_good')].map((row) => ({ ...row }))
  } finally {
    damaged.close()
  }
}

const victim = () => join(directory, 'victim.db')
const attach = () => `ATTACH '${victim()}' AS v; CREATE TABLE v.t (x); INSERT INTO v.t VALUES ('owned')`
const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r'

it.each([
  ['a second statement', () => `CREATE TABLE view_evil (a); ${attach()}`],
  ['a second statement behind a comment', () => `CREATE TABLE view_evil (a) /* ; */; ${attach()}`],
  ['a second statement on a line of its own', () => `CREATE TABLE view_evil (a)\n;\n${attach()}`],
  ['another statement behind an empty one', () => `CREATE TABLE view_evil (a);;; ${attach()}`],
  ['a query that never ends', () => `CREATE TABLE view_evil AS ${endless}`],
  ['a query that never ends, quoted', () => `CREATE TABLE "view_evil" AS ${endless}`],
  ['a copy of it in a file', () => `CREATE TABLE view_evil (a); VACUUM INTO '${victim()}'`],
  ['a table that runs code', () => 'CREATE VIRTUAL TABLE view_evil USING fts5(a)'],
  ['a settings change', () => "CREATE TABLE view_evil (a); PRAGMA temp_store_directory = '/'"],
  [
    'columns named like methods',
    () => 'CREATE TABLE view_evil (__proto__, constructor, "a); DROP TABLE x; --")',
  ],
  ['nothing but brackets', () => `CREATE TABLE view_evil (${'('.repeat(5000)}`],
])('reads what is whole beside %s, and runs nothing of it', (_what, sql) => {
  craft(sql())
  expect(salvaged()).toEqual([{ a: 7 }])
  expect(existsSync(victim())).toBe(false)
  expect(readdirSync(directory).filter((name) => !name.startsWith('state.db'))).toEqual([])
})

it.each(["view_') --", "view_'; ATTACH 'x' AS y; --", 'view_"', 'view_`]['])(
  'reads what is whole beside a table named %s',
  (name) => {
    craft(`CREATE TABLE "${name.replaceAll('"', '""')}" (a)`, name)
    expect(salvaged()).toEqual([{ a: 7 }])
  },
)
