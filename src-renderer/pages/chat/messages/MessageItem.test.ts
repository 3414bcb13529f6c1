import UApp from '@nuxt/ui/components/App.vue'
import { mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { Message, MessagePart, TurnContext } from '../../../../src-daemon/contract/chat.ts'
import { appPlugins } from '../../../testing/plugins.ts'
import ContextRow from './ContextRow.vue'
import MessageItem from './MessageItem.vue'

// What draws Markdown is loaded with the first answer.
afterEach(() => vi.dynamicImportSettled())

const contextMarks = (context: TurnContext): number =>
  mount(() => h(UApp, null, () => h(ContextRow, { context, conversationId: 'c' })), {
    global: { plugins: appPlugins() },
  }).findAll('[data-test="outside"]').length

const shown = (role: Message['role'], ...parts: MessagePart[]) => {
  const message: Message = {
    ...{ id: 'm', conversationId: 'c', turnId: 't', role, parts, status: 'complete', model: null },
    ...{ createdAt: '2026-11-20T19:00:00.000Z', parentId: null, siblings: ['m'], context: null },
  }
  return mount(() => h(UApp, null, () => h(MessageItem, { message, last: false })), {
    global: { plugins: appPlugins() },
  })
}
const marks = (role: Message['role'], ...parts: MessagePart[]): number =>
  shown(role, ...parts).findAll('[data-test="outside"]').length
const text = { type: 'text', text: 'Hello.' } as const
const file: MessagePart = {
  type: 'resource',
  ...{ server: null, resource: 'plan.txt', name: 'plan.txt', mediaType: 'text/plain' },
  ...{ text: 'Plan', characters: 4 },
}
const replaced = { through: 'm', messages: 3, tokens: 9 }
const summary = { type: 'summary', text: 'They met.', by: 'extract', replaced, tokens: 2 } as const

it('has one below an answer that was given saved objects with others’ words, before it is opened', () => {
  const estimated = { prompt: 1, tools: 0, history: 0, summary: 0, memory: 0, state: 0 }
  const given = { window: 4096, estimated, reported: null, truncated: false, facts: [], objects: 1 }
  expect(contextMarks(given)).toBe(0)
  expect(contextMarks({ ...given, outside: ['Diary'] })).toBe(1)
})

it('has a mark on each part that others may have written, and on no other', () => {
  expect(marks('user', text)).toBe(0)
  expect(marks('user', { ...text, agent: 'did:wba:a.example' }, text)).toBe(1)
  expect(marks('user', { ...text, client: 'editor' })).toBe(1)
  expect(marks('user', { ...text, imported: 'claude' })).toBe(1)
  expect(marks('user', text, file)).toBe(1)
  expect(marks('assistant', text)).toBe(0)
  expect(marks('assistant', { ...text, imported: 'chatgpt' })).toBe(1)
  expect(marks('assistant', { ...summary, integrity: 'state' }, text)).toBe(0)
  expect(marks('assistant', { ...summary, integrity: 'foreign' }, text)).toBe(1)
})
