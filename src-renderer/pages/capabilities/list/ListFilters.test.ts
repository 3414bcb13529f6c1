import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { CapabilityEntry } from '../../../../src-daemon/contract/capability-overview.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import type { EntryFilter } from './entries.ts'
import ListFilters from './ListFilters.vue'

const server = (health: CapabilityEntry['health']): CapabilityEntry => ({
  id: 'mcp:files',
  kind: 'server',
  title: 'files',
  description: '',
  source: 'files',
  uri: null,
  trust: 'sandboxed',
  health,
  tools: [],
  tokens: 10,
  lastUsedAt: null,
})
const chips = (health: CapabilityEntry['health'], chosen: EntryFilter) =>
  mount(ListFilters, {
    props: { entries: [server(health)], modelValue: chosen },
    global: { plugins: appPlugins() },
  })
    .findAll('button')
    .map((chip) => chip.text())

describe('the chips above the list', () => {
  it('offer what needs attention only where something does, with how much', () => {
    expect(chips('ok', 'all')).toEqual(['All', 'Packages', 'Servers', 'Skills'])
    expect(chips('failed', 'all').at(-1)).toBe('Needs attention (1)')
  })

  it('keep the chosen one when nothing needs attention any more', () => {
    expect(chips('ok', 'attention').at(-1)).toBe('Needs attention')
  })
})
