import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import SchemaTree from './SchemaTree.vue'

const scopeOf = (owner: string, scope: string, schemaUri: string): ScopeSummary =>
  ({
    ...{ owner, scope, title: owner },
    schemas: [{ schemaUri, title: schemaUri, schema: {}, count: 1, bytes: 10, conflicts: 0, invalid: 0 }],
  }) as unknown as ScopeSummary

it('shows what Satchel keeps under one name, after the owner’s data, however many scopes it is in', () => {
  const scopes = [
    scopeOf('core', 'core', 'did:nuwa:core:AgentSettings#v1'),
    scopeOf('did:nuwa:cap:note', 'note', 'did:nuwa:state:note#v1'),
    scopeOf('core', 'memory', 'did:nuwa:core:MemoryStore#v1'),
  ]
  const tree = mount(SchemaTree, { props: { scopes, selected: null }, global: { plugins: appPlugins() } })
  expect(tree.findAll('h3').map((one) => one.text().replaceAll(/\s/gu, ' '))).toEqual([
    'did:nuwa:cap:note',
    'Satchel20 B',
  ])
  expect(tree.findAll('a')).toHaveLength(3)
})
