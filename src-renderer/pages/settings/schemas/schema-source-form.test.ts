import { describe, expect, it } from 'vitest'
import { schemaSourceOf } from './schema-source-form.ts'

describe('the form of a source of schemas', () => {
  it('gives what the daemon takes', () => {
    expect(schemaSourceOf({ kind: 'index', name: ' mine ', place: ' https://index.example/mcp ' })).toEqual({
      kind: 'index',
      name: 'mine',
      enabled: true,
      indexer: 'https://index.example/mcp',
    })
    expect(schemaSourceOf({ kind: 'did', name: 'author', place: 'did:web:planner.example' })).toEqual({
      kind: 'did',
      name: 'author',
      enabled: true,
      did: 'did:web:planner.example',
    })
    expect(schemaSourceOf({ kind: 'web', name: 'web', place: 'http://127.0.0.1:8080/schemas' })).toEqual({
      kind: 'web',
      name: 'web',
      enabled: true,
      url: 'http://127.0.0.1:8080/schemas',
    })
  })

  it('gives nothing while a name or a place is missing or wrong', () => {
    for (const [kind, name, place] of [
      ['index', '', 'https://index.example/mcp'],
      ['index', 'My Index', 'https://index.example/mcp'],
      ['index', 'mine', 'did:web:planner.example'],
      ['web', 'mine', 'https://user:secret@index.example/'],
      ['web', 'mine', 'file:///etc/passwd'],
      ['did', 'mine', 'https://planner.example'],
      ['did', 'mine', 'did:key:z6Mk'],
    ] as const)
      expect(schemaSourceOf({ kind, name, place })).toBeNull()
  })
})
