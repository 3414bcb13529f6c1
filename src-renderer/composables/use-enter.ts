import { isComposed } from './is-composed.ts'

/** Whether Enter is meant, with whatever is held beside it: not the one that ends a composition. */
export const isEnter = (event: KeyboardEvent): boolean => event.key === 'Enter' && !isComposed(event)

/** What Enter alone does in a field: the listener for its `@keydown`. */
export const useEnter =
  (act: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (isEnter(event) && !ctrlKey && !metaKey && !shiftKey && !altKey) act(event)
  }
