/** The first message that is at least in part in view, and where its top is in the view, in pixels; null if there is none. */
export const firstSeen = (
  box: HTMLElement,
): { readonly element: HTMLElement; readonly top: number } | null => {
  const from = box.getBoundingClientRect().top
  const messages = box.querySelectorAll<HTMLElement>('[data-message]')
  // They are below one another, and this is asked with each scroll: half of those left are ruled out with each look.
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((messages[middle]?.getBoundingClientRect().bottom ?? 0) > from) high = middle
    else low = middle + 1
  }
  const element = messages[low]
  return element === undefined ? null : { element, top: element.getBoundingClientRect().top - from }
}
