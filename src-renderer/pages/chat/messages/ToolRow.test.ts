import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import type { ToolPart } from '../../../../src-daemon/contract/chat.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import ToolRow from './ToolRow.vue'

const created: ToolPart = {
  type: 'tool',
  callId: 'call',
  ref: { capability_id: 'acp:note/state.create', version: '1.0.0' },
  tool: 'state.create',
  arguments: { schema_uri: 'did:nuwa:state:note#v1', object: { title: 'Milk', body: '' } },
  status: 'ok',
  output: { id: 'id-1' },
  error: null,
  startedAt: '2026-11-20T19:00:00.000Z',
  durationMs: 145,
  changes: [{ scope: 's', schemaUri: 'did:nuwa:state:note#v1', objectId: 'id-1', hash: 'h', kind: 'create' }],
}

const row = (part: ToolPart) => mount(ToolRow, { props: { part }, global: { plugins: appPlugins() } })

describe('a tool row', () => {
  it('says on one line what was done with what, how it went and how long it took', () => {
    const words = row(created)
      .get('button')
      .findAll('span')
      .filter((one) => one.element.childElementCount === 0)
    expect(words.map((one) => one.text()).filter((one) => one !== '')).toEqual([
      'Create note',
      'Milk',
      'created',
      '145 ms',
    ])
  })

  // First, before another test has its details loaded.
  it('has what it says it controls as soon as it is opened', async () => {
    const opened = row(created)
    const button = opened.get('button')
    await button.trigger('click')
    expect(opened.find(`#${button.attributes('aria-controls') ?? ''}`).exists()).toBe(true)
  })

  it('marks what others may have written, and says what that means', async () => {
    const mark = '[aria-label="Others may have written this"]'
    expect(row(created).find(mark).exists()).toBe(false)
    expect(
      row({ ...created, integrity: 'state' })
        .find(mark)
        .exists(),
    ).toBe(false)
    const read = row({ ...created, integrity: 'foreign' })
    expect(read.find(mark).exists()).toBe(true)
    await read.get('button').trigger('click')
    await vi.dynamicImportSettled()
    expect(read.text()).toContain('What it says decides nothing')
  })

  it('links to the object it made', () => {
    const link = row(created).get('a')
    expect(link.text()).toBe('Created Milk')
    expect(decodeURIComponent(link.attributes('href') ?? '')).toBe(
      '/state?schema=did:nuwa:state:note#v1&id=id-1',
    )
  })

  it('opens to every argument and to what made the call', async () => {
    const wrapper = row(created)
    await wrapper.get('button').trigger('click')
    await vi.dynamicImportSettled()
    expect(wrapper.get('button').attributes('aria-expanded')).toBe('true')
    expect(wrapper.text()).toContain('did:nuwa:state:note#v1')
    expect(wrapper.text()).toContain('acp:note/state.create@1.0.0')
  })

  it('can be stopped while it runs', async () => {
    const wrapper = row({ ...created, status: 'running', durationMs: null, output: null, changes: [] })
    const stop = wrapper.findAll('button').find((one) => one.text() === 'Stop')
    await stop?.trigger('click')
    expect(wrapper.emitted('stop')).toHaveLength(1)
  })

  it.each([
    ['PERMISSION_DENIED', undefined, '/capabilities/note?tab=permissions'],
    ['EXECUTION_FAILED', 'binding_secret_missing', '/capabilities/note?tab=permissions'],
    ['EXECUTION_FAILED', 'wasm_module_unavailable', '/capabilities/note?tab=permissions'],
    ['PERMISSION_DENIED', 'keystore_locked', '/identity'],
    ['EXECUTION_FAILED', 'server_not_started', '/servers'],
    ['INVALID_INPUT', undefined, null],
  ] as const)('leads from %s (%s) to where it can be mended: %s', (code, inner, href) => {
    const error = { code, message: 'No.', details: inner === undefined ? {} : { code: inner } }
    const wrapper = row({ ...created, status: 'failed', error, output: null, changes: [] })
    expect(wrapper.find('a').exists() ? wrapper.get('a').attributes('href') : null).toBe(href)
  })

  it.each([
    ['server_changed', 'See what changed in files'],
    ['server_tool_off', 'See files’s tools'],
  ])('leads from %s of a service in use to its tools', (code, label) => {
    const error = { code: 'PERMISSION_DENIED', message: 'No.', details: { code } } as const
    const ref = { capability_id: 'mcp:files/read', version: '1.0.0' }
    const wrapper = row({ ...created, ref, status: 'failed', error, output: null, changes: [] })
    expect(wrapper.get('a').attributes('href')).toBe('/capabilities/mcp:files?tab=tools')
    expect(wrapper.get('a').text()).toBe(label)
  })

  it('says why a call failed without being opened', () => {
    const error = { code: 'INVALID_INPUT', message: 'The title is too long.' } as const
    const wrapper = row({ ...created, status: 'failed', error, output: null, changes: [] })
    expect(wrapper.text()).toContain('failed')
    expect(wrapper.text()).toContain('The title is too long.')
  })
})
