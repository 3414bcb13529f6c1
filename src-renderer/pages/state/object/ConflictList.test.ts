import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import ConflictList from './ConflictList.vue'
import InvalidNotice from './InvalidNotice.vue'
import { pointerTitle, problemsIn } from '../../../features/state-objects/pointer-title.ts'

const { update } = vi.hoisted(() => ({ update: vi.fn<(input: unknown) => Promise<unknown>>() }))
vi.mock('../../../rpc/client.ts', () => ({
  api: {
    state: {
      update: { mutate: update },
      at: { query: () => Promise.resolve(object) },
      devices: { query: () => Promise.resolve([]) },
    },
  },
}))
vi.mock('../../../rpc/daemon.ts', () => ({
  useDaemon: () => ({ ready: true, generation: 1, onChange: () => () => undefined }),
}))
vi.mock('../../../stores/packages.ts', () => ({ usePackages: () => ({ titleOf: (name: string) => name }) }))

const schema = {
  properties: {
    title: { type: 'string' },
    place: { type: 'object', properties: { cityName: { type: 'string' } } },
  },
}
const object: StateObject = {
  id: 'id',
  schemaUri: 'a',
  scope: 'sc:a',
  owner: 'o',
  version: 'v1',
  object: { title: 'one', place: { cityName: 'Rome' } },
  updatedAt: '2026-01-01T00:00:00.000Z',
  conflicts: { '/title': ['one', 'two'], '/place/cityName': ['Rome', 'Bern', 'Oslo'] },
  invalid: '/place/cityName: must be a city',
}

const mounted: { unmount: () => void }[] = []
beforeEach(() => {
  update.mockReset()
})
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount()
})
const show = () => {
  const wrapper = mount(ConflictList, {
    props: { object, schema, changes: [] },
    global: { plugins: appPlugins() },
  })
  mounted.push(wrapper)
  return wrapper
}

describe('several values at the same time', () => {
  it('stand side by side under the name of their field', () => {
    const list = show()
    expect(list.findAll('h4').map((heading) => heading.text())).toEqual(['Title', 'Place › City name'])
    expect(list.findAll('li')).toHaveLength(5)
  })

  it('say who wrote them and when, and which of them lists show', async () => {
    const wrapper = mount(ConflictList, {
      props: {
        object,
        schema,
        changes: [
          {
            hash: 'h',
            scope: 'sc:a',
            seq: 1,
            actor: 'actor',
            at: '2026-01-01T00:00:00.000Z',
            origin: { kind: 'owner', via: 'cli' },
            kind: 'update',
            paths: ['/title'],
            purged: false,
          },
        ],
      },
      global: { plugins: appPlugins(), stubs: { ShortId: true } },
    })
    mounted.push(wrapper)
    await flushPromises()
    const [first, second] = wrapper.findAll('li').map((item) => item.text())
    expect(first).toContain('by you, in the terminal')
    expect(first).toContain('until you choose')
    expect(second).not.toContain('until you choose')
    expect(wrapper.find('time').attributes('datetime')).toBe('2026-01-01T00:00:00.000Z')
  })

  it('are settled by an edit of the version that was read', async () => {
    update.mockResolvedValue({ object: { ...object, version: 'v2' } })
    const list = show()
    await list.findAll('li button')[3]?.trigger('click')
    await flushPromises()
    expect(update).toHaveBeenCalledWith({
      schemaUri: 'a',
      id: 'id',
      patch: [{ op: 'add', path: '/place/cityName', value: 'Bern' }],
      ifVersion: 'v1',
    })
    expect(list.emitted('saved')).toHaveLength(1)
  })

  it('stay when the edit fails, with the reason', async () => {
    update.mockRejectedValue(new Error('lost'))
    const list = show()
    await list.findAll('li button')[0]?.trigger('click')
    await flushPromises()
    expect(list.find('[role="alert"]').exists()).toBe(true)
    expect(list.emitted('saved')).toBeUndefined()
  })
})

describe('an object that does not fit its schema', () => {
  it('says why, and leads to the field', async () => {
    const notice = mount(InvalidNotice, {
      props: { reason: object.invalid ?? '', schema },
      global: { plugins: appPlugins() },
    })
    mounted.push(notice)
    expect(notice.get('li').text()).toBe('Place › City name: must be a city')
    const button = notice.get('button')
    expect(button.text()).toBe('Edit Place › City name')
    await button.trigger('click')
    expect(notice.emitted('edit')).toEqual([['/place/cityName']])
  })

  it('names the field of each rule that is broken', () => {
    expect(problemsIn('/a~1b/0 must be a text; /c: is missing; or not')).toEqual([
      { pointer: '/a~1b/0', problem: 'must be a text' },
      { pointer: '/c', problem: 'is missing; or not' },
    ])
    expect(problemsIn('/ must have 2 members')).toEqual([{ pointer: null, problem: 'must have 2 members' }])
    expect(problemsIn('nothing here')).toEqual([{ pointer: null, problem: 'nothing here' }])
    expect(pointerTitle({}, '/a~1b/0')).toBe('A/b › 1')
  })
})
