import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { access, DAY, openTestLife, START, type TestLife } from '../lifecycle/testing.ts'

let test: TestLife
beforeEach(() => {
  test = openTestLife()
})
afterEach(async () => {
  await test.state.close()
  test.close()
})

const entry = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    timestamp: { type: 'string', format: 'date-time' },
    n: { type: 'integer' },
  },
}
const timed = (): string =>
  test.register('timed', {
    'x-asm': { container: 'log', 'x-ttl': 'P2D' },
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      entries: { type: 'array', items: entry },
    },
  })
/** A log of texts, which don't say when they were added. */
const lines = (): string =>
  test.register('lines', {
    'x-asm': { container: 'log', 'x-ttl': 'P2D' },
    properties: {
      id: { type: 'string' },
      name: { type: 'string', 'x-search': true },
      lines: { type: 'array', items: { type: 'string' }, 'x-index': true, 'x-search': true },
    },
  })
const at = (ms: number): string => new Date(ms).toISOString()
const find = async (from: string, where: object, more: object = {}): Promise<string[]> =>
  (await test.state.query(access, { from, where, ...more })).items.map(({ id }) => id)
const count = async (from: string, where: object): Promise<number> =>
  (await test.state.count(access, { from, where })).count

describe('entries of a log that expired, before they are purged', () => {
  it('match nothing, whatever asks for them', async () => {
    const uri = timed()
    test.make(uri, { id: 'a', name: 'a', entries: [{ id: 'old', timestamp: at(START), n: 1 }] })
    test.make(uri, { id: 'b', name: 'b', entries: [{ id: 'new', timestamp: at(START + DAY), n: 2 }] })
    const old = { entries: { $elemMatch: { id: 'old' } } }
    expect(await find(uri, old)).toEqual(['a'])
    test.clock.now = START + 2 * DAY
    expect(await find(uri, old)).toEqual(['a'])
    test.clock.now += 1
    expect(await find(uri, old)).toEqual([])
    expect(await count(uri, old)).toBe(0)
    expect(await find(uri, { entries: { $size: 0 } })).toEqual(['a'])
    expect(await find(uri, { entries: [] })).toEqual(['a'])
    expect(await find(uri, { 'entries.0.n': { $exists: false } })).toEqual(['a'])
    expect(await find(uri, { $nor: [old] })).toEqual(['a', 'b'])
    expect(await find(uri, { 'entries.0.n': { $gte: 1 } })).toEqual(['b'])
    expect(await find(uri, {}, { order: [{ field: 'entries.0.n' }] })).toEqual(['b', 'a'])
    expect(await find(uri, { name: 'a' })).toEqual(['a'])
    test.clock.now += DAY
    expect(await find(uri, { entries: { $size: 0 } })).toEqual(['a', 'b'])
    const before = await find(uri, { $or: [old, { entries: { $size: 0 } }] })
    test.purge()
    expect(await find(uri, { $or: [old, { entries: { $size: 0 } }] })).toEqual(before)
  })

  it('are told by the change that added them, where they do not say when that was', async () => {
    const uri = lines()
    test.make(uri, { id: 'a', name: 'pears', lines: ['red apple'] })
    test.clock.now += DAY
    test.update(uri, 'a', { $push: { lines: 'green apple' } })
    const asked = async () => [
      await find(uri, { lines: { $contains: 'red apple' } }),
      await find(uri, { lines: { $text: 'red' } }),
      await find(uri, { lines: { $text: '"green app"*' } }),
      await find(uri, { $text: 'red pears' }),
      await find(uri, { $text: 'gre* pears' }),
      await find(uri, { 'lines.0': 'green apple' }),
      await count(uri, { lines: { $contains: 'red apple' } }),
    ]
    expect(await asked()).toEqual([['a'], ['a'], [], ['a'], ['a'], [], 1])
    test.clock.now += DAY + 1
    expect(await asked()).toEqual([[], [], [], [], ['a'], ['a'], 0])
    test.purge()
    expect(await asked()).toEqual([[], [], [], [], ['a'], ['a'], 0])
  })

  it('are hidden by the clock of each call, also in the worker', async () => {
    const uri = lines()
    test.make(uri, { id: 'a', lines: ['x'] })
    const asked = () => find(uri, { lines: { $contains: 'x' } })
    expect(await asked()).toEqual(['a'])
    test.clock.now += 2 * DAY + 1
    expect(await asked()).toEqual([])
    test.update(uri, 'a', { $push: { lines: 'y' } })
    expect(await find(uri, { lines: ['y'] })).toEqual(['a'])
  })
})
