/** The first message that is at least in part in view, and where its top is in the view, in pixels; null if there is none. */
export const firstSeen = (
  box: HTMLElement,
): { readonly element: HTMLElement; readonly top: number } | null => {
  const from = box.getBoundingClientRect().top
  for (const element of box.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom > from) return { element, top: top - from }
  }
  return null
}
