import { describe, expect, it } from 'vitest'
import { createCapabilitySearch, toolNameOf } from '../capabilities/index.ts'
import type { CapabilityManifest } from '../contract/capabilities.ts'
import { nameFrom } from './clients.ts'

describe('names of tools', () => {
  it.each([
    ['acp:note/state.create', 'note__state__create'],
    ['acp:note', 'note'],
    ['mcp:files/read_file', 'mcp_files__read_file'],
    ['skill:team/report', 'skill_team__report'],
    ['mcp:files/read file', /^mcp_files__read_file_[0-9a-f]{8}$/],
    ['mcp:files/読む', /^mcp_files_____[0-9a-f]{8}$/],
    ['mcp:a__b/c', /^mcp_a__b__c_[0-9a-f]{8}$/],
    [`mcp:files/${'x'.repeat(200)}`, /^mcp_files__x+_[0-9a-f]{8}$/],
  ])('%#: fits, and stays', (id, expected) => {
    const name = toolNameOf(id)
    expect(name).toMatch(expected)
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,48}$/)
    expect(toolNameOf(id)).toBe(name)
  })

  it('differ where ids do', () => {
    const ids = [
      'mcp:a__b/c',
      'mcp:a/b__c',
      'acp:a/b.c',
      'mcp:a/b.c',
      'acp:a',
      'skill:a/b',
      'mcp:a/b c',
      'mcp:a/b_c',
    ]
    expect(new Set(ids.map(toolNameOf)).size).toBe(ids.length)
  })
})

it('keeps only the visible characters of a program’s name', () => {
  expect(nameFrom('Visual Studio Code')).toBe('Visual Studio Code')
  expect(nameFrom('ed\u202eit\u0000or\n')).toBe('ed it or')
  expect(nameFrom('\u202e \n')).toBe('unnamed')
  expect(nameFrom('x'.repeat(500))).toHaveLength(64)
})

describe('search', () => {
  const manifest = (id: string, name: string, description: string): CapabilityManifest => ({
    capability_id: id,
    version: '1.0.0',
    kind: 'tool',
    name,
    description,
    input_schema: {},
    output_schema: null,
    prompt_template: null,
    resources: null,
    required_permissions: [],
    x_effect: 'none',
  })
  const search = createCapabilitySearch([
    manifest('acp:note/state.create', 'state.create', 'Saves something, e.g. a note.'),
    manifest('mcp:weather/forecast', 'Forecast', 'Tells the weather of a place.'),
    manifest('mcp:notes/list', 'list', '列出所有笔记'),
  ])
  const find = (query: string) => search.find(query, 2).map(({ capability_id: id }) => id)

  it('finds by the beginnings of words, the name before the description', () => {
    expect(find('weath')).toEqual(['mcp:weather/forecast'])
    expect(find('note')).toEqual(['acp:note/state.create', 'mcp:notes/list'])
    expect(find('笔记')).toEqual(['mcp:notes/list'])
    expect(find('nothing such')).toEqual([])
    expect(find('  ')).toHaveLength(2)
  })
})
