import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick } from 'vue'
import type { AgentCaller } from '../../../../src-daemon/contract/agents.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import CallerAnswer from './CallerAnswer.vue'

const caller: AgentCaller = {
  did: 'did:wba:peer.example',
  label: '',
  status: 'asked',
  tools: [],
  until: null,
  asked: { method: 'units/convert', params: '{"value":5}', at: '2026-01-02T03:04:05.000Z' },
  firstSeenAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-02T03:04:05.000Z',
  calls: 0,
}
const tools = ['notes/list', 'units/convert'].map((method) => ({
  ...{ id: `acp:${method}`, method, title: method, description: '' },
}))

const show = (change: Partial<AgentCaller> = {}) =>
  mount(() => h(UApp, null, () => h(CallerAnswer, { caller: { ...caller, ...change }, tools })), {
    global: { plugins: appPlugins() },
  })

describe('the answer to an agent', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('has nothing ticked, begins with what was asked for, and needs a tool and half a second', async () => {
    const view = show()
    const boxes = view.findAll('[role="checkbox"]')
    expect(boxes.map((box) => box.attributes('aria-checked'))).toEqual(['false', 'false'])
    expect(view.text().indexOf('units/convert')).toBeLessThan(view.text().indexOf('notes/list'))
    const allow = () => view.findAll('button').find((one) => one.text() === 'Allow these tools')
    await vi.advanceTimersByTimeAsync(500)
    expect(allow()?.attributes('disabled')).toBeDefined()
    await boxes[0]?.trigger('click')
    await nextTick()
    expect(allow()?.attributes('disabled')).toBeUndefined()
    view.unmount()
  })

  it('isn’t agreed to by a press meant for something else: what is asked anew waits half a second', async () => {
    const view = show({ tools: ['acp:units/convert'] })
    const allow = () => view.findAll('button').find((one) => one.text() === 'Allow these tools')
    expect(allow()?.attributes('disabled')).toBeDefined()
    await vi.advanceTimersByTimeAsync(500)
    expect(allow()?.attributes('disabled')).toBeUndefined()
    view.unmount()
  })
})
