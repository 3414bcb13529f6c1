import { describe, expect, it } from 'vitest'
import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { firstSchema, nothingKept } from './first-schema.ts'

const scope = (owner: string, counts: Readonly<Record<string, number>>): ScopeSummary => ({
  owner,
  scope: owner,
  title: owner,
  schemas: Object.entries(counts).map(([schemaUri, count]) => ({
    schemaUri,
    title: schemaUri,
    schema: {},
    presentation: { view: 'cards', title: null, summary: null, date: null, done: null },
    visibility: 'private' as const,
    count,
    bytes: count * 100,
    conflicts: 0,
    invalid: 0,
  })),
})

describe('the list that opens by itself', () => {
  const scopes = [
    scope('core', { settings: 1 }),
    scope('did:x', { empty: 0, notes: 3 }),
    scope('did:y', { tasks: 2 }),
  ]

  it('is the first one in which a capability keeps objects', () => {
    expect(firstSchema(scopes, null)).toBe('notes')
  })

  it('is the one looked at last, while it has objects', () => {
    expect(firstSchema(scopes, 'tasks')).toBe('tasks')
    expect(firstSchema(scopes, 'empty')).toBe('notes')
    expect(firstSchema(scopes, 'removed')).toBe('notes')
  })

  it('is none when there is nothing at all', () => {
    const fresh = [scope('core', { settings: 1 }), scope('did:x', { empty: 0 })]
    expect(firstSchema(fresh, null)).toBeNull()
    expect(nothingKept(fresh)).toBe(true)
    expect(nothingKept(scopes)).toBe(false)
    expect(firstSchema(fresh, 'settings')).toBe('settings')
  })
})
