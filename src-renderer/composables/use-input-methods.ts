import { useEventListener } from '@vueuse/core'
import { isComposed } from './is-composed.ts'

/**
 * Leaves to an input method the keys it is used with: while characters are composed, Enter, Escape, Tab and arrows choose
 * among them, and no field, menu, dialog or shortcut hears of them, the libraries' included. Called once, by the app,
 * since no listener further down then has to ask.
 */
export const useInputMethods = (): void => {
  useEventListener(
    window,
    'keydown',
    (event: KeyboardEvent) => {
      if (!isComposed(event)) return
      event.stopPropagation()
      // A browser empties its search fields by this key, also one that only gives a composition up.
      if (event.key === 'Escape') event.preventDefault()
    },
    { capture: true },
  )
}
