import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, DAY, memorySchema, openTestLife, START, type TestLife } from './testing.ts'

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

const send = (from: TestLife, to: TestLife): void => {
  to.state.sync.import(from.state.sync.export({ scopes: null, since: null }).bytes)
}
const item = (value: string, more: object = {}): object => ({
  value,
  importance: 0,
  createdAt: at(START),
  ...more,
})
const namesOf = (one: TestLife, uri: string, id: string): string[] =>
  Object.keys(one.read(uri, id)?.['items'] ?? {}).sort()
const lastChange = (one: TestLife, uri: string, id: string): string => {
  const [last] = one.state.history.changes({ schemaUri: uri, id })
  expect(last?.origin).toEqual({ kind: 'system', reason: 'retention' })
  return last?.hash ?? ''
}
const undo = (one: TestLife, change: string) =>
  one.state.history.revert({ target: { change }, via: 'cli', dryRun: false }).objects
const goTo = (day: number): void => {
  for (const one of [test, other]) one.clock.now = START + day * DAY
}

describe('what was evicted', () => {
  it('comes back when that is undone, and is kept for its window again', () => {
    const uri = test.register('Memory', memorySchema)
    const id = test.make(uri, { items: { a: item('known') } })
    goTo(91)
    expect(test.purge()).toMatchObject({ evicted: 1 })
    expect(undo(test, lastChange(test, uri, id))).toMatchObject([{ outcome: 'updated' }])
    expect(test.read(uri, id)).toMatchObject({ items: { a: { value: 'known', createdAt: at(START) } } })
    expect(test.purge()).toMatchObject({ evicted: 0 })
    expect(test.state.lifecycle.leaving({ schemaUri: uri, id }).get('/items/a')).toBe(START + 181 * DAY)
    goTo(181)
    expect(test.purge()).toMatchObject({ evicted: 0 })
    goTo(182)
    expect(test.purge()).toMatchObject({ evicted: 1 })
    expect(undo(test, lastChange(test, uri, id))).toMatchObject([{ outcome: 'updated' }])
    expect(test.purge()).toMatchObject({ evicted: 0 })
    expect(test.state.sync.check()).toMatchObject({ ok: true })
  })

  it('can be brought back for thirty days, and then its content is gone on every device', () => {
    const uri = test.register('Memory', memorySchema)
    other.register('Memory', memorySchema)
    const id = test.make(uri, { items: {} })
    test.update(uri, id, { $set: { 'items.a': item('long known') } })
    goTo(91)
    test.purge()
    const eviction = lastChange(test, uri, id)
    send(test, other)
    goTo(92)
    other.purge()
    goTo(121)
    test.purge()
    expect(test.isKept('long known')).toBe(true)
    goTo(123)
    test.purge()
    other.purge()
    for (const one of [test, other]) {
      expect(one.isKept('long known')).toBe(false)
      expect(undo(one, eviction)).toMatchObject([{ outcome: 'kept', reason: 'purged' }])
      expect(one.state.sync.check()).toMatchObject({ ok: true })
    }
  })

  it('loses its content at once when the person asks for that', () => {
    const uri = test.register('Memory', memorySchema)
    const id = test.make(uri, { items: {} })
    test.update(uri, id, { $set: { 'items.a': item('known') } })
    goTo(91)
    test.purge()
    expect(test.isKept('known')).toBe(true)
    expect(test.purge({ evicted: true }).bytesFreed).toBeGreaterThan(0)
    expect(test.isKept('known')).toBe(false)
  })

  it('can still be brought back when what left long before it has been purged', () => {
    const uri = test.register('Memory', memorySchema)
    const id = test.make(uri, { items: {} })
    test.update(uri, id, {
      $set: { 'items.a': item('one thing'), 'items.b': item('another', { createdAt: at(START + 20 * DAY) }) },
    })
    test.update(uri, id, { $set: { 'items.c': item('a third') } })
    goTo(91)
    expect(test.purge()).toMatchObject({ evicted: 2 })
    goTo(111)
    expect(test.purge()).toMatchObject({ evicted: 1 })
    const eviction = lastChange(test, uri, id)
    goTo(125)
    test.purge()
    expect(test.isKept('a third')).toBe(false)
    expect(undo(test, eviction)).toMatchObject([{ outcome: 'updated' }])
    expect(test.read(uri, id)).toMatchObject({ items: { b: { value: 'another' } } })
    expect(namesOf(test, uri, id)).toEqual(['b'])
    expect(test.state.sync.check()).toMatchObject({ ok: true })
  })

  it('by two devices alike comes back on both when one of them undoes it', () => {
    const uri = test.register('Memory', memorySchema)
    other.register('Memory', memorySchema)
    const id = test.make(uri, { items: { a: item('known') } })
    send(test, other)
    goTo(91)
    test.purge()
    other.purge()
    send(other, test)
    send(test, other)
    undo(other, lastChange(other, uri, id))
    send(other, test)
    for (const one of [test, other]) {
      expect(one.purge()).toMatchObject({ evicted: 0 })
      expect(namesOf(one, uri, id)).toEqual(['a'])
      expect(one.state.sync.check()).toMatchObject({ ok: true })
    }
  })

  it('as a whole object comes back as well, and is gone for good after thirty days', () => {
    const schema = {
      'x-retention': { window: 'P1D', strategy: 'evict_low_importance' },
      properties: { id: { type: 'string' }, text: { type: 'string' } },
    }
    const uri = test.register('Memo', schema)
    const ids = ['one', 'two'].map((text) => test.make(uri, { text }))
    const [one = '', two = ''] = ids
    goTo(2)
    expect(test.purge()).toMatchObject({ evicted: 2 })
    expect(ids.map((id) => test.read(uri, id))).toEqual([null, null])
    expect(undo(test, lastChange(test, uri, one))).toMatchObject([{ outcome: 'revived' }])
    expect(test.purge()).toMatchObject({ evicted: 0 })
    expect(test.read(uri, one)).toMatchObject({ text: 'one' })
    goTo(33)
    test.purge()
    expect(test.isKept('two')).toBe(false)
    expect(undo(test, lastChange(test, uri, two))).toMatchObject([{ outcome: 'kept', reason: 'purged' }])
    expect(test.state.sync.check()).toMatchObject({ ok: true })
  })
})

describe('how long something stays', () => {
  it.each([
    ['no importance', {}, 90],
    ['less than none', { importance: -3 }, 90],
    ['importance 0', { importance: 0 }, 90],
    ['importance 0.5', { importance: 0.5 }, 180],
    ['importance 0.9', { importance: 0.9 }, 900],
    ['importance 1', { importance: 1 }, null],
    ['importance on a scale to ten', { importance: 7 }, null],
    ['importance 0, used since', { importance: 0, usedAt: at(START + 10 * DAY) }, 100],
  ])('depends on how important it is: %s', (_what, more, days) => {
    const uri = test.register('Memory', {
      ...memorySchema,
      $defs: {},
      'x-asm': {
        container: 'map',
        'x-retention': { window: 'P90D', strategy: 'evict_low_importance' },
      },
    })
    const id = test.make(uri, { items: { a: { value: 'v', createdAt: at(START), ...more } } })
    const until = test.state.lifecycle.leaving({ schemaUri: uri, id }).get('/items/a')
    expect(until === null ? null : Math.round(((until ?? 0) - START) / DAY)).toBe(days)
    goTo((days ?? 40_000) - 1)
    expect(test.purge()).toMatchObject({ evicted: 0 })
    goTo((days ?? 40_000) + 1)
    expect(test.purge()).toMatchObject({ evicted: days === null ? 0 : 1 })
  })

  it('depends on its use, which is said beside it and brings nothing back', () => {
    const uri = test.register('Memory', memorySchema)
    other.register('Memory', memorySchema)
    const id = test.make(uri, {
      items: { a: item('used'), b: item('used and removed'), c: item('not used') },
    })
    send(test, other)
    other.update(uri, id, { $unset: ['items.b'] })
    const used = { importance: 0.5, usedAt: at(START + 50 * DAY) }
    test.update(uri, id, { $set: { 'uses.a': used, 'uses.b': used } })
    send(test, other)
    send(other, test)
    goTo(91)
    for (const one of [test, other]) {
      one.purge()
      expect(namesOf(one, uri, id)).toEqual(['a'])
    }
    goTo(229)
    expect(test.purge()).toMatchObject({ evicted: 0 })
    goTo(231)
    expect(test.purge()).toMatchObject({ evicted: 1 })
  })
})
