import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'
import { appPlugins } from '../../testing/plugins.ts'
import TurnFlow from './TurnFlow.vue'

const page = { title: 'Web', tool: 'page', what: 'https://evil.example/', foreign: true, earlier: false }
const send: ActivityRecord = {
  ...{ id: '2', at: '2026-11-20T19:00:00.000Z', kind: 'call', caller: 'internal', client: null },
  ...{ conversationId: 'c', turnId: 't', callId: 'x', capabilityId: 'acp:post/send', version: '1.0.0' },
  ...{ effect: 'network_write', target: 'post.example', arguments: { to: 'mallory' } },
  result: { ok: true, output: {}, error: null, duration_ms: 1, x_changes: [], x_follows: [page] },
  outcome: 'ok',
  decision: { kind: 'asked', by: 'renderer', scope: 'call', until: 'once', approvalId: null },
  ...{ waitedMs: 0, bytes: { in: 1, out: 1 }, tokens: null },
}
const drawn = (records: readonly ActivityRecord[]) =>
  mount(TurnFlow, { props: { records }, global: { plugins: appPlugins() } })

it('draws from where, through which call, to where', () => {
  const flow = drawn([send])
  expect(flow.get('[aria-label="Read before"]').text()).toMatch(/Web: page\s*https:\/\/evil\.example\//u)
  expect(flow.get('[aria-label="Call"]').text()).toContain('Send')
  expect(flow.get('[aria-label="To"]').text()).toBe('post.example')
})

it('says that what changed only here stays, and what wasn’t allowed went nowhere', () => {
  const kept = { ...send, target: null, effect: 'own_state', decision: { kind: 'free' } } as const
  expect(drawn([kept]).get('[aria-label="To"]').text()).toBe('stays here')
  const denied = { ...send, outcome: 'denied', decision: { kind: 'denied', by: 'renderer' } } as const
  const call = drawn([denied]).get('[aria-label="Call"]')
  expect(call.text()).toContain('You denied it')
  expect(call.find('.text-error').exists()).toBe(true)
})

it('shows what waits for the person as waiting, and not as failed', () => {
  const held = { ...send, outcome: 'denied', decision: { kind: 'refused', reason: 'held' } } as const
  const call = drawn([held]).get('[aria-label="Call"]')
  expect(call.text()).toContain('Held for you')
  expect(call.find('.text-error').exists()).toBe(false)
})

it('draws nothing where no words of others were read, and the first call first', () => {
  const { x_follows: _none, ...result } = send.result
  expect(
    drawn([{ ...send, result }])
      .find('figure')
      .exists(),
  ).toBe(false)
  const later = { ...send, id: '3', target: 'later.example' }
  expect(
    drawn([later, send])
      .findAll('[aria-label="To"]')
      .map((one) => one.text()),
  ).toEqual(['post.example', 'later.example'])
})
