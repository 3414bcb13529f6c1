import { expect, it, vi } from 'vitest'
import { isEnter, useEnter } from './use-enter.ts'

const key = (init: KeyboardEventInit): KeyboardEvent =>
  new KeyboardEvent('keydown', { key: 'Enter', ...init })

it('acts on Enter alone', () => {
  const act = vi.fn()
  const listen = useEnter(act)
  const event = key({})
  listen(event)
  expect(act).toHaveBeenCalledExactlyOnceWith(event)
  for (const held of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) listen(key({ [held]: true }))
  listen(key({ key: 'a' }))
  expect(act).toHaveBeenCalledOnce()
})

it('leaves the Enter that ends a composition to the input method', () => {
  const act = vi.fn()
  const listen = useEnter(act)
  listen(key({ isComposing: true }))
  // oxlint-disable-next-line typescript/no-deprecated -- as Safari does, whose composition has ended by then
  listen(key({ keyCode: 229 }))
  expect(act).not.toHaveBeenCalled()
  expect([key({}), key({ ctrlKey: true }), key({ isComposing: true })].map(isEnter)).toEqual([
    true,
    true,
    false,
  ])
})
