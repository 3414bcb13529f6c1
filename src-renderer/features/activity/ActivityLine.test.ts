import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'
import { appPlugins } from '../../testing/plugins.ts'
import ActivityLine from './ActivityLine.vue'

const call: ActivityRecord = {
  ...{ id: '1', at: '2026-11-20T19:00:00.000Z', kind: 'call', caller: 'renderer', client: null },
  ...{ conversationId: null, turnId: null, callId: null },
  ...{ capabilityId: 'acp:note/state.create', version: '1.0.0', effect: 'own_state', target: null },
  arguments: { schema_uri: 'did:nuwa:state:note#v1', object: { title: 'Milk', body: '' } },
  result: { ok: true, output: {}, error: null, duration_ms: 1, x_changes: [] },
  outcome: 'ok',
  decision: { kind: 'free' },
  ...{ waitedMs: 0, bytes: { in: 1, out: 1 }, tokens: null },
}
const mounted = (record: ActivityRecord) =>
  mount(ActivityLine, { props: { record }, global: { plugins: appPlugins() } })
const line = (record: ActivityRecord) => mounted(record).get('button')

it('says in words what was called and about what, and then by which name', () => {
  const words = line(call).findAll('span')
  expect(words.map((one) => one.text()).filter((one) => one !== '')).toEqual([
    'Create note',
    'Milk',
    'Done',
    'note/state.create',
  ])
})

it('says of a call that waits for the person that it is held, not that it was denied, nor what the model was told', async () => {
  const error = { code: 'PERMISSION_DENIED', message: 'The user wasn’t there.' } as const
  const held: ActivityRecord = {
    ...{ ...call, outcome: 'denied', decision: { kind: 'refused', reason: 'held' } },
    result: { ...call.result, ok: false, output: null, error },
  }
  const words = line(held).text()
  expect(words).toContain('Held for you')
  expect(words).not.toContain('Denied')
  const whole = mounted(held)
  await whole.get('button').trigger('click')
  expect(whole.text()).toContain('the question waited under Approvals')
  expect(whole.text()).not.toContain('wasn’t there')
})

it('names a server’s tool by its own name, and nothing it is about where the call says nothing', () => {
  const words = line({ ...call, capabilityId: 'mcp:files/read_file', arguments: {} }).text()
  expect(words).toMatch(/^Read file\s*Done\s*mcp:files\/read_file/)
})
