import { describe, expect, it } from 'vitest'
import { schemaRows } from './schema-rows.ts'

describe('a schema as a table', () => {
  it('has a row for each field, with what it takes and how it is merged', () => {
    const rows = schemaRows({
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', description: 'What it is called.', 'x-crdt': 'rga_text' },
        tags: { type: 'array', items: { type: 'string' }, 'x-crdt': { type: 'or_set' } },
        state: { type: 'string', enum: ['open', 'done'] },
        due: { type: ['string', 'null'], format: 'date' },
      },
    })
    expect(rows.map(({ path, type, required, merge }) => [path, type, required, merge])).toEqual([
      ['title', 'string', true, 'rga_text'],
      ['tags', 'string[]', false, 'or_set'],
      ['state', 'string', false, ''],
      ['due', 'string | null', false, ''],
    ])
    expect(rows[0]?.description).toBe('What it is called.')
    expect(rows[2]?.options).toEqual(['open', 'done'])
  })

  it('lists nested fields below their parent, and stops at a depth', () => {
    const nest = (depth: number): object =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { in: nest(depth - 1) } }
    const rows = schemaRows({ properties: { list: { type: 'array', items: nest(1) }, deep: nest(9) } })
    expect(rows.map(({ path }) => path)).toEqual([
      'list',
      'list.in',
      'deep',
      'deep.in',
      'deep.in.in',
      'deep.in.in.in',
    ])
  })

  it('survives whatever a stranger writes there', () => {
    for (const properties of [null, 3, 'x', [1], { a: null, b: 7, c: { type: 9, enum: 'x', 'x-crdt': [] } }])
      expect(() => schemaRows({ properties, required: 'all' })).not.toThrow()
  })
})
