import UApp from '@nuxt/ui/components/App.vue'
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick } from 'vue'
import type { AgentContact } from '../../../../src-daemon/contract/agent-contacts.ts'
import { agentContact, contactReading } from '../../../testing/agents.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import ApprovePanel from './ApprovePanel.vue'

const show = (contact: AgentContact) =>
  mount(() => h(UApp, null, () => h(ApprovePanel, { contact })), { global: { plugins: appPlugins() } })
const button = (view: VueWrapper, name: string) => view.findAll('button').find((one) => one.text() === name)

const changed = (refusal: NonNullable<AgentContact['review']>['refusal']) =>
  agentContact({
    state: 'changed',
    pending: contactReading({ name: 'Bean Palace', verdict: refusal === null ? 'valid' : 'invalid' }),
    review: { refusal, operations: { added: ['refund'], changed: [], removed: ['list'] }, members: ['name'] },
  })

describe('what is approved of an agent', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is agreed to only half a second after it is shown', async () => {
    const view = show(agentContact({ state: 'new', approved: null, pending: contactReading() }))
    await nextTick()
    expect(view.text()).toContain('Approve this agent?')
    expect(view.text()).toContain('Verified: signed by a key of its DID')
    expect(button(view, 'Approve')?.attributes('disabled')).toBeDefined()
    expect(button(view, 'Remove')?.attributes('disabled')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(500)
    expect(button(view, 'Approve')?.attributes('disabled')).toBeUndefined()
    view.unmount()
  })

  it('says what is different, with the old beside the new, and operations by name', () => {
    const view = show(changed(null))
    expect(view.get('del').text()).toBe('Bean Shop')
    expect(view.get('ins').text()).toBe('Bean Palace')
    expect(view.text()).toContain('New operation: refund')
    expect(view.text()).toContain('Removed operation: List coffees')
    expect(button(view, 'Approve the changes')).toBeDefined()
    view.unmount()
  })

  it.each(['older_version', 'other_key', 'other_did', 'not_verified_any_more'] as const)(
    'has no button where it is refused: %s',
    (refusal) => {
      const view = show(changed(refusal))
      expect(view.text()).toContain('add it again')
      expect(view.findAll('button').map((one) => one.text())).toEqual(['Remove'])
      view.unmount()
    },
  )
})
