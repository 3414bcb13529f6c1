import { describe, expect, it } from 'vitest'
import { titleOf } from '../../../features/state-objects/schema-properties.ts'
import { columnsOf, kindOf, rowFields } from './columns.ts'

const note = {
  $id: 'did:nuwa:state:note#v1',
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    body: { type: 'string' },
    source_url: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' } },
    priority: { type: 'integer' },
    done: { type: ['boolean', 'null'] },
    status: { type: 'string', enum: ['open', 'closed'] },
    due: { type: 'string', format: 'date' },
    place: { type: 'object', properties: {} },
    updatedAt: { type: 'string', format: 'date-time' },
  },
}

describe('columns of a schema', () => {
  it('begin with what names the object, end with the dates, and leave the id to the panel', () => {
    expect(columnsOf(note).map((column) => column.key)).toEqual([
      'title',
      'body',
      'source_url',
      'tags',
      'priority',
      'done',
      'status',
      'due',
      'place',
      'createdAt',
      'updatedAt',
    ])
  })

  it('follow what is required where the stored schema has lost its order', () => {
    const properties = { body: {}, createdAt: {}, extra: {}, id: {}, place: {}, title: {} }
    const required = ['id', 'place', 'title', 'body', 'createdAt']
    expect(columnsOf({ properties, required }).map((column) => column.key)).toEqual([
      'title',
      'place',
      'body',
      'extra',
      'createdAt',
    ])
  })

  it('types the cells', () => {
    expect(columnsOf(note).map((column) => column.kind)).toEqual([
      'text',
      'text',
      'text',
      'tags',
      'number',
      'flag',
      'tag',
      'day',
      'json',
      'date',
      'date',
    ])
  })

  it('does not offer to sort by lists and nested objects', () => {
    const sortable = columnsOf(note).filter((column) => !column.sortable)
    expect(sortable.map((column) => column.key)).toEqual(['tags', 'place'])
  })

  it('shows the id when there is nothing else', () => {
    expect(columnsOf({ properties: { id: { type: 'string' } } }).map((column) => column.key)).toEqual(['id'])
  })

  it('is empty for a schema without properties', () => {
    expect(columnsOf({ type: 'object' })).toEqual([])
    expect(columnsOf({ properties: 'nonsense' })).toEqual([])
  })
})

describe('the kind of a property', () => {
  it('treats a list of objects as JSON and a list of words as tags', () => {
    expect(kindOf({ type: 'array', items: { type: 'object' } })).toBe('json')
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('tags')
    expect(kindOf({ type: 'array' })).toBe('json')
  })

  it('does not guess between several types', () => {
    expect(kindOf({ type: ['string', 'number'] })).toBe('json')
    expect(kindOf({})).toBe('json')
  })
})

describe('the title of a property', () => {
  it('prefers the declared one and takes names apart otherwise', () => {
    expect(titleOf('dueDate', { title: 'Due' })).toBe('Due')
    expect(titleOf('dueDate', {})).toBe('Due date')
    expect(titleOf('source_url', {})).toBe('Source url')
    expect(titleOf('標題', {})).toBe('標題')
    expect(titleOf('__', {})).toBe('__')
  })
})

describe('the fields rows are read with', () => {
  it('are those of the columns shown, and what names an object', () => {
    const columns = columnsOf(note)
    const shown = columns.filter(({ key }) => key === 'body')
    expect(rowFields(columns, shown)?.toSorted()).toEqual(['body', 'title'])
  })

  it('are all where the query language could not name one', () => {
    const columns = columnsOf({ properties: { 'a.b': { type: 'string' } } })
    expect(rowFields(columns, columns)).toBeNull()
  })
})
