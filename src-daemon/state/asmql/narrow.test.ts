import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { createRandom } from '../policies/testing/random.ts'
import { createSequences } from '../sequences/client.ts'
import { noteAccess, plainEngine } from '../testing.ts'
import { createSortKeys } from '../view/sort-keys.ts'
import { createQuery } from './query.ts'
import { ITEM, openItems } from './testing.ts'

const COUNT = 4000
/** Number of ids: few enough that sorting them is faster than walking all, and too many to look up one by one. */
const FEW = 180
const idOf = (n: number): string => `i${String(n).padStart(6, '0')}`

const cleanups: (() => Promise<void>)[] = []
beforeEach(() => {
  // A query that takes longer than it may goes to a worker, where none is narrowed: on a busy machine any can.
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Items in a real file, and whether a page was read by the rows known to come first. */
const open = () => {
  const items = openItems(COUNT)
  items.db.pragma('synchronous = OFF')
  const sequences = createSequences()
  const engine = plainEngine({ db: items.db, sequences })
  let narrowed = 0
  const queries = createQuery({
    ...engine,
    statement: (text) => {
      if (text.includes('AS at') && text.includes('json_each(')) narrowed++
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
  const ask = async (query: object) => {
    const before = narrowed
    const { items: found, cursor } = await queries.query(noteAccess, { from: ITEM, ...query })
    return { found, cursor, wasNarrowed: narrowed > before }
  }
  /** Compares two pages with those where every row is looked up, as happens for explained queries. */
  const compare = async (query: object): Promise<boolean> => {
    let cursor: string | null = null
    let all = true
    for (let page = 0; page < 2; page++) {
      const asked = { ...query, ...(cursor !== null && { cursor }) }
      const now = await ask(asked)
      const plain = await ask({ ...asked, explain: true })
      expect(plain.wasNarrowed).toBe(false)
      expect([now.found, now.cursor]).toEqual([plain.found, plain.cursor])
      all &&= now.wasNarrowed
      cursor = now.cursor
      if (cursor === null) break
    }
    return all
  }
  return { ...items, ask, compare }
}

const few = (n: number, more: object = {}) => ({
  id: idOf(n),
  object: {
    tags: ['few'],
    status: 'few',
    body: 'a yellow plum',
    size: n % 7,
    at: new Date(1.7e12 + n * 1000).toISOString(),
    ...more,
  },
})
const newest = {
  where: { tags: { $contains: 'few' } },
  order: [{ field: 'at', direction: 'desc' }],
  limit: 14,
}

it('gives the same pages, by any index, in both directions, over ties and what has no value, while objects come, change and go', async () => {
  const { compare, put } = open()
  const { below, pick } = createRandom(5)
  for (let n = 0; n < FEW; n++) put(few(n))
  const wheres = [
    newest.where,
    { status: 'few' },
    { status: { $in: ['few', 'fewer'] } },
    { body: { $text: 'plum' } },
  ]
  let narrowed = 0
  for (let round = 0; round < 60; round++) {
    for (let writes = below(4); writes > 0; writes--) {
      const at = new Date(1.7e12 + below(COUNT) * 1000 + below(2) * 0.5).toISOString()
      const size = pick([null, below(30) / 3, below(3)])
      put({ ...few(below(FEW + 20), { at: pick([at, null]), size }), deleted: below(6) === 0 })
    }
    const order = [{ field: pick(['at', 'size']), direction: pick(['asc', 'desc']) }]
    if (await compare({ where: pick(wheres), order, limit: 14 + below(6) })) narrowed++
  }
  expect(narrowed).toBeGreaterThan(30)
})

it('reads a key again once it was written, undone or not, and all of them once another program wrote', async () => {
  const { ask, compare, put, db, path, view } = open()
  for (let n = 0; n < FEW; n++) put(few(n))
  expect(await compare(newest)).toBe(true)
  const id = idOf(13)
  const before = await ask(newest)
  expect(before.found.map((item) => item.id)).not.toContain(id)
  const later = few(13, { at: '2040-01-01T00:00:00Z' })
  db.exec('BEGIN')
  put(later)
  expect(await ask(newest)).toMatchObject({
    wasNarrowed: false,
    found: [{ id }, ...before.found.slice(0, 13)],
  })
  db.exec('ROLLBACK')
  expect(await ask(newest)).toEqual(before)
  put(later)
  expect((await ask(newest)).found[0]?.id).toBe(id)
  expect(await compare(newest)).toBe(true)
  const other = openDatabase({ path })
  other.prepare(`UPDATE ${view} SET x0 = NULL WHERE id = ?`).run(id)
  other.close()
  expect((await ask(newest)).found.map((item) => item.id)).not.toContain(id)
})

it('leaves alone what an index has in order, what has to be looked at all the same, and small results', async () => {
  const { ask, put } = open()
  for (let n = 0; n < FEW; n++) put(few(n))
  const isNarrowed = async (query: object): Promise<boolean> =>
    (await ask({ ...newest, ...query })).wasNarrowed
  expect(await isNarrowed({})).toBe(true)
  expect(await isNarrowed({ where: {} })).toBe(false)
  expect(await isNarrowed({ where: { tags: { $contains: 'few' }, plain: { $gt: 5 } } })).toBe(false)
  expect(await isNarrowed({ where: { tags: { $contains: 'r5' } } })).toBe(false)
  expect(await isNarrowed({ order: [{ field: 'title' }] })).toBe(false)
  expect(await isNarrowed({ order: [{ field: 'at' }, { field: 'size' }] })).toBe(false)
})

it('stays within its limit, and starts over when it would exceed it', () => {
  const keys = createSortKeys(3000)
  const a = keys.of('v', 'x0', 1000)
  a?.fill(1)
  expect(keys.of('v', 'x0', 999)).toBe(a)
  const longer = keys.of('v', 'x0', 1500)
  expect([longer?.[0], longer?.[1500]]).toEqual([1, Number.NaN])
  keys.wrote('v', 0)
  expect(longer?.[0]).toBeNaN()
  expect(keys.of('w', 'x0', 1500)?.[0]).toBeNaN()
  expect(keys.of('v', 'x0', 10)?.[1]).toBeNaN()
  expect(keys.of('v', 'x0', 3000)).toBeNull()
})
