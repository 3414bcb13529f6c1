import { describe, expect, it } from 'vitest'
import { columnsOf } from '../schema/columns.ts'
import { firstSort, nextSort, objectQuery } from './object-query.ts'

const columns = columnsOf({
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'string', enum: ['open'] },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'number' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
})
const base = { schemaUri: 'did:nuwa:state:note#v1', columns, text: '', filter: null, order: [] }

describe('the query of the table', () => {
  it('asks for everything when there is no text', () => {
    expect(objectQuery(base)).toEqual({ from: 'did:nuwa:state:note#v1' })
  })

  it('looks for the text in every text column, and in tags', () => {
    expect(objectQuery({ ...base, text: ' milk ', idField: 'id' }).where).toEqual({
      $or: [
        { title: { $contains: 'milk' } },
        { status: { $startsWith: 'milk' } },
        { tags: { $contains: 'milk' } },
      ],
    })
  })

  it('looks for an id only when the text can be the start of one', () => {
    const { where } = objectQuery({ ...base, columns: [], text: '019a4f', idField: 'id' })
    expect(where).toEqual({ id: { $startsWith: '019a4f' } })
  })

  it('needs no $or for one column and no where for none', () => {
    const one = columns.slice(0, 1)
    expect(objectQuery({ ...base, columns: one, text: 'a' }).where).toEqual({ title: { $contains: 'a' } })
    expect(objectQuery({ ...base, columns: [], text: 'a' })).not.toHaveProperty('where')
  })

  it('searches words where the schema marks fields for it', () => {
    expect(objectQuery({ ...base, text: 'milk', wordSearch: true }).where).toEqual({ $text: 'milk' })
  })

  it('asks for what fits both the filter and the search, in the order given', () => {
    const filter = { size: { $gt: 3 } }
    const order = [{ field: 'size', direction: 'asc' as const }]
    expect(objectQuery({ ...base, filter, order })).toMatchObject({ where: filter, order })
    const one = columns.slice(0, 1)
    expect(objectQuery({ ...base, columns: one, filter, text: 'a' }).where).toEqual({
      $and: [filter, { title: { $contains: 'a' } }],
    })
  })
})

describe('sorting', () => {
  it('starts with the newest where there are dates', () => {
    expect(firstSort(columns)).toEqual({ field: 'updatedAt', direction: 'desc' })
    expect(firstSort(columns.slice(0, 2))).toBeNull()
    expect(firstSort(columns, 100_000)).toBeNull()
    const indexed = columns.map((column) => ({ ...column, indexed: true }))
    expect(firstSort(indexed, 100_000)?.field).toBe('updatedAt')
  })

  it('turns around on a second click', () => {
    const [title] = columns
    if (title === undefined) throw new Error('no column')
    const first = nextSort(title, null)
    expect(first).toEqual({ field: 'title', direction: 'asc' })
    expect(nextSort(title, first).direction).toBe('desc')
  })
})
