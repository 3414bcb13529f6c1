import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastPurged } from '../log/purged.ts'
import { createStatements } from '../base/statements.ts'
import { access, DAY, logSchema, openTestLife, START, ttlSchema, type TestLife } from './testing.ts'

/** Shares no prefix with other words, so that no index stores it shortened. */
const SECRET = 'zanzibarquux'
const searched = { type: 'string', 'x-search': true }

let test: TestLife
beforeEach(() => {
  test = openTestLife()
})
afterEach(() => {
  test.close()
})

/** The files of the database as a thief would find them, untouched. */
const filesWith = (word: string): string[] =>
  readdirSync(dirname(test.path)).filter(
    (name) =>
      name.startsWith(basename(test.path)) &&
      readFileSync(join(dirname(test.path), name)).includes(word.slice(1)),
  )
const isNoted = (): boolean => lastPurged(createStatements(test.db)) !== null
const searchable = (): string =>
  test.register('Ttl', { ...ttlSchema, properties: { ...ttlSchema.properties, title: searched } })
const fill = (uri: string): void => {
  test.db.transaction(() => {
    for (let n = 0; n < 100; n++) test.make(uri, { title: `other words ${String(n)} of many` })
  })()
}
const found = (uri: string, text: string): Promise<number> =>
  test.state.query(access, { from: uri, where: { $text: text } }).then(({ items }) => items.length)

describe('background scrubbing leaves nothing of purged objects in any database file', () => {
  it.each([
    [
      'deleted for good',
      (uri: string, id: string) => test.state.delete(access, { schemaUri: uri, id, mode: 'hard' }),
    ],
    ['expired', () => (test.clock.now = START + 2 * DAY)],
  ])('when it was %s', (_how, go) => {
    const uri = searchable()
    fill(uri)
    const id = test.make(uri, { title: `the word ${SECRET}` })
    fill(uri)
    expect(filesWith(SECRET)).not.toEqual([])
    go(uri, id)
    test.purge()
    expect(filesWith(SECRET)).toEqual([])
    expect(isNoted()).toBe(false)
  })

  it('when it was an entry of a log', () => {
    const uri = test.register('Log', {
      ...logSchema,
      properties: { ...logSchema.properties, name: searched },
    })
    const id = test.make(uri, { entries: [] })
    test.update(uri, id, {
      $push: { entries: { id: 'a', text: SECRET, timestamp: new Date(START).toISOString() } },
    })
    test.clock.now = START + 20 * DAY
    test.purge()
    expect(filesWith(SECRET)).toEqual([])
  })

  it('when it went with the capability that kept it', () => {
    const uri = searchable()
    test.make(uri, { title: `the word ${SECRET}` })
    test.state.purgeOwner(access.owner)
    test.purge()
    expect(filesWith(SECRET)).toEqual([])
  })
})

it('finds the remaining objects as before', async () => {
  const uri = searchable()
  fill(uri)
  const id = test.make(uri, { title: `the word ${SECRET}` })
  test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })
  test.purge()
  expect(await found(uri, SECRET)).toBe(0)
  expect(await found(uri, '"words 7 of"')).toBe(1)
  expect(test.state.sync.check()).toMatchObject({ ok: true })
})

it('does nothing where nothing was purged', () => {
  const uri = test.register('Plain', { properties: { id: { type: 'string' }, title: searched } })
  fill(uri)
  fill(uri)
  const before = Number(test.db.prepare('SELECT total_changes()').pluck().get())
  test.state.lifecycle.purge()
  expect(Number(test.db.prepare('SELECT total_changes()').pluck().get())).toBe(before)
})

it('goes on later while somebody reads, whom it does not wait for', () => {
  const uri = searchable()
  const id = test.make(uri, { title: `the word ${SECRET}` })
  const reader = new BetterSqlite3(test.path, { readonly: true })
  try {
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM changes').get()
    test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })
    test.db.pragma('busy_timeout = 50000')
    const started = performance.now()
    test.purge()
    expect(performance.now() - started).toBeLessThan(45_000)
    expect(filesWith(SECRET)).not.toEqual([])
    expect(isNoted()).toBe(true)
    expect(test.db.pragma('busy_timeout', { simple: true })).toBe(50_000)
    reader.exec('COMMIT')
  } finally {
    reader.close()
  }
  test.purge()
  expect(filesWith(SECRET)).toEqual([])
  expect(isNoted()).toBe(false)
})
