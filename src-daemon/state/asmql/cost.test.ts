import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import { NOTE, noteAccess, rejectionOf, plainEngine } from '../testing.ts'
import { createSequences } from '../sequences/client.ts'
import { createMeter, createScopeBudget, SCOPE_BUDGET } from './meter.ts'
import { createQuery } from './query.ts'
import { runJob, type Step } from './run.ts'
import { createShown } from './shown.ts'
import { ITEM, openItems } from './testing.ts'

let test: ReturnType<typeof openItems>
beforeAll(() => {
  test = openItems(20_000)
})
afterAll(async () => {
  await test.state.close()
  test.close()
})
const ask = (where: object, more: object = {}) => test.state.query(noteAccess, { from: ITEM, where, ...more })

/** Tests every pair of an element and a condition: some seconds of work. */
const heavy = {
  $or: Array.from({ length: 150 }, (_, n) => ({ tags: { $elemMatch: { $regex: `(x|y)*${String(n)}z$` } } })),
}

describe('a query that takes long', () => {
  it('is ended by its budget, which is named, while other calls are answered at once', async () => {
    let ended = false
    const isEnded = (): boolean => ended
    const asked = rejectionOf(ask(heavy)).finally(() => {
      ended = true
    })
    const waits: number[] = []
    while (!isEnded() && waits.length < 400) {
      const start = performance.now()
      const id = test.create({ title: 'meanwhile' })
      expect(test.state.get({ schemaUri: NOTE, id }).id).toBe(id)
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const error = await asked
    expect(error.code).toBe('asmql_cost_exceeded')
    expect(error.params['problem']).toMatch(/read \d+ rows in \d+ ms|too much text/)
    expect(waits.length).toBeGreaterThan(10)
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(50)
  })

  it('is answered by the worker if its budget allows', async () => {
    const { items, explain } = await ask({ plain: { $gte: 19_990 } }, { explain: true })
    expect(items).toHaveLength(10)
    expect(explain?.rowsRead).toBe(20_000)
  })

  it('sees the latest commit', async () => {
    test.put({ id: 'last', object: { plain: -5 } })
    expect((await ask({ plain: -5 })).items.map(({ id }) => id)).toEqual(['last'])
  })

  it('says how far it counted when counting costs too much', async () => {
    const { exact } = await test.state.count(noteAccess, { from: ITEM, where: heavy })
    expect(exact).toBe(false)
  })
})

describe('a page that takes more memory than the worker has', () => {
  const MB = 'x'.repeat(1024 * 1024)

  it('ends at once with its cost, and the next is answered by another worker', async () => {
    const own = openItems(0)
    own.db.transaction(() => {
      for (let n = 0; n < 40; n++) own.put({ id: `b${String(n)}`, object: { large: MB, plain: n } })
    })()
    const engine = plainEngine({
      db: own.db,
      sequences: createSequences(),
    })
    const queries = createQuery({
      ...engine,
      cursorKey: engine.meta.cursorKey,
      now: Date.now,
      visible: (_schema, { object }) => object,
      budget: { rows: 1e6, milliseconds: 60_000, bytes: 2 ** 30, patternWork: 1e6 },
      workerMemoryMb: 16,
    })
    const find = (where: object) => queries.query(noteAccess, { from: ITEM, where, limit: 100 })
    const begun = performance.now()
    const error = await rejectionOf(find({ plain: { $gte: 0 } }))
    expect(error).toMatchObject({ code: 'asmql_cost_exceeded', details: { usedUp: 'memory' } })
    // Long before its time limit.
    expect(performance.now() - begun).toBeLessThan(30_000)
    // A single one: a few are close to such a small worker's limit, and some runs would fail.
    const { items } = await find({ plain: { $gte: 39 } })
    expect(items).toHaveLength(1)
    await queries.close()
    await own.state.close()
    own.close()
  })
})

describe('a condition that an index answers as a whole', () => {
  const order = [{ field: 'at' }, { field: 'title' }]

  it.each([
    ['few rows, charged at once', { tags: { $contains: 'r5' } }, 20],
    ['a range of a text', { title: { $startsWith: 'title 1999' } }, 11],
    ['many rows, charged one by one', { status: 'open' }, 6667],
  ])('is charged with every row it looks at: %s', async (_what, where, rows) => {
    const { explain } = await ask(where, { order, limit: 5, explain: true })
    expect(explain?.rowsRead).toBe(rows)
    expect(await test.state.count(noteAccess, { from: ITEM, where })).toEqual({ count: rows, exact: true })
  })

  it('ends when its rows are more than the budget, whether they are read or counted', () => {
    const meter = createMeter()
    const statement = (text: string) => ({ text, params: [] })
    const count = statement("SELECT count(*) FROM (SELECT 1 FROM json_each('[1,2,3,4,5]') LIMIT ?)")
    const run = (rows: number, steps: Step['indexed']) =>
      runJob(
        (text) => test.db.prepare(text).raw(),
        { meter, shown: createShown(null) },
        {
          steps: [{ metered: statement('not run'), indexed: steps }],
          limit: 2,
          budget: { rows, milliseconds: 1000, bytes: 1000, patternWork: 0 },
          leaving: null,
        },
      )
    const read = { count, rows: statement("SELECT value FROM json_each('[1,2,3,4,5]') LIMIT ?") }
    expect(run(5, read)).toMatchObject({ rows: [[1], [2]], usedUp: null, cost: { rows: 5 } })
    expect(run(4, read)).toMatchObject({ rows: [], usedUp: 'rows' })
    expect(run(5, { count, rows: null })).toMatchObject({ usedUp: null, cost: { rows: 5, hits: 5 } })
    expect(run(4, { count, rows: null })).toMatchObject({ usedUp: 'rows', cost: { hits: 4 } })
  })
})

describe('hostile queries', () => {
  it('runs a thousand clauses', async () => {
    const clauses = Array.from({ length: 1000 }, (_, n) => ({ title: `title ${String(n)}` }))
    const few = { $in: ['title 1', 'title 2', 'title 1001'] }
    expect((await ask({ title: few, $or: clauses })).items).toHaveLength(2)
    expect(
      (await ask({ title: { $in: clauses.map(({ title }) => title) } }, { limit: 1000 })).items,
    ).toHaveLength(1000)
  })

  it.each([
    ['too many clauses', { $or: Array.from({ length: 2001 }, () => ({ title: 'x' })) }],
    ['too deep', JSON.parse('{"$not":'.repeat(200) + '{}' + '}'.repeat(200)) as object],
    ['a pattern too long', { title: { $regex: 'a'.repeat(1001) } }],
    ['a pattern that repeats too much', { title: { $regex: '((a{100}){10}){10}' } }],
  ])('refuses %s', async (_what, where) => {
    expect((await rejectionOf(ask(where))).code).toBe('asmql_invalid')
  })

  it('ends no sooner for a pattern that would backtrack', async () => {
    test.put({ id: 'long', object: { title: 'a'.repeat(5000) } })
    const { items } = await ask({ title: { $startsWith: 'aaa', $regex: '^(a+)+$' } })
    expect(items.map(({ id }) => id)).toEqual(['long'])
  })

  it.each([
    '"',
    'red OR green',
    'w0:red',
    'NEAR(red apple)',
    '{w0} : red',
    '^red',
    'red*"',
    "'; DROP TABLE x; --",
    '-red +apple',
  ])('takes %j for words, not for the syntax of FTS5', async (question) => {
    const settled = await ask({ body: { $text: question } }).then(
      ({ items }) => items.length,
      (error: unknown) => toSatchelError(error).code,
    )
    expect([0, 50, 'asmql_invalid']).toContain(settled)
  })
})

describe('the budget of a scope', () => {
  it('is used up by many queries together, named, and there again after a while', () => {
    let now = 0
    const budget = createScopeBudget(() => now)
    const cost = { rows: 1000, milliseconds: SCOPE_BUDGET.milliseconds / 4, hits: 0 }
    for (let n = 0; n < 4; n++) {
      budget.check('a')
      budget.charge('a', cost)
    }
    expect(() => {
      budget.check('a')
    }).toThrow(/asmql_cost_exceeded.*20000 ms within a minute/)
    budget.check('b')
    now += SCOPE_BUDGET.perMilliseconds / 2
    budget.check('a')
  })
})
