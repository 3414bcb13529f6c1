import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import type { CapabilityEntry } from '../../../../src-daemon/contract/capability-overview.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import EntryRow from './EntryRow.vue'

beforeEach(() => {
  setActivePinia(createPinia())
})

const rowOf = (trust: CapabilityEntry['trust']) =>
  mount(EntryRow, {
    props: {
      entry: {
        ...{ id: 'note', kind: 'package', title: 'Note', description: '', tools: [], health: 'ok' },
        ...{
          tokens: 1,
          lastUsedAt: null,
          source: 'did:key:z6MkjPW24cGBnBAw5d596iv6CAwa12yJodc5uzFWraoj46CH',
        },
        trust,
      } as unknown as CapabilityEntry,
      selected: false,
      update: null,
    },
    global: { plugins: appPlugins(), stubs: { TrustMark: true } },
  }).text()

it('names the author of a package, except where its badge says that it is built in', () => {
  expect(rowOf('known')).toContain('did:key')
  expect(rowOf('built_in')).not.toContain('did:key')
})
