import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import type { AgentContact } from '../../../../src-daemon/contract/agent-contacts.ts'
import type { CapabilityManifest } from '../../../../src-daemon/contract/capabilities.ts'
import { agentContact, contactReading } from '../../../testing/agents.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import OperationList from './OperationList.vue'

const manifest: CapabilityManifest = {
  capability_id: 'anp:shop/list',
  version: '1',
  kind: 'tool',
  name: 'list',
  description: '',
  input_schema: { type: 'object', properties: {} },
  output_schema: null,
  prompt_template: null,
  resources: null,
  required_permissions: null,
  x_effect: 'network_read',
}
const show = (change: Partial<AgentContact>) =>
  mount(
    () =>
      h(UApp, null, () =>
        h(OperationList, {
          contact: agentContact(change),
          operations: contactReading().operations,
          products: [],
          manifests: [manifest],
          failure: null,
          retry: () => Promise.resolve(),
        }),
      ),
    { global: { plugins: appPlugins() } },
  )

describe('the operations of an agent', () => {
  it('can be tried once they are approved', () => {
    expect(show({}).text()).toContain('Try it')
    expect(show({}).text()).not.toContain('Approve the agent')
  })

  it('can’t be tried where they say something else than what was approved', () => {
    const operations = { added: [], changed: ['list'], removed: [] }
    const text = show({ state: 'changed', review: { refusal: null, operations, members: [] } }).text()
    expect(text).not.toContain('Try it')
    expect(text).toContain('Approve the agent to use this.')
  })
})
