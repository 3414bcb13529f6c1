import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
beforeEach(() => {
  test = openTestLife()
})
afterEach(() => {
  test.close()
})

/** What every purge must leave intact. */
const expectWhole = (): void => {
  expect(test.state.sync.check()).toMatchObject({ ok: true, differences: [] })
  expect(test.db.pragma('integrity_check', { simple: true })).toBe('ok')
}

const entriesOf = (uri: string, id: string): unknown[] => {
  const entries = test.read(uri, id)?.['entries']
  return Array.isArray(entries) ? entries.map((entry: { id: string }) => entry.id) : []
}

describe('an object with x-ttl', () => {
  it('is there at the very end of its lifetime, and hidden a millisecond later', () => {
    const uri = test.register('Ttl', ttlSchema)
    const own = test.make(uri, { title: 'own', timestamp: at(START - DAY / 2) })
    const plain = test.make(uri, { title: 'by its last change' })
    test.clock.now = START + DAY / 2
    expect(test.read(uri, own)).toMatchObject({ title: 'own' })
    test.clock.now += 1
    expect(test.read(uri, own)).toBeNull()
    test.clock.now = START + DAY
    expect(test.read(uri, plain)).toMatchObject({ title: 'by its last change' })
    test.clock.now += 1
    expect(test.read(uri, plain)).toBeNull()
  })

  it('is hidden from queries and changes before the purge, and leaves no trace of its content afterwards', async () => {
    const uri = test.register('Ttl', ttlSchema)
    const id = test.make(uri, { title: 'a secret of old' })
    const young = test.make(uri, { title: 'young', timestamp: at(START + DAY) })
    test.clock.now = START + DAY + 1
    expect((await test.state.query(access, { from: uri })).items.map((one) => one.id)).toEqual([young])
    expect(() => test.update(uri, id, { $set: { title: 'x' } })).toThrow(/not|no/)
    expect(test.isKept('a secret of old')).toBe(true)
    expect(test.purge()).toMatchObject({ expired: 1 })
    expect(test.isKept('a secret of old')).toBe(false)
    const [last, first] = test.state.history.changes({ schemaUri: uri, id })
    expect(last).toMatchObject({ kind: 'delete', origin: { kind: 'system', reason: 'ttl' } })
    expect(first).toMatchObject({ kind: 'create', purged: true })
    expectWhole()
    expect(test.purge()).toMatchObject({ expired: 0, bytesFreed: 0 })
  })

  it('restarts with each change if it has no timestamp', () => {
    const uri = test.register('Ttl', ttlSchema)
    const id = test.make(uri, { title: 'a' })
    test.clock.now = START + DAY - 1
    test.update(uri, id, { $set: { title: 'b' } })
    test.clock.now = START + 2 * DAY - 1
    expect(test.read(uri, id)).toMatchObject({ title: 'b' })
  })

  it('stays away when the clock goes back after a purge', () => {
    const uri = test.register('Ttl', ttlSchema)
    const hidden = test.make(uri, { title: 'hidden', timestamp: at(START) })
    test.clock.now = START + DAY
    test.purge()
    test.clock.now = START + 3 * DAY
    test.purge()
    const late = test.make(uri, { title: 'brought again by another', timestamp: at(START) })
    test.clock.now = START
    expect(test.read(uri, hidden)).toBeNull()
    expect(test.read(uri, late)).toBeNull()
  })
})

describe('a log with x-ttl', () => {
  const add = (uri: string, id: string, entry: object): void => {
    test.update(uri, id, { $push: { entries: entry } })
  }

  it('hides each entry by its timestamp, else by when it came', () => {
    const uri = test.register('Log', logSchema)
    const id = test.make(uri, { entries: [] })
    add(uri, id, { id: 'old', timestamp: at(START - DAY) })
    add(uri, id, { id: 'plain' })
    test.clock.now = START + 13 * DAY
    expect(entriesOf(uri, id)).toEqual(['old', 'plain'])
    test.clock.now += 1
    expect(entriesOf(uri, id)).toEqual(['plain'])
    add(uri, id, { id: 'new' })
    expect(entriesOf(uri, id)).toEqual(['plain', 'new'])
    test.clock.now = START + 14 * DAY + 1
    expect(entriesOf(uri, id)).toEqual(['new'])
  })

  it('is added to while entries are hidden, and refuses taking any away as ever', () => {
    const uri = test.register('Log', logSchema)
    const id = test.make(uri, { entries: [] })
    add(uri, id, { id: 'a', timestamp: at(START - 14 * DAY - 1) })
    add(uri, id, { id: 'b', timestamp: at(START) })
    const visible = test.read(uri, id)?.['entries']
    test.update(uri, id, [
      { op: 'replace', path: '/entries', value: [...(visible as object[]), { id: 'c' }] },
    ])
    expect(entriesOf(uri, id)).toEqual(['b', 'c'])
    expect(() => test.update(uri, id, [{ op: 'remove', path: '/entries/0' }])).toThrow()
  })

  it('forgets what expired entries said, keeps their hashes, and reads the same before and after', () => {
    const uri = test.register('Log', logSchema)
    const id = test.make(uri, { name: 'log', entries: [] })
    add(uri, id, { id: 'a', text: 'words long gone', timestamp: at(START) })
    add(uri, id, { id: 'b', text: 'words of today', timestamp: at(START + 10 * DAY) })
    const hashes = test.state.history.changes({ schemaUri: uri, id }).map(({ hash }) => hash)
    test.clock.now = START + 14 * DAY + 1
    const before = test.read(uri, id)
    const earlier = () => test.state.history.at({ schemaUri: uri, id, version: hashes[0] ?? '' }).object
    const differences = () =>
      hashes.map((to, n) =>
        test.state.history.difference({ schemaUri: uri, id, from: hashes[n + 1] ?? null, to }),
      )
    expect(earlier()).toEqual(before)
    expect(JSON.stringify(differences())).not.toContain('words long gone')
    expect(JSON.stringify(differences())).toContain('words of today')
    expect(test.purge()).toMatchObject({ expired: 1 })
    expect(earlier()).toEqual(before)
    expect(test.read(uri, id)).toEqual(before)
    expect(test.isKept('words long gone')).toBe(false)
    expect(test.isKept('words of today')).toBe(true)
    const history = test.state.history.changes({ schemaUri: uri, id })
    expect(history.map(({ hash }) => hash)).toEqual(hashes)
    expect(history.map(({ purged }) => purged)).toEqual([false, true, false])
    expectWhole()
  })

  it('keeps a change that said something else too as long as that counts', () => {
    const uri = test.register('Log', logSchema)
    const id = test.make(uri, { name: 'first', entries: [] })
    test.update(uri, id, { $set: { name: 'second' }, $push: { entries: { id: 'a', text: 'with the name' } } })
    test.clock.now = START + 15 * DAY
    test.purge()
    expect(test.read(uri, id)).toMatchObject({ name: 'second', entries: [] })
    expectWhole()
    test.update(uri, id, { $set: { name: 'third' } })
    test.purge()
    expect(test.isKept('with the name')).toBe(false)
    expect(test.read(uri, id)).toMatchObject({ name: 'third', entries: [] })
    expectWhole()
  })
})

describe('x-retention', () => {
  const item = (importance: number, createdAt: number, value = 'v'): object => {
    return { value, importance, createdAt: at(createdAt) }
  }

  it('keeps every item within its window, and lets go of those after it', () => {
    const uri = test.register('Memory', memorySchema)
    const id = test.make(uri, { items: { a: item(0, START), b: item(0, START + 1) } })
    test.clock.now = START + 90 * DAY
    expect(test.purge()).toMatchObject({ evicted: 0 })
    test.clock.now += 1
    expect(test.purge()).toMatchObject({ evicted: 1 })
    expect(Object.keys(test.read(uri, id)?.['items'] as object)).toEqual(['b'])
    expectWhole()
  })

  it('forgets what was said of an item, says in the history that it left, and takes it back when it is added again', () => {
    const uri = test.register('Memory', memorySchema)
    const id = test.make(uri, { items: {} })
    test.update(uri, id, { $set: { 'items.a': item(0, START, 'once known') } })
    test.clock.now = START + 91 * DAY
    expect(test.purge({ evicted: true })).toMatchObject({ evicted: 1 })
    expect(test.isKept('once known')).toBe(false)
    expect(test.state.history.changes({ schemaUri: uri, id })[0]).toMatchObject({
      origin: { kind: 'system', reason: 'retention' },
      paths: ['/items/a'],
    })
    test.update(uri, id, { $set: { 'items.a': item(0, test.clock.now, 'known again') } })
    expect(test.read(uri, id)).toMatchObject({ items: { a: { value: 'known again' } } })
    expectWhole()
  })

  it('evicts whole objects where the container is no map', () => {
    const uri = test.register('Memo', {
      'x-retention': { window: 'P1D', strategy: 'evict_low_importance' },
      properties: { id: { type: 'string' }, importance: { type: 'number' } },
    })
    const ids = [0, -2, -1].map((importance) => test.make(uri, { importance }))
    test.clock.now = START + DAY + 1
    const gone: string[] = []
    test.state.onChange(({ objectId }) => gone.push(objectId))
    expect(test.purge()).toMatchObject({ evicted: 3 })
    expect(gone).toEqual([ids[1], ids[2], ids[0]])
    expectWhole()
  })

  it('of an unknown strategy keeps everything, and says so', () => {
    const uri = test.register('Memo', {
      'x-retention': { window: 'P1D', strategy: 'summarise' },
      properties: { id: { type: 'string' } },
    })
    const id = test.make(uri, {})
    test.clock.now = START + 100 * DAY
    expect(test.purge()).toMatchObject({ evicted: 0 })
    expect(test.read(uri, id)).not.toBeNull()
    expect(test.state.lifecycle.expiries()).toContainEqual(
      expect.objectContaining({
        schemaUri: uri,
        next: null,
        retention: { window: 'P1D', strategy: 'summarise', known: false },
      }),
    )
  })
})

describe('what leaves by itself', () => {
  it('is told with the next moment and how much goes within seven days', () => {
    const ttl = test.register('Ttl', ttlSchema)
    const log = test.register('Log', logSchema)
    const memory = test.register('Memory', memorySchema)
    test.make(ttl, { timestamp: at(START) })
    test.make(ttl, { timestamp: at(START + 20 * DAY) })
    test.make(log, { entries: [{ id: 'a', timestamp: at(START - 10 * DAY) }, { id: 'b' }] })
    test.make(memory, { items: { a: { value: '', importance: 0, createdAt: at(START) } } })
    const expiries = test.state.lifecycle.expiries()
    expect(expiries.find(({ schemaUri }) => schemaUri === ttl)).toMatchObject({
      ttl: 'P1D',
      next: at(START + DAY),
      soon: 1,
    })
    expect(expiries.find(({ schemaUri }) => schemaUri === log)).toMatchObject({
      next: at(START + 4 * DAY),
      soon: 1,
    })
    expect(expiries.find(({ schemaUri }) => schemaUri === memory)).toMatchObject({
      next: at(START + 90 * DAY),
      soon: 0,
    })
  })
})
