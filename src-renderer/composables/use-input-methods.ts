import { useEventListener } from '@vueuse/core'
import { isComposed } from './is-composed.ts'

/**
 * Leaves the keys of an input method to it: while characters are composed, Enter, Escape, Tab and arrows choose
 * among candidates, and no field, menu, dialog or shortcut gets them, including those of libraries. Called once, by the app,
 * so that no other listener has to check.
 */
export const useInputMethods = (): void => {
  useEventListener(
    window,
    'keydown',
    (event: KeyboardEvent) => {
      if (!isComposed(event)) return
      event.stopPropagation()
      // A browser clears search fields on this key, even if it only cancels a composition.
      if (event.key === 'Escape') event.preventDefault()
    },
    { capture: true },
  )
}
