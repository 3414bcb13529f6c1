import { expect, it } from 'vitest'
import { windowTitle } from './use-window-title.ts'

const conversation = { title: 'Trip to Porto', temporary: false }
const of = (more: Partial<Parameters<typeof windowTitle>[0]>) =>
  windowTitle({ page: 'Chat', conversation: null, inBrowser: false, ...more })

it('is that of the conversation in a window of the app, else that of the page', () => {
  expect(of({ conversation })).toBe('Trip to Porto – Satchel')
  expect(of({})).toBe('Chat – Satchel')
  expect(of({ conversation: { ...conversation, title: '' } })).toBe('Chat – Satchel')
  expect(of({ page: '' })).toBe('Satchel')
})

it('names no conversation where others would keep it', () => {
  expect(of({ conversation, inBrowser: true })).toBe('Chat – Satchel')
  expect(of({ conversation: { ...conversation, temporary: true } })).toBe('Chat – Satchel')
})
