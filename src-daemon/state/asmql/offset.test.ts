import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteAccess, rejectionOf } from '../testing.ts'
import { ITEM, openItems } from './testing.ts'

const COUNT = 5000

let test: ReturnType<typeof openItems>
beforeAll(() => {
  test = openItems(COUNT)
  test.put({ id: 'gone', object: { title: 'gone', size: 1 }, deleted: true })
})
afterAll(async () => {
  await test.state.close()
  test.close()
})

const ask = (query: object, offset?: number) =>
  test.state.query(noteAccess, { from: ITEM, ...query }, { offset })

/** Ids of all rows, by cursors. */
const all = async (query: object): Promise<string[]> => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await ask({ ...query, limit: 1000, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== null)
  return ids
}

describe('a page that begins at a row number', () => {
  it.each([
    ['by id', {}],
    ['upwards by text', { order: [{ field: 'title' }] }],
    ['downwards by text', { order: [{ field: 'title', direction: 'desc' }] }],
    ['by a field with nulls', { order: [{ field: 'size' }] }],
    ['downwards by a field with nulls', { order: [{ field: 'size', direction: 'desc' }] }],
    ['by time', { order: [{ field: 'at', direction: 'desc' }] }],
    ['by two fields', { order: [{ field: 'status' }, { field: 'at', direction: 'desc' }] }],
    ['by a field without an index', { order: [{ field: 'plain', direction: 'desc' }] }],
    ['within a range of the order', { where: { size: { $gte: 10 } }, order: [{ field: 'size' }] }],
    ['with a condition', { where: { status: 'open' }, order: [{ field: 'at' }] }],
    ['with a condition without an index', { where: { plain: { $gt: 100 } }, order: [{ field: 'size' }] }],
  ])('has the rows that cursors lead to: %s', async (_what, query) => {
    const ids = await all(query)
    for (const offset of [1, 700, ids.length - 3, ids.length]) {
      const { items, cursor } = await ask({ ...query, limit: 5 }, offset)
      expect(items.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 5))
      if (offset === 700) {
        const next = await ask({ ...query, limit: 5, cursor })
        expect(next.items.map(({ id }) => id)).toEqual(ids.slice(705, 710))
      } else if (offset > 1) expect(cursor).toBeNull()
    }
  })

  it('is charged with every row passed', async () => {
    const query = { order: [{ field: 'at', direction: 'desc' }], limit: 10, explain: true }
    const { explain } = await ask(query, COUNT - 100)
    expect(explain?.rowsRead).toBe(COUNT - 100 + 11)
    expect((await rejectionOf(ask(query, 2_000_000))).code).toBe('asmql_cost_exceeded')
  })

  it.each([
    ['with a cursor', { cursor: 'x' }, 5],
    ['below the first row', {}, -1],
    ['within a row', {}, 1.5],
  ])('is refused %s', async (_what, query, offset) => {
    const error = await rejectionOf(ask(query, offset))
    expect([error.code, error.params['path']]).toEqual(['asmql_invalid', 'offset'])
  })

  it('is no part of the language', async () => {
    expect((await rejectionOf(ask({ offset: 5 }))).code).toBe('asmql_unknown_member')
  })
})
