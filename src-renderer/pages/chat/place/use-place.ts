import { useDebounceFn, useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { firstSeen } from './first-seen.ts'
import { keepPlace, placeIn } from './places.ts'

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
  const keep = useDebounceFn((conversation: string) => {
    const box = scroller.value
    if (box === null || conversation !== input.id()) return
    const first = firstSeen(box)
    const place =
      input.atEnd() || first === null
        ? null
        : { message: first.element.dataset['message'] ?? '', top: Math.round(first.top) }
    keepPlace(conversation, place)
  }, PAUSE_MS)

  useEventListener(scroller, 'scroll', () => {
    const conversation = input.id()
    if (conversation !== null) void keep(conversation)
  })

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
