import fc from 'fast-check'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInstant } from '../instant.ts'
import { failureOf, NOTE, noteAccess, openTestState, type TestState } from '../testing.ts'

let test: TestState
beforeAll(() => {
  test = openTestState()
  for (const object of [
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
  ])
    test.create(object)
})
afterAll(() => {
  test.close()
})

const titles = (where: object, more: object = {}): unknown[] =>
  test.state.query(noteAccess, { from: NOTE, where, ...more }).items.map(({ object }) => object['title'])

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
  ])('%s', (_what, where, expected) => {
    expect(titles(where)).toEqual(expected)
  })

  it('takes a bare filter on the only schema', () => {
    const { items } = test.state.query(noteAccess, { tags: { $contains: 'red' } })
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
    [{ where: { title: { $regex: '(?=x)' } } }, 'asmql_invalid', '$regex'],
    [{ where: { title: { $in: 'x' } } }, 'asmql_invalid', 'where.title.$in'],
    [{ limit: 1001 }, 'asmql_invalid', 'limit'],
    [{ where: {}, colour: 1 }, 'asmql_invalid', 'query'],
  ])('%j: %s at %s', (query, code, path) => {
    const error = failureOf(() => test.state.query(noteAccess, { from: NOTE, ...query }))
    expect([error.code, error.params['path']]).toEqual([code, path])
  })

  it('never takes a value for SQL', () => {
    for (const evil of ["'; DROP TABLE changes; --", '" OR 1=1', "') OR ('1'='1"]) {
      expect(titles({ title: evil })).toEqual([])
      expect(titles({ [`extra.${evil.replaceAll('"', '')}`]: { $exists: true } })).toEqual([])
    }
  })

  it('ends a pattern that would take too long', () => {
    const id = test.create({ title: 'long', body: 'a'.repeat(200_000) })
    const where = { body: { $regex: '([a-z]{500}){1}[0-9]' } }
    expect(failureOf(() => titles(where)).code).toBe('asmql_cost_exceeded')
    test.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
  })
})

describe('order, selection and pages', () => {
  it('puts nulls last both ways and breaks ties by id', () => {
    const rated = ['apple', 'Äpfel 🍏', 'cherry', 'big']
    const rest = ['banana', '🍏 is after \uffff', 'zulu']
    expect(titles({}, { order: [{ field: 'rating' }] })).toEqual([...rated, ...rest])
    expect(titles({}, { order: [{ field: 'rating', direction: 'desc' }] })).toEqual([
      'big',
      'cherry',
      'apple',
      'Äpfel 🍏',
      ...rest,
    ])
  })

  it('selects fields, nested ones too', () => {
    const { items } = test.state.query(noteAccess, {
      from: NOTE,
      where: { title: 'apple' },
      select: ['title', 'place.city'],
    })
    expect(items[0]?.object).toEqual({ title: 'apple', place: { city: 'Rome' } })
  })

  it('refuses a cursor that was altered or belongs to another query', () => {
    const { cursor } = test.state.query(noteAccess, { from: NOTE, limit: 2 })
    const altered = `${String(cursor).slice(0, -2)}AA`
    for (const query of [
      { cursor: altered },
      { cursor, where: { title: 'x' } },
      { cursor, order: [{ field: 'title' }] },
      { cursor: '' },
    ])
      expect(failureOf(() => test.state.query(noteAccess, { from: NOTE, ...query })).code).toBe(
        'asmql_cursor_invalid',
      )
  })

  it('stays right while objects come and go between pages', () => {
    const own = openTestState()
    const ids = Array.from({ length: 9 }, (_, n) =>
      own.create({ title: `t${String(n)}`, rating: n % 3 === 0 ? null : n % 3 }),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = own.state.query(noteAccess, {
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

describe('against a plain reading of the rules', () => {
  const value = fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'b', '5', 'é', ['a'], {
    k: 1,
  })
  const operator = fc.oneof(
    fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), value),
    fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(value, { maxLength: 3 })),
    fc.tuple(fc.constant('$exists'), fc.boolean()),
  )
  const field = fc
    .tuple(fc.constantFrom('extra', 'rating', 'title', 'due'), operator)
    .map(([name, [op, v]]) => ({ [name]: { [op]: v } }))
  const { where } = fc.letrec<{ where: object }>((tie) => ({
    where: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      field,
      fc
        .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('where'), { minLength: 1, maxLength: 3 }))
        .map(([op, list]) => ({ [op]: list })),
      tie('where').map((inner) => ({ $not: inner })),
    ),
  }))

  it('finds the same objects', () => {
    const own = openTestState()
    const all = ['null', 'true', '0', '1', '2.5', '"a"', '"5"', '["a"]', '{"k":1}', '"é"', undefined].map(
      (extra, n) => ({
        title: ['a', 'b', '', 'é'][n % 4],
        ...(extra !== undefined && { extra: JSON.parse(extra) as unknown }),
        ...(n % 3 > 0 && { rating: n % 3 === 1 ? null : n - 4 }),
        ...(n % 2 === 0 && { due: `2026-01-0${String((n % 5) + 1)}T00:00:00Z` }),
      }),
    )
    const ids = all.map((object) => own.create(object))
    fc.assert(
      fc.property(where, (condition) => {
        const found = own.state.query(noteAccess, { from: NOTE, where: condition }).items.map(({ id }) => id)
        expect(found).toEqual(ids.filter((_, n) => matches(all[n] ?? {}, condition)))
      }),
      { numRuns: 400 },
    )
    own.close()
  })
})

/** The rules of asm.md 6 for the operators above, written down as simply as can be. */
const matches = (object: object, where: object): boolean =>
  Object.entries(where).every(([name, node]: [string, unknown]) => {
    const nodes = Array.isArray(node) ? node.filter(isPlain) : []
    if (name === '$and') return nodes.every((inner) => matches(object, inner))
    if (name === '$or') return nodes.some((inner) => matches(object, inner))
    if (name === '$nor') return !nodes.some((inner) => matches(object, inner))
    if (!isPlain(node)) return false
    if (name === '$not') return !matches(object, node)
    const has = Object.hasOwn(object, name)
    const value: unknown = new Map<string, unknown>(Object.entries(object)).get(name)
    const read = name === 'due' ? toInstant : (v: unknown) => v
    return Object.entries(node).every(([operator, operand]: [string, unknown]) => {
      const order = has ? compare(read(value), read(operand)) : null
      const same = (other: unknown): boolean =>
        has &&
        (name !== 'due' || typeof other === 'string') &&
        canonicalize(read(value)) === canonicalize(read(other))
      const list: unknown[] = Array.isArray(operand) ? operand : []
      switch (operator) {
        case '$eq':
          return same(operand)
        case '$ne':
          return !same(operand)
        case '$in':
          return list.some(same)
        case '$nin':
          return !list.some(same)
        case '$exists':
          return has === operand
        case '$gt':
          return order !== null && order > 0
        case '$gte':
          return order !== null && order >= 0
        case '$lt':
          return order !== null && order < 0
        default:
          return order !== null && order <= 0
      }
    })
  })

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null

const compare = (a: unknown, b: unknown): number | null => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : null
}
