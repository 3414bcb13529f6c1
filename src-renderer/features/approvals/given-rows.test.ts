import { describe, expect, it } from 'vitest'
import { givenRows } from './given-rows.ts'

describe('arguments before a consent', () => {
  it('are rows, with what is nested as rows of its own', () => {
    const given = { schema_uri: 'note', object: { title: 'Milk', tags: ['a', 'b'], done: false, n: null } }
    expect(givenRows(given)).toEqual([
      { name: 'schema_uri', at: '/schema_uri', text: 'note' },
      { name: 'object › title', at: '/object/title', text: 'Milk' },
      { name: 'object › tags › 1', at: '/object/tags/0', text: 'a' },
      { name: 'object › tags › 2', at: '/object/tags/1', text: 'b' },
      { name: 'object › done', at: '/object/done', text: 'false' },
      { name: 'object › n', at: '/object/n', text: 'null' },
    ])
  })

  it('leave out nothing that is empty or deep', () => {
    expect(givenRows({ a: {}, b: [], c: { d: { e: { f: { g: 1 } } } } })).toEqual([
      { name: 'a', at: '/a', text: '{}' },
      { name: 'b', at: '/b', text: '[]' },
      { name: 'c › d › e › f', at: '/c/d/e/f', text: '{\n  "g": 1\n}' },
    ])
  })
})
