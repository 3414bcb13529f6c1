import { expect, it, vi } from 'vitest'
import { createPresence } from './presence.ts'

it.each([
  ['darwin', true, () => Promise.resolve(), 'confirmed'],
  ['darwin', true, () => Promise.reject(new Error('User canceled')), 'refused'],
  ['darwin', false, () => Promise.resolve(), 'unavailable'],
  ['linux', true, () => Promise.resolve(), 'unavailable'],
  ['win32', true, () => Promise.resolve(), 'unavailable'],
] as const)(
  'on %s, where it can ask: %s, the answer is as the system says',
  async (platform, can, ask, answer) => {
    const promptTouchID = vi.fn(ask)
    const presence = createPresence({ platform, canPromptTouchID: () => can, promptTouchID })
    expect(await presence('hand out a key')).toBe(answer)
    expect(promptTouchID.mock.calls).toEqual(answer === 'unavailable' ? [] : [['hand out a key']])
  },
)
