import { useEventListener, useResizeObserver } from '@vueuse/core'
import { nextTick, ref, type Ref } from 'vue'

/** How long after the last word something may still grow: a form that is drawn, Markdown that is laid out. */
const SETTLE_MS = 400

/** How near the end still counts as being there, in pixels. */
const NEAR = 48

/**
 * Keeps the newest words in view while they come, but only for someone who is at the end: who has scrolled up is reading,
 * and nothing moves under them. Nor does anything move when a row is opened by hand.
 */
export const useStickToEnd = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  content: Readonly<Ref<HTMLElement | null>>,
  growing: () => boolean,
) => {
  const atEnd = ref(true)
  let followUntil = 0

  const toEnd = (): void => {
    const box = scroller.value
    if (box === null) return
    box.scrollTop = box.scrollHeight
    atEnd.value = true
    followUntil = Date.now() + SETTLE_MS
  }

  /** Puts more above without moving what is seen. */
  const keepPlace = async (grow: () => Promise<void>): Promise<void> => {
    const box = scroller.value
    const before = box === null ? 0 : box.scrollHeight - box.scrollTop
    await grow()
    await nextTick()
    if (box !== null) box.scrollTop = box.scrollHeight - before
  }

  const look = (): void => {
    const box = scroller.value
    if (box !== null) atEnd.value = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
  }

  useEventListener(scroller, 'scroll', look)
  useResizeObserver(content, () => {
    if (atEnd.value && (growing() || Date.now() < followUntil)) toEnd()
    else look()
  })
  // A smaller window, or a growing draft, takes room from above the end and not the end itself.
  useResizeObserver(scroller, () => {
    if (atEnd.value) toEnd()
  })

  return { atEnd, toEnd, keepPlace }
}
