import { describe, expect, it } from 'vitest'
import type { CapabilityEntry } from '../../../../src-daemon/contract/capability-overview.ts'
import { searchable, shownEntries, type EntryFilter, type EntrySort } from './entries.ts'

const entry = (id: string, change: Partial<CapabilityEntry> = {}): CapabilityEntry => ({
  id,
  kind: 'package',
  title: id,
  description: '',
  source: 'did:key:z6Mk',
  uri: null,
  trust: 'built_in',
  health: 'ok',
  tools: [],
  tokens: 10,
  lastUsedAt: null,
  ...change,
})

const all = [
  entry('note', { title: 'Note 10', tokens: 300, lastUsedAt: '2026-03-01T00:00:00.000Z' }),
  entry('mcp:files', { kind: 'server', title: 'Note 9', tools: ['read_text', 'écrire'], health: 'failed' }),
  entry('skill:mine/minutes', {
    kind: 'skill',
    title: 'minutes',
    description: 'Writes 会議の minutes',
    health: 'off',
  }),
]
const shown = (text: string, filter: EntryFilter = 'all', sort: EntrySort = 'name') =>
  shownEntries(all, { text, filter, sort, texts: searchable(all) }).map(({ id }) => id)

describe('the list of capabilities', () => {
  it('is searched by every word, in names, descriptions and tools, whatever their case, accents or width', () => {
    expect(shown('')).toEqual(['skill:mine/minutes', 'mcp:files', 'note'])
    expect(shown('READ_text')).toEqual(['mcp:files'])
    expect(shown('ecrire note')).toEqual(['mcp:files'])
    expect(shown('会議')).toEqual(['skill:mine/minutes'])
    expect(shown('ｎｏｔｅ 10')).toEqual(['note'])
    expect(shown('note minutes')).toEqual([])
  })

  it('is narrowed to a kind, or to what needs attention; what was switched off needs none', () => {
    expect(shown('', 'server')).toEqual(['mcp:files'])
    expect(shown('', 'skill')).toEqual(['skill:mine/minutes'])
    expect(shown('', 'attention')).toEqual(['mcp:files'])
  })

  it('is ordered by name as people count, by last use and by cost, the rest by name', () => {
    expect(shown('', 'all', 'name').slice(1)).toEqual(['mcp:files', 'note'])
    expect(shown('', 'all', 'used')).toEqual(['note', 'skill:mine/minutes', 'mcp:files'])
    expect(shown('', 'all', 'tokens')[0]).toBe('note')
  })
})
