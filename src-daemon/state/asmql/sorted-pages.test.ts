import { afterEach, expect, it } from 'vitest'
import { createSequences } from '../sequences/client.ts'
import { createStatements } from '../base/statements.ts'
import { noteAccess, plainEngine } from '../testing.ts'
import { createOrders } from './sorted-pages.ts'
import { createQuery, type Queries } from './query.ts'
import { ITEM, openItems } from './testing.ts'

const COUNT = 4000
const order = [{ field: 'plain', direction: 'desc' }]
const idOf = (n: number): string => `i${String(n).padStart(6, '0')}`

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Items in a real file, and the number of pages read from a cached order. */
const open = () => {
  const items = openItems(COUNT)
  const sequences = createSequences()
  const engine = plainEngine({ db: items.db, sequences })
  let lookedUp = 0
  const queries: Queries = createQuery({
    ...engine,
    statement: (text) => {
      if (text.includes('FROM json_each(')) lookedUp++
      return engine.statement(text)
    },
    cursorKey: engine.meta.cursorKey,
    now: Date.now,
    visible: (_schema, { object }) => object,
  })
  cleanups.push(async () => {
    await queries.close()
    await items.state.close()
    items.close()
  })
  const page = async (query: object = {}, offset = 0) => {
    const before = lookedUp
    const asked = { from: ITEM, order, limit: 5, ...query }
    const { items: found, cursor } = await queries.query(noteAccess, asked, { offset })
    return { ids: found.map(({ id }) => id), cursor, wasLookedUp: lookedUp > before }
  }
  return { ...items, page }
}
/** The five from `first` on, descending. */
const five = (first: number): string[] => Array.from({ length: 5 }, (_, n) => idOf(first - n))

it('sorts once, and looks every further page up, by number or by cursor', async () => {
  const { page } = open()
  const first = await page()
  expect(first).toMatchObject({ ids: five(COUNT - 1), wasLookedUp: false })
  const second = await page({ cursor: first.cursor })
  expect(second).toMatchObject({ ids: five(COUNT - 6), wasLookedUp: true })
  const jump = await page({}, 3000)
  expect(jump).toMatchObject({ ids: five(COUNT - 3001), wasLookedUp: true })
  expect(await page({ cursor: jump.cursor })).toMatchObject({ ids: five(COUNT - 3006), wasLookedUp: true })
  expect(await page()).toMatchObject({ ids: first.ids, wasLookedUp: true })
  const end = await page({}, COUNT - 3)
  expect(end).toMatchObject({ ids: [idOf(2), idOf(1), idOf(0)], cursor: null })
  expect(await page({}, COUNT + 10)).toMatchObject({ ids: [], cursor: null })
  // Another condition has another order.
  const where = { status: 'open' }
  await page({ where })
  const open3 = await page({ where }, 1)
  expect(open3.ids).toEqual([3996, 3993, 3990, 3987, 3984].map(idOf))
})

it('sorts again after a write, so that pages are up to date', async () => {
  const { page, put, db, view } = open()
  await page()
  const before = await page({}, 100)
  put({ id: 'newest', object: { plain: COUNT + 1 } })
  expect((await page({}, 100)).ids[0]).toBe(idOf(COUNT - 100))
  // A cursor continues from where the object was, even if it was deleted or moved since.
  db.prepare(`DELETE FROM ${view} WHERE id = ?`).run(before.ids.at(-1))
  expect((await page({ cursor: before.cursor })).ids).toEqual(five(COUNT - 106))
  const next = await page({ cursor: before.cursor })
  put({ id: 'newer', object: { plain: COUNT + 2 } })
  const last = next.ids.at(-1) ?? ''
  db.prepare(`UPDATE ${view} SET object = json_set(object, '$.plain', -7) WHERE id = ?`).run(last)
  expect((await page({ cursor: next.cursor })).ids).toEqual(five(COUNT - 111))
  expect((await page({}, COUNT)).ids).toEqual([last])
})

it('is not used for queries an index already sorts, or for EXPLAIN', async () => {
  const { page } = open()
  await page()
  expect((await page({ explain: true }, 10)).wasLookedUp).toBe(false)
  expect((await page({ order: [{ field: 'at' }] }, 10)).wasLookedUp).toBe(false)
  expect((await page({ order: [] }, 10)).wasLookedUp).toBe(false)
})

it('drops an order once the objects behind it have changed', () => {
  const { put, db } = open()
  const orders = createOrders(createStatements(db))
  const rows = Float64Array.of(3, 1, 2)
  expect(orders.keep('q', orders.stamp(), rows)).toBe(true)
  expect(orders.find('q')).toBe(rows)
  const before = orders.stamp()
  put({ id: 'meanwhile', object: {} })
  expect(orders.keep('q', before, rows)).toBe(false)
  expect(orders.find('q')).toBeNull()
})

it('drops the least recently used order if they take too much memory', () => {
  const orders = createOrders(createStatements(open().db))
  const stamp = orders.stamp()
  const million = new Float64Array(1_000_000)
  for (const query of ['a', 'b']) orders.keep(query, stamp, million)
  orders.find('a')
  orders.keep('c', stamp, million)
  expect(['a', 'b', 'c'].map((query) => orders.find(query) !== null)).toEqual([true, false, true])
})
