import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteAccess, openTestState, rejectionOf, type TestState } from '../testing.ts'
import { ITEM, openItems } from './testing.ts'

const EXPENSE = 'did:nuwa:state:note#expense'
const schema = {
  $id: EXPENSE,
  type: 'object',
  properties: {
    id: { type: 'string' },
    amount: { type: 'number' },
    category: { type: ['string', 'null'], 'x-index': true },
    at: { type: 'string', format: 'date-time', 'x-index': true },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
    paid: { type: 'boolean' },
    shop: { type: 'object', properties: { city: { type: 'string' } } },
    parts: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    any: {},
  },
}

let test: TestState
beforeAll(() => {
  test = openTestState()
  test.state.registerSchema({ ...noteAccess, title: 'Expenses', schema })
  const objects = [
    { amount: 0.1, category: 'food', at: '2026-05-01T10:00:00Z', day: '2026-05-01', tags: ['a', 'b', 'a'] },
    { amount: 0.2, category: 'food', at: '2026-05-31T22:30:00Z', day: '2026-05-31', tags: ['b'], paid: true },
    { amount: 30, category: 'rent', at: '2026-06-01T00:00:00Z', day: '2026-06-01', shop: { city: 'Rome' } },
    { category: null, at: '2025-12-31T23:59:60Z', tags: [], any: 1 },
    { amount: 5, any: true },
  ]
  for (const [n, object] of objects.entries())
    test.state.create(noteAccess, { schemaUri: EXPENSE, object: { id: `e${String(n)}`, ...object } })
})
afterAll(async () => {
  await test.state.close()
  test.close()
})

const groups = async (query: object): Promise<unknown> => {
  const found = await test.state.query(noteAccess, { from: EXPENSE, timezone: 'UTC', ...query })
  expect(found.items).toEqual([])
  return found.groups
}
const n = { n: { $count: true } }

describe('groups', () => {
  it('answer what was spent in May', async () => {
    const where = { at: { $gte: '2026-05-01T00:00:00Z', $lt: '2026-06-01T00:00:00Z' } }
    expect(await groups({ where, aggregate: { total: { $sum: 'amount' } } })).toEqual([{ total: 0.3 }])
  })

  it('are by the values of a field; a missing one is null, and comes last', async () => {
    const aggregate = { total: { $sum: 'amount' }, mean: { $avg: 'amount' }, ...n }
    expect(await groups({ group: ['category'], aggregate })).toEqual([
      { category: 'food', total: 0.3, mean: 0.15, n: 2 },
      { category: 'rent', total: 30, mean: 30, n: 1 },
      { category: null, total: 5, mean: 5, n: 2 },
    ])
  })

  it('are by month, day and year, of the calendar that was meant', async () => {
    const by = (timezone: string) =>
      groups({ group: [{ month: { $month: 'at' } }], aggregate: n, timezone, order: [{ field: 'month' }] })
    expect(await by('UTC')).toEqual([
      { month: '2025-12', n: 1 },
      { month: '2026-05', n: 2 },
      { month: '2026-06', n: 1 },
      { month: null, n: 1 },
    ])
    expect(await by('Europe/Madrid')).toEqual([
      { month: '2026-01', n: 1 },
      { month: '2026-05', n: 1 },
      { month: '2026-06', n: 2 },
      { month: null, n: 1 },
    ])
    expect(
      await groups({ group: [{ year: { $year: 'at' } }, { day: { $day: 'at' } }], aggregate: n }),
    ).toContainEqual({ year: '2026', day: '2026-05-31', n: 1 })
    // A date without a time is the same everywhere.
    const days = { group: [{ month: { $month: 'day' } }], aggregate: n, timezone: 'Pacific/Apia' }
    expect(await groups(days)).toContainEqual({ month: '2026-05', n: 2 })
  })

  it('are of this computer’s calendar if none is named', async () => {
    const group = [{ day: { $day: 'at' } }]
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(await groups({ group, timezone: null })).toEqual(await groups({ group, timezone: timeZone }))
  })

  it('are by the elements of a list, where an object counts once in each', async () => {
    expect(
      await groups({ group: [{ tag: { $each: 'tags' } }], aggregate: { total: { $sum: 'amount' }, ...n } }),
    ).toEqual([
      { tag: 'a', total: 0.1, n: 1 },
      { tag: 'b', total: 0.3, n: 2 },
      { tag: null, total: 35, n: 3 },
    ])
  })

  it('keep values of different types apart', async () => {
    expect(await groups({ group: ['any'], aggregate: n })).toEqual([
      { any: 1, n: 1 },
      { any: true, n: 1 },
      { any: null, n: 3 },
    ])
    expect(await groups({ group: ['paid', { city: 'shop.city' }] })).toEqual([
      { paid: true, city: null },
      { paid: null, city: 'Rome' },
      { paid: null, city: null },
    ])
  })

  it('have least and greatest values, also of dates and texts', async () => {
    const aggregate = {
      first: { $min: 'at' },
      last: { $max: 'at' },
      least: { $min: 'amount' },
      word: { $max: 'category' },
    }
    expect(await groups({ aggregate })).toEqual([
      { first: '2025-12-31T23:59:60Z', last: '2026-06-01T00:00:00Z', least: 0.1, word: 'rent' },
    ])
  })

  it('of nothing is one, without a group', async () => {
    const where = { category: 'x' }
    const aggregate = { total: { $sum: 'amount' }, mean: { $avg: 'amount' }, most: { $max: 'at' }, ...n }
    expect(await groups({ where, aggregate })).toEqual([{ total: 0, mean: null, most: null, n: 0 }])
    expect(await groups({ where, aggregate, group: ['category'] })).toEqual([])
  })

  it('come sorted by a result, in pages', async () => {
    const query = { group: ['category'], aggregate: { total: { $sum: 'amount' } }, limit: 1 }
    const order = [{ field: 'total', direction: 'desc' }]
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof test.state.query>> = await test.state.query(noteAccess, {
        from: EXPENSE,
        ...query,
        order,
        cursor,
      })
      seen.push(...(page.groups ?? []))
      cursor = page.cursor
      if (cursor !== null)
        expect((await rejectionOf(groups({ ...query, order: [], cursor }))).code).toBe('asmql_cursor_invalid')
    } while (cursor !== null)
    expect(seen).toEqual([
      { category: 'rent', total: 30 },
      { category: null, total: 5 },
      { category: 'food', total: 0.3 },
    ])
  })

  it.each<[object, string, string]>([
    [{ group: ['colour'] }, 'asmql_unknown_field', 'group.0'],
    [{ group: [{ m: { $month: 'colour' } }] }, 'asmql_unknown_field', 'group.0.m.$month'],
    [{ group: [{ m: { $quarter: 'at' } }] }, 'asmql_unknown_operator', 'group.0.m.$quarter'],
    [{ group: [{ m: { $month: 'category' } }] }, 'asmql_invalid', 'group.0.m.$month'],
    [{ group: [{ m: { $each: 'category' } }] }, 'asmql_invalid', 'group.0.m.$each'],
    [{ group: [{ m: { $each: 'parts' } }] }, 'asmql_invalid', 'group.0.m.$each'],
    [{ group: ['tags'] }, 'asmql_invalid', 'group.0'],
    [{ group: ['shop'] }, 'asmql_invalid', 'group.0'],
    [{ group: [] }, 'asmql_invalid', 'group'],
    [{ group: ['category', 'category'] }, 'asmql_invalid', 'group'],
    [{ group: [{ a: 'at', b: 'at' }] }, 'asmql_invalid', 'group.0'],
    [{ aggregate: {} }, 'asmql_invalid', 'aggregate'],
    [{ aggregate: { n: { $count: 'x' } } }, 'asmql_invalid', 'aggregate.n.$count'],
    [{ aggregate: { n: { $median: 'amount' } } }, 'asmql_unknown_operator', 'aggregate.n.$median'],
    [{ aggregate: { n: { $sum: 'category' } } }, 'asmql_invalid', 'aggregate.n.$sum'],
    [{ aggregate: { n: { $sum: 'colour' } } }, 'asmql_unknown_field', 'aggregate.n.$sum'],
    [{ aggregate: { n: { $max: 'paid' } } }, 'asmql_invalid', 'aggregate.n.$max'],
    [{ aggregate: n, order: [{ field: 'amount' }] }, 'asmql_unknown_field', 'order.0.field'],
    [{ aggregate: n, select: ['amount'] }, 'asmql_invalid', 'select'],
    [{ aggregate: n, timezone: 'Europe/Atlantis' }, 'asmql_invalid', 'timezone'],
    [{ where: {}, timezone: 'UTC' }, 'asmql_invalid', 'timezone'],
  ])('%j: %s at %s', async (query, code, path) => {
    const error = await rejectionOf(test.state.query(noteAccess, { from: EXPENSE, ...query }))
    expect([error.code, error.params['path']]).toEqual([code, path])
  })

  it('of another capability’s objects are refused', async () => {
    const stranger = { ...noteAccess, owner: 'did:nuwa:cap:other', scope: 'sc:other' }
    const query = { from: EXPENSE, aggregate: n }
    expect((await rejectionOf(test.state.query(stranger, query))).code).toBe('permission_denied')
  })
})

describe('what grouping costs', () => {
  let items: ReturnType<typeof openItems>
  beforeAll(() => {
    items = openItems(20_000)
  })
  afterAll(async () => {
    await items.state.close()
    items.close()
  })
  const ask = (query: object) =>
    items.state.query(noteAccess, { from: ITEM, timezone: 'UTC', explain: true, ...query })

  it('is each object it reads, in the worker if there are many', async () => {
    const { groups: found, explain } = await ask({ group: ['status'], aggregate: { sum: { $sum: 'plain' } } })
    expect(found).toEqual([
      { status: 'done', sum: 66_670_000 },
      { status: 'late', sum: 66_656_667 },
      { status: 'open', sum: 66_663_333 },
    ])
    expect(explain?.rowsRead).toBe(20_000)
  })

  it('is no object where an index has everything', async () => {
    for (const query of [
      { group: ['status'], aggregate: n },
      { group: [{ month: { $month: 'at' } }], aggregate: { ...n, last: { $max: 'at' } } },
      { where: { status: { $in: ['open', 'done'] } }, group: ['status'], aggregate: n },
    ]) {
      const { explain } = await ask(query)
      expect(explain?.plan.join()).toMatch(/COVERING INDEX/)
      expect(explain?.indexes).toHaveLength(1)
    }
    const { groups: found, explain } = await ask({
      where: { status: 'open' },
      group: ['status'],
      aggregate: n,
    })
    expect(found).toEqual([{ status: 'open', n: 6667 }])
    expect(explain?.rowsRead).toBe(6667)
  })

  it('ends with the budget, and at too many groups', async () => {
    const many = await rejectionOf(ask({ group: ['plain'], aggregate: n }))
    expect([many.code, many.message]).toEqual([
      'asmql_cost_exceeded',
      expect.stringContaining('there are more than 10000 groups'),
    ])
    const heavy = {
      $or: Array.from({ length: 150 }, (_, k) => ({
        tags: { $elemMatch: { $regex: `(x|y)*${String(k)}z$` } },
      })),
    }
    expect((await rejectionOf(ask({ where: heavy, aggregate: n }))).code).toBe('asmql_cost_exceeded')
  })
})
