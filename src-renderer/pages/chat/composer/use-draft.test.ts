import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, ref, shallowRef, type EffectScope } from 'vue'
import { useDraft } from './use-draft.ts'

const { saveDraft, loadDraft, listeners } = vi.hoisted(() => ({
  listeners: new Set<(event: unknown) => void>(),
  saveDraft: vi.fn<(input: unknown) => Promise<void>>(),
  loadDraft: vi.fn<() => Promise<unknown>>(),
}))
vi.mock('../../../rpc/client.ts', () => ({
  api: { chat: { saveDraft: { mutate: saveDraft }, draft: { query: loadDraft } } },
}))
vi.mock('../../../stores/chat-events.ts', () => ({
  useChatEvents: () => ({
    on: (listener: (event: unknown) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }),
}))

let scope: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  saveDraft.mockReset().mockResolvedValue()
  loadDraft.mockReset().mockResolvedValue(null)
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

const begin = (isTemporary: boolean) => {
  const [text, temporary] = [ref(''), ref(isTemporary)]
  const [capability, images, resources] = [ref(null), shallowRef([]), shallowRef([])]
  const isKept = () => !temporary.value
  const made = scope.run(() => useDraft({ text, capability, images, resources, isKept }))
  void made?.show(null)
  return { text, temporary }
}
const stored = (): unknown[] =>
  saveDraft.mock.calls.flatMap(([input]) => {
    const { draft } = input as { draft: { text: string } | null }
    return draft === null ? [] : [draft.text]
  })

it('keeps what is written for a new conversation', () => {
  begin(false).text.value = 'not yet'
  vi.advanceTimersByTime(1000)
  expect(stored()).toEqual(['not yet'])
})

it('keeps it while somebody goes on writing, without a pause', () => {
  const { text } = begin(false)
  for (const letter of 'a long sentence') {
    text.value += letter
    vi.advanceTimersByTime(100)
  }
  expect(stored()).toEqual(['a lo', 'a long s', 'a long sente'])
})

it('stores nothing of what is written for a temporary one, however it is left', () => {
  begin(true).text.value = 'a secret'
  vi.advanceTimersByTime(1000)
  window.dispatchEvent(new Event('pagehide'))
  scope.stop()
  expect(stored()).toEqual([])
})

it('takes back what was stored before it became one', () => {
  const { text, temporary } = begin(false)
  text.value = 'a secret'
  vi.advanceTimersByTime(1000)
  temporary.value = true
  vi.advanceTimersByTime(1000)
  expect(saveDraft).toHaveBeenLastCalledWith({ conversationId: null, draft: null })
})

const lookIn = async () => {
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
}

it('follows what another window made of it', async () => {
  const { text } = begin(false)
  text.value = 'from here'
  await vi.advanceTimersByTimeAsync(1000)
  loadDraft.mockResolvedValue({ text: 'from there', capability: null })
  await lookIn()
  expect(text.value).toBe('from there')
  // It isn't written back.
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored()).toEqual(['from here'])
})

it('keeps what is written here and isn’t kept yet, or could not be', async () => {
  const { text } = begin(false)
  await vi.advanceTimersByTimeAsync(0)
  loadDraft.mockResolvedValue({ text: 'from there', capability: null })
  text.value = 'being written'
  await lookIn()
  expect(text.value).toBe('being written')
  saveDraft.mockRejectedValue(new Error('the disk is full'))
  await vi.advanceTimersByTimeAsync(1000)
  await lookIn()
  expect(text.value).toBe('being written')
})

it('follows another window while both are in sight', async () => {
  const { text } = begin(false)
  await vi.advanceTimersByTimeAsync(0)
  loadDraft.mockResolvedValue({ text: 'from there', capability: null })
  for (const tell of listeners) tell({ type: 'draft', conversationId: 'another' })
  await vi.advanceTimersByTimeAsync(0)
  expect(text.value).toBe('')
  for (const tell of listeners) tell({ type: 'draft', conversationId: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(text.value).toBe('from there')
  scope.stop()
  expect(listeners.size).toBe(0)
})

it('removes nothing that is kept before it has arrived', async () => {
  let arrive: (draft: unknown) => void = () => undefined
  loadDraft.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  const { text, temporary } = begin(true)
  temporary.value = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(saveDraft).not.toHaveBeenCalled()
  arrive({ text: 'kept', capability: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(text.value).toBe('kept')
})
