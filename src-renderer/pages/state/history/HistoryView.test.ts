import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeRecord, StateObject } from '../../../../src-daemon/contract/state.ts'
import type { RevertReport } from '../../../../src-daemon/contract/state-history.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import HistoryView from './HistoryView.vue'
import RevertSheet from '../../../features/state-objects/RevertSheet.vue'
import { textParts } from '../../../features/state-objects/text-parts.ts'

type Ask = (input: unknown) => Promise<unknown>
const { difference, revert } = vi.hoisted(() => ({ difference: vi.fn<Ask>(), revert: vi.fn<Ask>() }))
vi.mock('../../../rpc/client.ts', () => ({
  api: {
    state: {
      difference: { query: difference },
      revert: { mutate: revert },
      scopes: { query: () => Promise.resolve([{ schemas: [{ schemaUri: 'a', schema }] }]) },
    },
  },
  connection: { status: () => ({ kind: 'open' }) },
}))
vi.mock('../../../rpc/daemon.ts', () => ({
  useDaemon: () => ({ ready: true, generation: 1, onChange: () => () => undefined }),
}))
vi.mock('../../../stores/packages.ts', () => ({
  usePackages: () => ({ titleOf: (name: string) => name.toUpperCase() }),
}))

const schema = { properties: { title: { type: 'string' } } }
const object: StateObject = {
  id: 'id',
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'h2',
  object: { title: 'two' },
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const change = (
  n: number,
  origin: ChangeRecord['origin'],
  more: Partial<ChangeRecord> = {},
): ChangeRecord => ({
  hash: `h${String(n)}`,
  scope: 'sc:a',
  seq: n,
  actor: 'x',
  at: '2026-01-01T00:00:00.000Z',
  origin,
  kind: n === 1 ? 'create' : 'update',
  paths: ['/title', '/updatedAt'],
  purged: false,
  ...more,
})
const byCapability: ChangeRecord['origin'] = {
  kind: 'capability',
  capability: 'did:nuwa:cap:note',
  version: '1.0.0',
  packageSha256: 'x',
  conversationId: 'c1',
  turnId: 't1',
  callId: 'k1',
}

const mounted: { unmount: () => void }[] = []
beforeEach(() => {
  setActivePinia(createPinia())
  difference.mockReset()
  revert.mockReset()
})
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})
const show = (changes: readonly ChangeRecord[]) => {
  const wrapper = mount(HistoryView, {
    props: { object, changes, schema },
    global: { plugins: appPlugins(), stubs: { ShortId: true } },
    attachTo: document.body,
  })
  mounted.push(wrapper)
  return wrapper
}

describe('the history of an object', () => {
  it('says who changed what, through which tool call, and leads to the conversation', () => {
    const history = show([change(2, { kind: 'owner', via: 'cli' }), change(1, byCapability)])
    const [newest, first] = history.findAll('li')
    expect(newest?.text()).toContain('by you, in the terminal')
    expect(newest?.text()).toContain('Fields: Title')
    expect(newest?.text()).not.toContain('Fields: Title,')
    expect(first?.text()).toContain('by NOTE 1.0.0')
    expect(first?.text()).toContain('Tool call')
    expect(first?.get('a').attributes('href')).toContain('/chat/c1?turn=t1')
  })

  it('compares a change with the one before it, and the first with nothing', async () => {
    difference.mockResolvedValue([
      { path: '/title', kind: 'changed', before: 'one two', after: 'one three' },
      { path: '/updatedAt', kind: 'changed', before: 'a', after: 'b' },
    ])
    const history = show([change(2, { kind: 'owner', via: 'cli' }), change(1, byCapability)])
    for (const button of history
      .findAll('button[aria-expanded="false"]')
      .filter((one) => one.text() === 'What changed'))
      await button.trigger('click')
    await flushPromises()
    expect(difference.mock.calls).toEqual([
      [{ schemaUri: 'a', id: 'id', from: 'h1', to: 'h2' }],
      [{ schemaUri: 'a', id: 'id', from: null, to: 'h1' }],
    ])
    expect(history.find('del').text()).toBe('two')
    expect(history.find('ins').text()).toBe('three')
    expect(history.findAll('dt')).toHaveLength(2)
  })

  it('says that what a change said was forgotten, and draws long histories in pieces', () => {
    const many = Array.from({ length: 250 }, (_, n) =>
      change(250 - n, { kind: 'owner', via: 'cli' }, { purged: n === 0 }),
    )
    const history = show(many)
    expect(history.findAll('li')).toHaveLength(100)
    expect(history.get('li').text()).toContain('was erased')
    expect(history.text()).toContain('250 changes')
  })
})

describe('taking back', () => {
  const report: RevertReport = {
    dryRun: true,
    objects: [
      {
        schemaUri: 'a',
        scope: 'sc:a',
        objectId: 'id',
        title: 'Spare key',
        outcome: 'updated',
        reason: null,
        kept: [{ path: '/title', reason: 'changed_later' }],
        differences: [],
        change: null,
      },
      {
        schemaUri: 'b',
        scope: 'sc:a',
        objectId: 'other',
        title: '',
        outcome: 'kept',
        reason: 'purged',
        kept: [],
        differences: [],
        change: null,
      },
    ],
  }

  it('shows what a turn did before it does anything', async () => {
    revert.mockResolvedValue(report)
    const sheet = mount(RevertSheet, {
      props: { target: { turnId: 't1' } },
      global: { plugins: appPlugins(), stubs: { ShortId: true } },
      attachTo: document.body,
    })
    mounted.push(sheet)
    await flushPromises()
    expect(revert.mock.calls).toEqual([[{ target: { turnId: 't1' }, dryRun: true }]])
    const text = document.body.textContent
    expect(text).toContain('1 object would change.')
    expect(text).toContain('1 stays the same.')
    expect(text).toContain('Title stays')
    expect(text).toContain('has been erased')
    expect(text).toContain('Spare key')
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Undo')
    await expect.poll(() => button?.disabled).toBe(false)
    button?.click()
    await flushPromises()
    expect(revert).toHaveBeenLastCalledWith({ target: { turnId: 't1' }, dryRun: false })
    expect(sheet.emitted('done')).toHaveLength(1)
  })
})

describe('the difference of two texts', () => {
  it('is shown within the text where little changed, else side by side', () => {
    expect(textParts('one two three', 'one 2 three')?.map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
    expect(textParts('completely', 'different')).toBeNull()
    expect(textParts(1, 'a')).toBeNull()
    expect(textParts('a '.repeat(20_000), 'b')).toBeNull()
  })
})
