import { useEventListener } from '@vueuse/core'

/** What browsers give a key that the input method has taken. */
const TAKEN = 229

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

/** Safari ends the composition first and reports its key afterwards: only the key code shows that. */
// oxlint-disable-next-line typescript/no-deprecated -- nothing else says it there
const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === TAKEN
