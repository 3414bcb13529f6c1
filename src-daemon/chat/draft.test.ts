import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraft } from './draft.ts'
import type { Message } from '../contract/chat.ts'

const blank: Message = {
  id: 'a',
  conversationId: 'c',
  turnId: 't',
  role: 'assistant',
  parts: [],
  status: 'streaming',
  model: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  parentId: null,
  siblings: [],
  context: null,
}

/** A draft, and how each write of it reached the store. */
const draftWith = () => {
  const writes: string[] = []
  const draft = createDraft({
    message: blank,
    store: {
      saveMessage: ({ status }) => writes.push(`saved ${status}`),
      noteMessage: ({ status }) => writes.push(`noted ${status}`),
    },
    publish: ({ type }) => writes.push(`told ${type}`),
  })
  return { draft, writes }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the answer of a turn', () => {
  it('is on the disk within a quarter of a second of its beginning, though nothing is said', () => {
    const { writes } = draftWith()
    expect(writes).toEqual([])
    vi.advanceTimersByTime(250)
    expect(writes).toEqual(['saved streaming'])
  })

  it('emits its end before the disk has it, and is then saved', () => {
    const { draft, writes } = draftWith()
    draft.finish('complete')
    expect(writes).toEqual(['noted complete', 'told message'])
    draft.settle()
    expect(writes.at(-1)).toBe('saved complete')
    vi.advanceTimersByTime(1000)
    expect(writes).toHaveLength(3)
  })
})
