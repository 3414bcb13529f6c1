import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useKnownOffers } from './known-offers.ts'

type Ask = (input?: unknown) => Promise<unknown>
const { list, resources, prompts, listeners } = vi.hoisted(() => ({
  list: vi.fn<Ask>(),
  resources: vi.fn<Ask>(),
  prompts: vi.fn<Ask>(),
  listeners: new Set<() => void>(),
}))
vi.mock('../../rpc/client.ts', () => ({
  api: {
    servers: { list: { query: list }, resources: { mutate: resources }, prompts: { mutate: prompts } },
  },
}))
vi.mock('../../rpc/daemon.ts', () => ({
  useDaemon: () => ({
    ready: true,
    generation: 1,
    onChange: (_: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }),
}))

const server = (kind: 'running' | 'starting') => ({
  uri: 'mcp:notes',
  addedBy: 'owner',
  state: { kind },
  signIn: null,
})
const changed = async (kind: 'running' | 'starting') => {
  list.mockResolvedValue([server(kind)])
  for (const listener of listeners) listener()
  await flushPromises()
}

beforeEach(() => {
  setActivePinia(createPinia())
  for (const one of [list, resources, prompts]) one.mockReset()
  listeners.clear()
  resources.mockResolvedValue({ resources: [], templates: [] })
  prompts.mockResolvedValue({ prompts: [{ name: 'greet', title: null, description: '', arguments: [] }] })
})

it('asks a server that becomes known, or comes to run, after the slash was typed', async () => {
  let answer: (servers: unknown) => void = () => undefined
  list.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const scope = effectScope()
  const wanted = ref(false)
  const known = scope.run(() => {
    const store = useKnownOffers()
    store.askWhile(() => wanted.value)
    return store
  })
  wanted.value = true
  await nextTick()
  answer([server('starting')])
  await flushPromises()
  expect(prompts).not.toHaveBeenCalled()

  await changed('running')
  expect(known?.all.map(({ offer }) => offer.title)).toEqual(['greet'])
  scope.stop()
})

it('retries a silent server on its next use, not on each of its changes', async () => {
  list.mockResolvedValue([server('running')])
  prompts.mockRejectedValue(new Error('no answer'))
  const scope = effectScope()
  const wanted = ref(true)
  scope.run(() => {
    useKnownOffers().askWhile(() => wanted.value)
  })
  await flushPromises()
  await changed('running')
  await changed('running')
  expect(prompts).toHaveBeenCalledTimes(1)

  wanted.value = false
  await nextTick()
  wanted.value = true
  await flushPromises()
  expect(prompts).toHaveBeenCalledTimes(2)
  scope.stop()
  await changed('starting')
  await changed('running')
  expect(prompts).toHaveBeenCalledTimes(2)
})
