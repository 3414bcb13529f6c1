import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, expect, it, vi } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import { newerFormat, openDatabase } from '../../storage/index.ts'
import { failureOf, NOTE, noteAccess, openTestState, plainState } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('does nothing by itself with the data of a newer Satchel: no purge, no compression, no warning', async () => {
  const test = openTestState()
  const schema = (uri: string, rest: object) => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: uri,
    type: 'object',
    properties: { id: { type: 'string' }, body: { type: 'string', 'x-crdt': 'rga_text' } },
    ...rest,
  })
  const register = (uri: string, rest: object): void => {
    const { owner, scope } = noteAccess
    test.state.registerSchema({ owner, scope, title: 'x', schema: schema(uri, rest) })
  }
  register('did:nuwa:cap:note:state:passing#v1', { 'x-ttl': 'PT1S' })
  register('did:nuwa:cap:note:state:packed#v1', { 'x-compression': 'zstd' })
  const kept = test.create({ title: 'kept', body: 'a text' })
  for (const schemaUri of ['did:nuwa:cap:note:state:passing#v1', 'did:nuwa:cap:note:state:packed#v1'])
    test.state.create(noteAccess, { schemaUri, object: { body: 'the same again '.repeat(200) } })
  // So that this device may sign what it exports.
  expect(test.state.sync.export({ scopes: null, since: null }).report.changes).toBe(3)
  await test.state.close()
  test.db.close()
  const later = new BetterSqlite3(test.path)
  later.pragma(`user_version = ${String(Number(later.pragma('user_version', { simple: true })) + 1)}`)
  later.pragma('wal_checkpoint(TRUNCATE)')
  later.close()
  const content = (): string => createHash('sha256').update(readFileSync(test.path)).digest('hex')
  const before = content()

  vi.useFakeTimers({ now: Date.now() + 30 * 24 * 60 * 60 * 1000 })
  const warnings: unknown[] = []
  const warn = (warning: unknown): void => {
    warnings.push(warning)
  }
  process.on('warning', warn)
  const problems: unknown[] = []
  const db = openDatabase({ path: test.path })
  expect(newerFormat(db)).not.toBeNull()
  const state = plainState({ db })
  state.lifecycle.start((problem) => problems.push(problem))
  vi.advanceTimersByTime(60 * 60 * 1000)

  // Reading is still allowed.
  expect(state.get({ schemaUri: NOTE, id: kept }).object['body']).toBe('a text')
  expect(state.history.changes({ schemaUri: NOTE, id: kept })).toHaveLength(1)
  expect(state.lifecycle.usage().length).toBeGreaterThan(0)
  expect(state.lifecycle.expiries().length).toBeGreaterThan(0)
  expect(state.scopes().length).toBeGreaterThan(0)
  expect(state.sync.check()).toMatchObject({ ok: true })
  expect(state.sync.export({ scopes: null, since: null }).report.changes).toBe(3)
  expect(
    failureOf(() => {
      throw toReadOnly(() => state.lifecycle.purge())
    }).code,
  ).toBe('access_denied')

  vi.useRealTimers()
  await state.close()
  db.close()
  process.off('warning', warn)
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
  expect(content()).toBe(before)
  test.close()
})

/** SQLite's own error for a refused write. */
const toReadOnly = (write: () => unknown): unknown => {
  try {
    write()
  } catch (thrown) {
    return toSatchelError(thrown)
  }
  return new Error('it was written')
}
