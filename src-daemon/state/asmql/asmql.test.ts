import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryResult } from './query.ts'
import { NOTE, noteAccess, openTestState, rejectionOf, type TestState } from '../testing.ts'

let test: TestState
beforeAll(() => {
  test = openTestState()
  const objects = [
    {
      title: 'apple',
      tags: ['red', 'fruit'],
      rating: 3,
      done: true,
      due: '2026-01-01T01:00:00+01:00',
      place: { city: 'Rome' },
    },
    {
      title: 'banana',
      tags: ['fruit'],
      rating: null,
      done: false,
      parts: [
        { name: 'peel', n: 1 },
        { name: 'flesh', n: 2 },
      ],
    },
    { title: 'cherry', tags: [], rating: 7.5, due: '2026-01-01T00:00:00.5Z', extra: { a: [1, { b: null }] } },
    { title: 'Äpfel 🍏', stars: 2, rating: 3, extra: 5, parts: [] },
    { title: '🍏 is after \uffff', body: 'it\'s 100% \\ "quoted" %_', extra: '5' },
    { title: 'zulu', extra: true, due: '2025-12-31T23:59:59Z', stars: 1 },
    { title: 'big', extra: 1152921504606847000, rating: 1152921504606847000 },
  ]
  // Ids created within one millisecond are in random order.
  for (const [n, object] of objects.entries())
    test.create({ ...object, id: `00000000-0000-7000-8000-00000000000${String(n)}` })
})
afterAll(() => {
  test.close()
})

const titles = async (where: object, more: object = {}): Promise<unknown[]> => {
  const { items } = await test.state.query(noteAccess, { from: NOTE, where, ...more })
  return items.map(({ object }) => object['title'])
}

describe('operators', () => {
  it.each<[string, object, string[]]>([
    ['a value is equality', { title: 'apple' }, ['apple']],
    ['numbers compare as numbers', { rating: { $gte: 3, $lt: 7.5 } }, ['apple', 'Äpfel 🍏']],
    [
      'numbers beyond 2^53 equal themselves',
      { rating: 1152921504606847000, extra: { $eq: 1152921504606847000 } },
      ['big'],
    ],
    ['null is a value', { rating: null }, ['banana']],
    [
      '$ne also matches what is missing',
      { rating: { $ne: 3 } },
      ['banana', 'cherry', '🍏 is after \uffff', 'zulu', 'big'],
    ],
    [
      '$nin also matches what is missing',
      { done: { $nin: [true] } },
      ['banana', 'cherry', 'Äpfel 🍏', '🍏 is after \uffff', 'zulu', 'big'],
    ],
    ['$in', { title: { $in: ['zulu', 'apple', 3] } }, ['apple', 'zulu']],
    ['$in of nothing', { title: { $in: [] } }, []],
    ['another type never matches', { title: { $gt: 3 } }, []],
    ['text is not a number', { extra: 5 }, ['Äpfel 🍏']],
    ['text that looks like one', { extra: '5' }, ['🍏 is after \uffff']],
    ['true is not 1', { extra: 1 }, []],
    ['booleans', { extra: true }, ['zulu']],
    ['whole objects', { extra: { a: [1, { b: null }] } }, ['cherry']],
    ['code points, not code units', { title: { $gt: '\uffff' } }, ['🍏 is after \uffff']],
    ['instants, whatever the zone', { due: '2026-01-01T00:00:00Z' }, ['apple']],
    ['instants to the last digit', { due: { $gt: '2026-01-01T00:00:00.4999Z' } }, ['cherry']],
    ['no instant, no match', { due: { $gt: 'yesterday' } }, []],
    ['dotted paths', { 'place.city': 'Rome' }, ['apple']],
    ['free-form paths', { 'extra.a': { $size: 2 } }, ['cherry']],
    ['$contains on a list', { tags: { $contains: 'fruit' } }, ['apple', 'banana']],
    ['$contains on text, taken literally', { body: { $contains: '%_' } }, ['🍏 is after \uffff']],
    ['$startsWith', { title: { $startsWith: 'Ä' } }, ['Äpfel 🍏']],
    ['$exists', { parts: { $exists: true } }, ['banana', 'Äpfel 🍏']],
    ['$exists false', { rating: { $exists: false } }, ['🍏 is after \uffff', 'zulu']],
    ['$size', { tags: { $size: 0 } }, ['cherry']],
    ['$regex', { title: { $regex: '^[a-c].*y$' } }, ['cherry']],
    ['$elemMatch on one element', { parts: { $elemMatch: { name: 'peel', n: { $gt: 1 } } } }, []],
    ['$elemMatch', { parts: { $elemMatch: { $or: [{ name: 'x' }, { n: 2 }] } } }, ['banana']],
    ['$elemMatch on values', { tags: { $elemMatch: { $startsWith: 're' } } }, ['apple']],
    [
      '$not of a missing field',
      { stars: { $not: { $gt: 1 } } },
      ['apple', 'banana', 'cherry', '🍏 is after \uffff', 'zulu', 'big'],
    ],
    ['$nor', { $nor: [{ rating: { $exists: true } }, { title: 'zulu' }] }, ['🍏 is after \uffff']],
    [
      '$and with $or',
      { $and: [{ $or: [{ rating: 3 }, { done: false }] }, { tags: { $contains: 'fruit' } }] },
      ['apple', 'banana'],
    ],
  ])('%s', async (_what, where, expected) => {
    expect(await titles(where)).toEqual(expected)
  })

  it('takes a bare filter on the only schema', async () => {
    const { items } = await test.state.query(noteAccess, { tags: { $contains: 'red' } })
    expect(items.map(({ object }) => object['title'])).toEqual(['apple'])
  })
})

describe('mistakes name their place', () => {
  it.each<[object, string, string]>([
    [{ where: { title: { $like: 'x' } } }, 'asmql_unknown_operator', 'where.title.$like'],
    [{ where: { $or: [{ $xor: [] }] } }, 'asmql_unknown_operator', 'where.$or.0.$xor'],
    [{ where: { $or: [{ colour: 1 }] } }, 'asmql_unknown_field', 'where.$or.0.colour'],
    [{ where: { 'place.street': 1 } }, 'asmql_unknown_field', 'where.place.street'],
    [{ where: { 'extra.a"b': 1 } }, 'asmql_unknown_field', 'where.extra.a"b'],
    [{ select: ['colour'] }, 'asmql_unknown_field', 'select.0'],
    [{ order: [{ field: 'colour' }] }, 'asmql_unknown_field', 'order.0.field'],
    [{ where: { title: { $regex: '(?=x)' } } }, 'asmql_invalid', 'where.title.$regex'],
    [{ where: { title: { $text: 'x' } } }, 'asmql_invalid', 'where.title.$text'],
    [{ where: { $text: 'x' } }, 'asmql_invalid', 'where.$text'],
    [{ where: { 'parts.name': 'x' } }, 'asmql_unknown_field', 'where.parts.name'],
    [{ order: [{ field: 'title', direction: 'up' }] }, 'asmql_invalid', 'order.0.direction'],
    [{ explain: 1 }, 'asmql_invalid', 'explain'],
    [{ where: { title: { $in: 'x' } } }, 'asmql_invalid', 'where.title.$in'],
    [{ limit: 1001 }, 'asmql_invalid', 'limit'],
    [{ where: {}, colour: 1 }, 'asmql_unknown_member', 'colour'],
    [{ orderBy: [{ field: 'title' }] }, 'asmql_unknown_member', 'orderBy'],
    [{ order: [{ field: 'title', dir: 'desc' }] }, 'asmql_unknown_member', 'order.0.dir'],
  ])('%j: %s at %s', async (query, code, path) => {
    const error = await rejectionOf(test.state.query(noteAccess, { from: NOTE, ...query }))
    expect([error.code, error.params['path']]).toEqual([code, path])
  })

  it.each([
    [{ from: NOTE, orderBy: [] }, 'order'],
    [{ from: NOTE, order_by: 'title' }, 'order'],
    [{ from: NOTE, wheer: {} }, 'where'],
    [{ from: NOTE, title: 'apple' }, null],
  ])('%j: says which member was meant, or which there are', async (query, near) => {
    const error = await rejectionOf(test.state.query(noteAccess, query))
    expect(error.code).toBe('asmql_unknown_member')
    expect(error.message).toContain(near === null ? 'select, from, where' : `Did you mean “${near}”?`)
  })

  it('takes a misspelt member for that, not for a filter on a field', async () => {
    const error = await rejectionOf(test.state.query(noteAccess, { order_by: [{ field: 'title' }] }))
    expect([error.code, error.params['path']]).toEqual(['asmql_unknown_member', 'order_by'])
  })

  it('never takes a value for SQL', async () => {
    for (const evil of ["'; DROP TABLE changes; --", '" OR 1=1', "') OR ('1'='1"]) {
      expect(await titles({ title: evil })).toEqual([])
      expect(await titles({ [`extra.${evil.replaceAll('"', '')}`]: { $exists: true } })).toEqual([])
    }
  })
})

describe('order, selection and pages', () => {
  it('puts nulls last both ways and breaks ties by id', async () => {
    const rated = ['apple', 'Äpfel 🍏', 'cherry', 'big']
    const rest = ['banana', '🍏 is after \uffff', 'zulu']
    expect(await titles({}, { order: [{ field: 'rating' }] })).toEqual([...rated, ...rest])
    expect(await titles({}, { order: [{ field: 'rating', direction: 'desc' }] })).toEqual([
      'big',
      'cherry',
      'apple',
      'Äpfel 🍏',
      ...rest,
    ])
  })

  it('selects fields, nested ones too', async () => {
    const { items } = await test.state.query(noteAccess, {
      from: NOTE,
      where: { title: 'apple' },
      select: ['title', 'place.city'],
    })
    expect(items[0]?.object).toEqual({ title: 'apple', place: { city: 'Rome' } })
  })

  it('refuses a cursor that was altered or belongs to another query', async () => {
    const { cursor } = await test.state.query(noteAccess, { from: NOTE, limit: 2 })
    const altered = `${String(cursor).slice(0, -2)}AA`
    for (const query of [
      { cursor: altered },
      { cursor, where: { title: 'x' } },
      { cursor, order: [{ field: 'title' }] },
      { cursor: '' },
    ])
      expect((await rejectionOf(test.state.query(noteAccess, { from: NOTE, ...query }))).code).toBe(
        'asmql_cursor_invalid',
      )
  })

  it('stays right while objects come and go between pages', async () => {
    const own = openTestState()
    const ids = Array.from({ length: 9 }, (_, n) =>
      own.create({ title: `t${String(n)}`, rating: n % 3 === 0 ? null : n % 3 }),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: QueryResult = await own.state.query(noteAccess, {
        from: NOTE,
        order: [{ field: 'rating', direction: 'desc' }],
        limit: 2,
        ...(cursor !== null && { cursor }),
      })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
      if (seen.length === 2) {
        own.state.delete(noteAccess, { schemaUri: NOTE, id: seen[1] ?? '', mode: 'hard' })
        own.create({ title: 'early', rating: 9 })
      }
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(ids.toSorted())
    own.close()
  })
})
