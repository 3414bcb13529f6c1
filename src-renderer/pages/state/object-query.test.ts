import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns.ts'
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
const base = { schemaUri: 'did:nuwa:state:note#v1', columns, text: '', sort: null }

describe('the query of the table', () => {
  it('asks for one page of everything when there is no text', () => {
    expect(objectQuery(base)).toEqual({ from: 'did:nuwa:state:note#v1', limit: 100 })
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

  it('carries order and cursor, and never asks for more than the daemon gives', () => {
    const query = objectQuery({
      ...base,
      sort: { field: 'size', direction: 'asc' },
      cursor: 'abc',
      limit: 5000,
    })
    expect(query).toMatchObject({ order: [{ field: 'size', direction: 'asc' }], cursor: 'abc', limit: 1000 })
  })
})

describe('sorting', () => {
  it('starts with the newest where there are dates', () => {
    expect(firstSort(columns)).toEqual({ field: 'updatedAt', direction: 'desc' })
    expect(firstSort(columns.slice(0, 2))).toBeNull()
  })

  it('turns around on a second click', () => {
    const [title] = columns
    if (title === undefined) throw new Error('no column')
    const first = nextSort(title, null)
    expect(first).toEqual({ field: 'title', direction: 'asc' })
    expect(nextSort(title, first).direction).toBe('desc')
  })
})
