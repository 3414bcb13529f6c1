import { useEventListener, useResizeObserver } from '@vueuse/core'
import { nextTick, ref, type Ref } from 'vue'

/** How near the end still counts as being there, in pixels. */
const NEAR = 48

/**
 * Keeps the newest words in view, but only for someone who is at the end: who has scrolled up is reading, and nothing
 * moves under them.
 */
export const useStickToEnd = (scroller: Readonly<Ref<HTMLElement | null>>, content: Readonly<Ref<HTMLElement | null>>) => {
  const atEnd = ref(true)

  const toEnd = (): void => {
    const box = scroller.value
    if (box === null) return
    box.scrollTop = box.scrollHeight
    atEnd.value = true
  }

  /** Puts more above without moving what is seen. */
  const keepPlace = async (grow: () => Promise<void>): Promise<void> => {
    const box = scroller.value
    const before = box === null ? 0 : box.scrollHeight - box.scrollTop
    await grow()
    await nextTick()
    if (box !== null) box.scrollTop = box.scrollHeight - before
  }

  useEventListener(scroller, 'scroll', () => {
    const box = scroller.value
    if (box !== null) atEnd.value = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
  })
  useResizeObserver([content, scroller], () => {
    if (atEnd.value) toEnd()
  })

  return { atEnd, toEnd, keepPlace }
}
