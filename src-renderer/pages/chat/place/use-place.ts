import { useDebounceFn, useEventListener } from '@vueuse/core'
import { onBeforeUnmount, watch, type Ref } from 'vue'
import { firstSeen } from './first-seen.ts'
import { keepPlace, placeIn, type Place } from './places.ts'

/** After the last scroll. */
const PAUSE_MS = 200

/** Keeps where somebody reads in a conversation, and goes back there when it is opened again. */
export const usePlace = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  input: {
    readonly id: () => string | null
    readonly atEnd: () => boolean
    /** Draws a message; false if it hasn't been read. */
    readonly draw: (message: string) => Promise<boolean>
  },
) => {
  /** What was seen last and isn't kept yet; a `place` of null stands for the end. */
  let seen: { readonly conversation: string; readonly place: Place | null } | null = null

  const keep = (): void => {
    if (seen !== null) keepPlace(seen.conversation, seen.place)
    seen = null
  }
  const keepSoon = useDebounceFn(keep, PAUSE_MS)

  useEventListener(scroller, 'scroll', () => {
    const conversation = input.id()
    const first = scroller.value === null ? null : firstSeen(scroller.value)
    // Before its messages are drawn nothing of it is read.
    if (conversation === null || first === null) return
    const place = { message: first.element.dataset['message'] ?? '', top: Math.round(first.top) }
    seen = { conversation, place: input.atEnd() ? null : place }
    void keepSoon()
  })
  // Whoever goes elsewhere doesn't wait for the pause.
  watch(input.id, keep, { flush: 'sync' })
  onBeforeUnmount(keep)
  useEventListener(window, 'pagehide', keep)

  /** Goes to the kept place. False if that is the end, or can't be found without reading more. */
  const goBack = async (conversation: string): Promise<boolean> => {
    const place = placeIn(conversation)
    if (place === null || !(await input.draw(place.message))) return false
    const box = scroller.value
    const message = box?.querySelector(`[data-message="${CSS.escape(place.message)}"]`)
    if (box === null || message === null || message === undefined) return false
    box.scrollTop += message.getBoundingClientRect().top - box.getBoundingClientRect().top - place.top
    return true
  }

  return { goBack }
}
