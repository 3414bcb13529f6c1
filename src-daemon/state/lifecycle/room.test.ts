import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../testing.ts'
import { access, DAY, openTestLife, START, type TestLife } from './testing.ts'

let test: TestLife
beforeEach(() => {
  test = openTestLife()
})
afterEach(() => {
  test.close()
})

const text = { type: 'string' }
const plain = { properties: { id: text, text } }
const limitOf = (bytes: number): void => {
  test.state.lifecycle.setLimit({ owner: access.owner, scope: access.scope, limit: bytes })
}
const usageOfScope = () => {
  const usage = test.state.lifecycle.usage().find(({ scope }) => scope === access.scope)
  if (usage === undefined) throw new Error('the scope is not there')
  return usage
}

describe('a scope', () => {
  it('may be exactly as full as its limit, and refuses one byte more with what takes most', () => {
    const uri = test.register('Plain', plain)
    const large = test.make(uri, { text: 'x'.repeat(5000) })
    const before = usageOfScope().bytes
    const probe = test.make(uri, { id: 'probe', text: 'y'.repeat(100) })
    const each = usageOfScope().bytes - before
    limitOf(usageOfScope().bytes + each)
    test.make(uri, { id: 'same1', text: 'y'.repeat(100) })
    expect(usageOfScope().bytes).toBe(usageOfScope().limit)
    const error = failureOf(() => test.update(uri, probe, { $set: { text: 'z' } }))
    expect(error.code).toBe('quota_exceeded')
    expect(error.details).toMatchObject({
      what: access.scope,
      limit: usageOfScope().limit,
      largest: [{ id: large }, {}, {}],
    })
    expect(test.read(uri, probe)).toMatchObject({ text: 'y'.repeat(100) })
  })

  it('that is over its limit can be emptied, and then be written to again', () => {
    const uri = test.register('Plain', plain)
    const ids = [1, 2, 3].map((n) => test.make(uri, { text: String(n).repeat(3000) }))
    limitOf(4000)
    expect(failureOf(() => test.make(uri, {})).code).toBe('quota_exceeded')
    for (const id of ids) test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })
    test.make(uri, { text: 'again' })
  })

  it('is measured by sums that equal what the database holds, whatever was done', () => {
    const uri = test.register('Plain', plain)
    const ids = Array.from({ length: 20 }, (_, n) => test.make(uri, { text: 'x'.repeat(n * 50) }))
    for (const id of ids.slice(0, 8)) test.update(uri, id, { $set: { text: 'changed' } })
    for (const id of ids.slice(4, 6)) test.state.delete(access, { schemaUri: uri, id, mode: 'soft' })
    for (const id of ids.slice(6, 9)) test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })
    expect(failureOf(() => test.make(uri, { text: 1 })).code).toBe('validation_failed')
    test.state.sync.rebuild()
    const view = String(
      test.db.prepare('SELECT view_name FROM state_schemas WHERE schema_uri = ?').pluck().get(uri),
    )
    const counted = test.db
      .prepare(
        `SELECT (SELECT count(*) FROM ${view} WHERE deleted = 0) AS objects,
         (SELECT sum(octet_length(object)) FROM ${view} WHERE deleted = 0) AS objectBytes,
         count(*) AS changes, sum(128 + coalesce(length(c.ops), 0)) AS changeBytes
         FROM changes c JOIN log_objects o ON o.id = c.object JOIN state_schemas s ON s.id = o.schema WHERE s.schema_uri = ?`,
      )
      .get(uri)
    const [part] = usageOfScope().parts
    expect(part).toMatchObject(counted as object)
    expect(part?.largest[0]?.id).toBe(ids[19])
    expect(usageOfScope().bytes).toBe((part?.objectBytes ?? 0) + (part?.changeBytes ?? 0))
  })

  it('that is not there has no limit to set', () => {
    const setLimit = () => {
      test.state.lifecycle.setLimit({ owner: access.owner, scope: 'sc:none', limit: 1 })
    }
    expect(failureOf(setLimit).code).toBe('not_found')
  })
})

describe('an object', () => {
  it('above 32 MiB needs the permission storage.large', () => {
    const uri = test.register('Plain', plain)
    const object = { text: 'x'.repeat(33 * 1024 * 1024) }
    const error = failureOf(() => test.make(uri, object))
    expect(error.code).toBe('quota_exceeded')
    expect(error.details).toMatchObject({ limit: 32 * 1024 * 1024 })
    const made = test.state.create({ ...access, largeObjects: true }, { schemaUri: uri, object })
    expect(made.object.object['text']).toHaveLength(object.text.length)
  })
})

describe('cold changes', () => {
  const words = Array.from({ length: 400 }, (_, n) => `word${String(n % 37)}`).join(' ')

  it.each(['br', 'zstd', 'gzip'])('are kept compressed with %s, and read as before', (codec) => {
    const uri = test.register('Cold', { 'x-compression': codec, ...plain })
    const id = test.make(uri, { text: words })
    test.update(uri, id, { $set: { text: `${words} and more` } })
    const history = test.state.history.changes({ schemaUri: uri, id })
    expect(test.purge()).toMatchObject({ compressed: 0 })
    test.clock.now = START + 7 * DAY + 1
    const report = test.purge()
    expect(report.compressed).toBe(2)
    expect(report.bytesFreed).toBeGreaterThan(words.length)
    expect(test.state.history.changes({ schemaUri: uri, id })).toEqual(history)
    expect(
      test.state.history.at({ schemaUri: uri, id, version: history[1]?.hash ?? '' }).object,
    ).toMatchObject({
      text: words,
    })
    expect(test.state.sync.check()).toMatchObject({ ok: true })
    expect(test.purge()).toMatchObject({ compressed: 0 })
    test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })
    expect(test.state.sync.check()).toMatchObject({ ok: true })
  })

  it('that are damaged are noticed, and the object reads as before', () => {
    const uri = test.register('Cold', { 'x-compression': 'br', ...plain })
    const id = test.make(uri, { text: words })
    test.clock.now = START + 8 * DAY
    test.purge()
    const { position, ops } = test.db
      .prepare('SELECT position, ops FROM changes ORDER BY position DESC LIMIT 1')
      .get() as { position: number; ops: Buffer }
    expect(ops[0]).toBe(0)
    for (const damage of [3, ops.length - 1]) {
      const damaged = Buffer.from(ops)
      damaged.writeUInt8(damaged.readUInt8(damage) ^ 0x10, damage)
      test.db.prepare('UPDATE changes SET ops = ? WHERE position = ?').run(damaged, position)
      expect(failureOf(() => test.state.history.changes({ schemaUri: uri, id })).code).toBe(
        'change_content_damaged',
      )
    }
    expect(test.read(uri, id)).toMatchObject({ text: words })
  })
})
