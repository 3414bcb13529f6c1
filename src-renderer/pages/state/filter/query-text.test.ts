import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planStep } from './plan-step.ts'
import { rangeOf, readText, writeText } from './query-text.ts'

describe('ASM-QL as text', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.option(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 })),
        fc.array(fc.record({ field: fc.string(), direction: fc.constantFrom('asc', 'desc') }), {
          maxLength: 3,
        }),
        (where, order) => {
          const query = { where, order } as Parameters<typeof writeText>[0]
          expect(readText(writeText(query))).toEqual({ query: JSON.parse(JSON.stringify(query)) as unknown })
        },
      ),
    )
  })

  it('may be a bare filter, or nothing', () => {
    expect(readText('{"title": "milk"}')).toEqual({ query: { where: { title: 'milk' }, order: [] } })
    expect(readText(' ')).toEqual({ query: { where: null, order: [] } })
    expect(readText('{"order":[{"field":"size"}]}')).toEqual({
      query: { where: null, order: [{ field: 'size', direction: 'asc' }] },
    })
  })

  it('may ask for groups, whose order is of their own members', () => {
    const order = [{ field: 'n', direction: 'desc' }]
    const grouping = { group: ['size'], aggregate: { n: { $count: true } }, order }
    expect(readText(JSON.stringify({ where: { size: 1 }, ...grouping }))).toEqual({
      query: { where: { size: 1 }, order: [], grouping },
    })
  })

  it('says where it cannot be read', () => {
    expect(readText('{\n  "where": {\n    oops\n  }\n}')).toEqual({ problem: 'json', line: 3 })
    expect(readText('[]')).toEqual({ problem: 'shape' })
    expect(readText('{"where": 3}')).toEqual({ problem: 'shape', path: 'where' })
    expect(readText('{"where": {}, "limit": 3}')).toEqual({ problem: 'member', path: 'limit' })
    expect(readText('{"order": "title"}')).toEqual({ problem: 'order', path: 'order' })
  })

  it('finds what the daemon objects to', () => {
    const text = writeText({
      where: { $or: [{ title: { $eq: 'title' } }, { 'place.city': { $like: 'x' } }] },
      order: [],
    })
    const range = rangeOf(text, 'where.$or.1.place.city.$like')
    expect(range && text.slice(range.start, range.end)).toBe('"$like"')
    const title = rangeOf(text, 'where.$or.0.title')
    expect(title && text.slice(title.start, title.end)).toBe('"title"')
    expect(rangeOf(text, 'nowhere')).toBeNull()
  })
})

describe('a query plan', () => {
  it('is told in kinds', () => {
    expect(planStep('SEARCH v USING INDEX note_updated (log=? AND k>?)')).toEqual({
      kind: 'index',
      fields: 'log=? AND k>?',
    })
    expect(planStep('SCAN v').kind).toBe('scan')
    expect(planStep('USE TEMP B-TREE FOR ORDER BY').kind).toBe('sort')
    expect(planStep('SCAN note_fts VIRTUAL TABLE INDEX 0:M1').kind).toBe('words')
    expect(planStep('SCAN e1 VIRTUAL TABLE INDEX 1:').kind).toBe('elements')
    expect(planStep('SEARCH v USING PRIMARY KEY (id=?)').kind).toBe('id')
    expect(planStep('MULTI-INDEX OR').kind).toBe('other')
  })
})
