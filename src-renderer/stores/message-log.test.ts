import { describe, expect, it } from 'vitest'
import type { Message } from '../../src-daemon/contract/chat.ts'
import { applyEvent } from './message-log.ts'

const message = (id: string, text: string, parentId: string | null = null): Message => ({
  id,
  conversationId: 'c',
  turnId: 't',
  role: 'assistant',
  parts: [{ type: 'text', text }],
  status: 'streaming',
  model: null,
  createdAt: '2026-11-20T19:00:00.000Z',
  parentId,
  siblings: [id],
  context: null,
})
const text = (offset: number, delta: string) =>
  ({ type: 'text', conversationId: 'c', messageId: 'a', index: 0, offset, delta }) as const
const said = (messages: readonly Message[] | null) => messages?.map(({ parts }) => parts)

describe('applying what is said to what is known', () => {
  it('appends a delta to the text it belongs to and leaves other messages as they are', () => {
    const before = [message('a', 'Buy'), message('b', 'x')]
    const after = applyEvent(before, text(3, ' milk'))
    expect(said(after)?.[0]).toEqual([{ type: 'text', text: 'Buy milk' }])
    expect(after?.[1]).toBe(before[1])
  })

  it('says a delta once, even when the loaded message already holds it or a part of it', () => {
    const before = [message('a', 'Buy milk')]
    expect(applyEvent(before, text(3, ' milk'))).toBe(before)
    expect(said(applyEvent(before, text(4, 'milk now')))).toEqual([[{ type: 'text', text: 'Buy milk now' }]])
  })

  it('asks to load again when something before it is missing', () => {
    expect(applyEvent([message('a', 'Bu')], text(3, ' milk'))).toBeNull()
    expect(applyEvent([], text(0, 'Buy'))).toBeNull()
  })

  it('replaces a partial message with the complete one, or appends it', () => {
    const newer = { ...message('a', 'Buy milk'), status: 'complete' } as const
    expect(applyEvent([message('a', 'Buy')], { type: 'message', message: newer })).toEqual([newer])
    expect(applyEvent([], { type: 'message', message: newer })).toEqual([newer])
  })

  it('puts a new message after its parent, in the place of another branch', () => {
    const before = [message('a', '1'), message('b', '2', 'a'), message('c', '3', 'b')]
    const other = message('d', '2 again', 'a')
    expect(applyEvent(before, { type: 'message', message: other })).toEqual([before[0], other])
    expect(applyEvent(before, { type: 'message', message: message('x', '', 'elsewhere') })).toBeNull()
  })

  it('appends to thoughts as to texts', () => {
    const thinking = { ...message('a', ''), parts: [{ type: 'thinking', text: 'Hm' }] } as Message
    expect(said(applyEvent([thinking], text(2, '.')))).toEqual([[{ type: 'thinking', text: 'Hm.' }]])
  })
})
