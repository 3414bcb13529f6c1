import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import {
  access,
  at,
  DAY,
  logSchema,
  memorySchema,
  openTestLife,
  START,
  ttlSchema,
  type TestLife,
} from './testing.ts'

let test: TestLife
let other: TestLife
beforeEach(() => {
  test = openTestLife()
  other = openTestLife()
})
afterEach(() => {
  test.close()
  other.close()
})

/** Sends everything one replica has to the other. */
const send = (from: TestLife, to: TestLife): void => {
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
}
const both = (name: string, schema: object): string => {
  test.register(name, schema)
  return other.register(name, schema)
}

describe('a purged object does not come back from a replica that still has it', () => {
  it('as an object, also when the other one changed it without knowing', () => {
    const uri = both('Ttl', ttlSchema)
    const id = test.make(uri, { title: 'first' })
    send(test, other)
    other.clock.now = START + DAY - 1000
    other.update(uri, id, { $set: { title: 'just in time, unknown here' } })
    test.clock.now = START + DAY + 1
    test.purge()
    send(other, test)
    expect(test.read(uri, id)).toBeNull()
    expect(test.isKept('just in time')).toBe(false)
    other.clock.now = test.clock.now
    send(test, other)
    expect(other.read(uri, id)).toBeNull()
    for (const one of [test, other]) expect(one.state.sync.check()).toMatchObject({ ok: true })
  })

  it('as entries of a log, while new ones of the other arrive', () => {
    const uri = both('Log', logSchema)
    const id = test.make(uri, { entries: [] })
    test.update(uri, id, { $push: { entries: { id: 'a', text: 'long gone', timestamp: at(START) } } })
    send(test, other)
    other.update(uri, id, { $push: { entries: { id: 'b', text: 'also old', timestamp: at(START) } } })
    other.update(uri, id, {
      $push: { entries: { id: 'c', text: 'new', timestamp: at(START + 20 * DAY) } },
    })
    test.clock.now = START + 15 * DAY
    test.purge()
    expect(test.isKept('long gone')).toBe(false)
    send(other, test)
    expect(test.isKept('long gone')).toBe(false)
    expect(test.read(uri, id)?.['entries']).toMatchObject([{ id: 'c' }])
    test.purge()
    expect(test.isKept('also old')).toBe(false)
    other.clock.now = test.clock.now
    other.purge()
    send(test, other)
    expect(other.read(uri, id)).toEqual(test.read(uri, id))
    for (const one of [test, other]) expect(one.state.sync.check()).toMatchObject({ ok: true })
  })

  it('as an item of a map, unless the other one wrote it again', () => {
    const uri = both('Memory', memorySchema)
    const item = (value: string, createdAt: number): object => {
      return { value, importance: 0, createdAt: at(createdAt) }
    }
    const id = test.make(uri, { items: {} })
    test.update(uri, id, { $set: { 'items.a': item('x', START), 'items.b': item('y', START) } })
    send(test, other)
    test.clock.now = START + 91 * DAY
    other.clock.now = START + 91 * DAY
    test.purge()
    other.update(uri, id, { $set: { 'items.b': item('renewed', other.clock.now) } })
    send(other, test)
    send(test, other)
    for (const one of [test, other]) {
      expect(Object.keys(one.read(uri, id)?.['items'] as object)).toEqual(['b'])
      expect(one.state.sync.check()).toMatchObject({ ok: true })
    }
  })
})

describe('a purge that is cut off', () => {
  it('by a failure in the middle leaves whole objects, and the next one does the rest', () => {
    const uri = test.register('Ttl', ttlSchema)
    for (let n = 0; n < 120; n++) test.make(uri, { title: String(n) })
    test.clock.now = START + DAY + 1
    test.db.exec(
      `CREATE TRIGGER stop BEFORE INSERT ON changes WHEN (SELECT count(*) FROM log_objects WHERE gone = 1) > 70
       BEGIN SELECT RAISE(ABORT, 'the power went'); END`,
    )
    expect(() => test.purge()).toThrow('the power went')
    test.db.exec('DROP TRIGGER stop')
    expect(test.state.sync.check()).toMatchObject({ ok: true })
    expect(test.purge()).toMatchObject({ expired: 70 })
    expect(test.state.sync.check()).toMatchObject({ ok: true })
  })
})

describe('what is gone for good', () => {
  const SECRET = 'the-combination-is-4711'
  /** Bytes of the database and of its write-ahead file, as a thief would find them. */
  const onDisk = (): boolean => {
    test.db.pragma('wal_checkpoint(TRUNCATE)')
    return ['', '-wal'].some((end) => readFileSync(`${test.path}${end}`).includes(SECRET))
  }

  it.each([
    ['deleted', (uri: string, id: string) => test.state.delete(access, { schemaUri: uri, id, mode: 'hard' })],
    [
      'expired',
      () => {
        test.clock.now = START + 2 * DAY
        test.purge()
      },
    ],
  ])('is in no free page of the file: %s', (_how, go) => {
    const uri = test.register('Ttl', {
      ...ttlSchema,
      properties: { ...ttlSchema.properties, title: { type: 'string', 'x-index': true }, long: {} },
    })
    const others = Array.from({ length: 20 }, (_, n) => test.make(uri, { title: `other ${String(n)}` }))
    const id = test.make(uri, { title: SECRET, long: SECRET.repeat(1000) })
    // Earlier versions left free space of many sizes, some on pages of their own.
    for (const times of [2000, 10, 500, 1]) {
      test.update(uri, id, { $set: { long: SECRET.repeat(times), title: `${String(times)} ${SECRET}` } })
      for (const other of others) test.update(uri, other, { $set: { title: `other ${String(times)}` } })
    }
    expect(onDisk()).toBe(true)
    go(uri, id)
    expect(onDisk()).toBe(false)
  })
})

describe('whatever is purged', () => {
  const operation = fc.oneof(
    fc.record({
      what: fc.constant('entry' as const),
      age: fc.integer({ min: 0, max: 30 }),
      named: fc.boolean(),
    }),
    fc.record({
      what: fc.constant('item' as const),
      key: fc.constantFrom('a', 'b', 'c'),
      age: fc.integer({ min: 60, max: 120 }),
    }),
    fc.record({ what: fc.constant('object' as const), age: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ what: fc.constant('name' as const), text: fc.string({ maxLength: 4 }) }),
    fc.record({ what: fc.constant('later' as const), days: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ what: fc.constant('purge' as const) }),
  )

  it('a view made again from the log is the same, and reading changes by nothing but eviction', () => {
    const log = test.register('Log', logSchema)
    const memory = test.register('Memory', memorySchema)
    const ttl = test.register('Ttl', ttlSchema)
    fc.assert(
      fc.property(fc.array(operation, { minLength: 5, maxLength: 25 }), (operations) => {
        const logId = test.make(log, { entries: [], name: '' })
        const memoryId = test.make(memory, { items: {} })
        let n = 0
        for (const op of operations) {
          const when = 'age' in op ? at(test.clock.now - op.age * DAY) : ''
          if (op.what === 'entry')
            test.update(log, logId, {
              $push: { entries: { id: String(n++), timestamp: when } },
              ...(op.named && { $set: { name: String(n) } }),
            })
          else if (op.what === 'item')
            test.update(memory, memoryId, {
              $set: { [`items.${op.key}`]: { value: '', importance: (n++ % 12) / 10, createdAt: when } },
            })
          else if (op.what === 'object') test.make(ttl, { timestamp: when })
          else if (op.what === 'name') test.update(log, logId, { $set: { name: op.text } })
          else if (op.what === 'later') test.clock.now += op.days * DAY
          else {
            const before = test.read(log, logId)
            test.purge()
            expect(test.read(log, logId)).toEqual(before)
          }
        }
        test.purge()
        expect(test.state.sync.check()).toMatchObject({ ok: true, differences: [] })
      }),
      { numRuns: effort(8, 25) },
    )
  })
})
