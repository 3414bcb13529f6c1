import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { NOTE, noteAccess, noteSchema, openTestState } from '../testing.ts'
import type { QueryResult } from './query.ts'
import { ITEM, openItems } from './testing.ts'

const COUNT = 6000
let test: ReturnType<typeof openItems>
beforeAll(() => {
  test = openItems(COUNT)
})
afterAll(async () => {
  await test.state.close()
  test.close()
})

const explained = async (query: object): Promise<Required<QueryResult>> =>
  (await test.state.query(noteAccess, {
    from: ITEM,
    limit: 20,
    explain: true,
    ...query,
  })) as Required<QueryResult>

describe('an index is used, as EXPLAIN QUERY PLAN says', () => {
  const latest = [{ field: 'at', direction: 'desc' }]
  it.each<[string, object, string[], number]>([
    ['equality', { where: { title: 'title 7' } }, ['title'], 1],
    ['equality, by id', { where: { status: 'open' } }, ['status'], 21],
    ['a range', { where: { at: { $gte: '2023-11-14T22:13:20Z', $lt: '2023-11-14T22:13:25Z' } } }, ['at'], 5],
    ['$in', { where: { title: { $in: ['title 1', 'title 2', 'no such'] } } }, ['title'], 2],
    ['$startsWith', { where: { title: { $startsWith: 'title 599' } } }, ['title'], 11],
    ['order downwards', { order: latest }, ['at'], 21],
    ['order upwards', { order: [{ field: 'title' }] }, ['title'], 21],
    ['order of few values, both ways', { order: [{ field: 'status', direction: 'desc' }] }, ['status'], 21],
    ['order within a range', { where: { at: { $lt: '2023-11-14T23:00:00Z' } }, order: latest }, ['at'], 21],
    ['a common value and an order', { where: { status: 'open' }, order: latest }, ['at'], 80],
    ['a rare value and an order', { where: { title: 'title 7' }, order: latest }, ['title'], 1],
    ['$contains of a rare element', { where: { tags: { $contains: 'r7' } } }, ['tags'], 6],
    [
      '$contains of a rare element and an order',
      { where: { tags: { $contains: 'r7' } }, order: latest },
      ['tags'],
      6,
    ],
    [
      '$contains of a common element and an order',
      { where: { tags: { $contains: 'a7' } }, order: latest },
      ['at'],
      250,
    ],
    ['$text', { where: { body: { $text: 'red app*' } } }, ['body'], 130],
    ['$text in any field', { where: { $text: 'red' } }, ['$text'], 130],
    [
      'an index within $and',
      { where: { $and: [{ title: 'title 7' }, { plain: { $gte: 0 } }] } },
      ['title'],
      1,
    ],
  ])('%s', async (_what, query, indexes, mostRows) => {
    const { explain, items } = await explained(query)
    expect(items.length).toBeGreaterThan(0)
    expect(explain.indexes).toEqual(indexes)
    expect(explain.rowsRead).toBeLessThanOrEqual(mostRows)
    expect(explain.plan.join('\n')).not.toMatch(/SCAN v(?! USING)/)
    expect(explain.plan.some((line) => line.startsWith('SEARCH'))).toBe(true)
  })

  it.each(['asc', 'desc'])('walks the ids %s, whatever else is sorted by after them', async (direction) => {
    const order = [{ field: 'id', direction }, { field: 'plain' }]
    const { explain, items, cursor } = await explained({ order })
    expect(explain.rowsRead).toBeLessThanOrEqual(21)
    const next = await explained({ order, cursor })
    expect(next.explain.rowsRead).toBeLessThanOrEqual(21)
    const ids = [...items, ...next.items].map(({ id }) => id)
    const sorted = ids.toSorted()
    expect(ids).toEqual(direction === 'asc' ? sorted : sorted.toReversed())
    expect(new Set(ids).size).toBe(40)
  })

  it('stays with an index from page to page', async () => {
    const order = [{ field: 'at', direction: 'desc' }]
    let cursor: string | null = null
    for (let page = 0; page < 5; page++) {
      const found = await explained({ where: { status: 'open' }, order, cursor })
      expect(found.explain.indexes).toEqual(['at'])
      expect(found.explain.rowsRead).toBeLessThanOrEqual(80)
      cursor = found.cursor
    }
  })

  it('suggests x-index for what was asked without one', async () => {
    const { explain } = await explained({ where: { plain: -1 } })
    expect(explain.rowsRead).toBe(COUNT)
    expect(explain.indexes).toEqual([])
    expect(explain.suggestions).toContain('plain')
    expect(explain.budget).toEqual({ rows: 1_000_000, milliseconds: 2000 })
  })

  it('counts without looking at objects it need not look at', async () => {
    const count = (where: object) => test.state.count(noteAccess, { from: ITEM, where })
    expect(await count({})).toEqual({ count: COUNT, exact: true })
    expect(await count({ tags: { $contains: 'r7' } })).toEqual({ count: 6, exact: true })
    expect(await count({ status: 'open', plain: { $lt: 30 } })).toEqual({ count: 10, exact: true })
  })
})

describe('pages', () => {
  it('neither lose nor repeat what stays, whatever comes and goes in between', async () => {
    const own = openItems(0)
    own.db.pragma('synchronous = OFF')
    const value = fc.constantFrom(null, 1, 2, 3)
    const step = fc.record({ put: fc.boolean(), id: fc.integer({ min: 0, max: 40 }), size: value })
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1, maxLength: 30 }),
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 12 }),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom([], ['size'], ['size', 'title'], ['title']),
        async (sizes, changes, direction, fields) => {
          own.db.exec(`DELETE FROM ${own.view}; DELETE FROM ${own.view}_members`)
          const put = (n: number, size: number | null): void => {
            own.put({ id: `p${String(n).padStart(2, '0')}`, object: { size, title: `t${String(n % 3)}` } })
          }
          sizes.forEach((size, n) => {
            put(n, size)
          })
          const touched = new Set<string>()
          const seen: string[] = []
          let cursor: string | null = null
          let turn = 0
          do {
            const order = fields.map((field) => ({ field, direction }))
            const page: QueryResult = await own.state.query(noteAccess, {
              from: ITEM,
              order,
              limit: 3,
              cursor,
            })
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.cursor
            for (const { put: isPut, id: n, size } of changes[turn] ?? []) {
              const id = `p${String(n).padStart(2, '0')}`
              touched.add(id)
              if (isPut) put(n, size)
              else own.db.prepare(`DELETE FROM ${own.view} WHERE id = ?`).run(id)
            }
            turn++
          } while (cursor !== null && turn < 60)
          const stayed = sizes
            .map((_, n) => `p${String(n).padStart(2, '0')}`)
            .filter((id) => !touched.has(id))
          expect(seen.filter((id) => !touched.has(id)).toSorted()).toEqual(stayed)
        },
      ),
      { numRuns: effort(30, 120) },
    )
    await own.state.close()
    own.close()
  })
})

describe('what is shown of an object', () => {
  it('names concurrent values, what no longer fits, and when it expires', async () => {
    const expiresAt = Date.now() + 60_000
    const conflicts = { '/title': ['a', 'b'] }
    test.put({ id: 'zz', object: { title: 'zz' }, conflicts, invalid: 'it has no body', expiresAt })
    const { items } = await explained({ where: { title: 'zz' } })
    expect(items[0]).toMatchObject({
      conflicts,
      invalid: 'it has no body',
      expiresAt: new Date(expiresAt).toISOString(),
    })
    const totals = test.state
      .scopes()
      .flatMap(({ schemas }) => schemas)
      .find(({ schemaUri }) => schemaUri === ITEM)
    expect(totals).toMatchObject({ count: COUNT + 1, conflicts: 1, invalid: 1 })
  })

  it('is nothing once it expired', async () => {
    const own = openItems(3, { 'x-ttl': 'P1Y' })
    own.put({ id: 'zz', object: { title: 'zz' }, expiresAt: Date.now() - 1 })
    const { items } = await own.state.query(noteAccess, { from: ITEM, where: { title: 'zz' } })
    expect(items).toEqual([])
    expect(await own.state.count(noteAccess, { from: ITEM })).toEqual({ count: 3, exact: true })
    await own.state.close()
    own.close()
  })

  it('is found after its capability moved to another memory scope, in the scope it was made in', async () => {
    const own = openTestState()
    const before = own.create({ title: 'before' })
    const moved = { ...noteAccess, scope: 'sc:elsewhere' }
    own.state.registerSchema({ owner: moved.owner, scope: moved.scope, title: 'Note', schema: noteSchema })
    const after = own.state.create(moved, { schemaUri: NOTE, object: { title: 'after' } }).object.id
    const { items } = await own.state.query(moved, { from: NOTE, order: [{ field: 'title' }] })
    expect(items.map(({ id, scope }) => [id, scope])).toEqual([
      [after, 'sc:elsewhere'],
      [before, 'sc:note'],
    ])
    own.close()
  })
})
