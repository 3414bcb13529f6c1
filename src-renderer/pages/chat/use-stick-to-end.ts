import { useEventListener, useResizeObserver } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import { firstSeen } from './place/first-seen.ts'

/** Milliseconds after the last word in which the content may still grow, because a form or Markdown is rendered. */
const SETTLE_MS = 400

/** Pixels from the end that still count as being there. */
const NEAR = 48

/**
 * Keeps the newest text in view for someone who is at the end. Nothing moves for someone who has scrolled up, though
 * what is above may come, go or grow, or when a row is opened by hand. A conversation without messages (`isEmpty`) begins at its top and stays where it is.
 */
export const useStickToEnd = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  content: Readonly<Ref<HTMLElement | null>>,
  {
    growing,
    newest,
    isEmpty,
    hasEnd,
  }: {
    growing: () => boolean
    /** The last message. It may come between two turns, when nothing grows: one that waited, or one of another window. */
    newest: () => string | undefined
    isEmpty: () => boolean
    /** Whether the last message is drawn. */
    hasEnd: () => boolean
  },
) => {
  const atEnd = ref(true)
  let followUntil = 0
  let lastTop = 0
  let lastHeight = 0

  const goToEnd = (): void => {
    const box = scroller.value
    if (box === null) return
    box.scrollTop = isEmpty() ? 0 : box.scrollHeight
    lastTop = box.scrollTop
    lastHeight = box.clientHeight
    atEnd.value = true
    followUntil = Date.now() + SETTLE_MS
  }

  let seen: ReturnType<typeof firstSeen> = null
  /** Leaves what is read where it is, after what is above it changed. */
  const hold = (): void => {
    const box = scroller.value
    if (box === null || seen?.element.isConnected !== true) return
    const { top } = seen.element.getBoundingClientRect()
    const moved = top - box.getBoundingClientRect().top - seen.top
    if (Math.abs(moved) >= 1) box.scrollTop += moved
  }

  const look = (): void => {
    const box = scroller.value
    if (box !== null) atEnd.value = hasEnd() && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
  }

  const scrolled = (): void => {
    const box = scroller.value
    if (box === null) return
    // Only a person scrolls up: text that grows moves the end away before the event arrives, and a box that grows, as
    // what waited above the composer goes, moves the text down.
    const byPerson = box.scrollTop < lastTop && box.clientHeight === lastHeight
    if (byPerson || !atEnd.value) look()
    lastTop = box.scrollTop
    lastHeight = box.clientHeight
    seen = firstSeen(box)
  }

  let size = ''
  /** Whether the window itself has another size, in which the same content is higher. */
  const isResized = (): boolean => {
    const before = size
    size = `${String(scroller.value?.clientWidth)} ${String(scroller.value?.clientHeight)}`
    return before !== size
  }

  /** Whether a message came, or a turn ended with a last line, that isn't drawn yet. */
  let hasCome = false
  watch([newest, growing], () => {
    hasCome = true
  })
  useEventListener(scroller, 'scroll', scrolled)
  useResizeObserver(content, () => {
    if (isEmpty()) return
    const follows = isResized() || growing() || hasCome || Date.now() < followUntil
    hasCome = false
    if (atEnd.value && follows) goToEnd()
    else {
      hold()
      look()
    }
  })
  // A smaller window, or a growing draft, takes space above the end, so the end stays visible.
  useResizeObserver(scroller, () => {
    if (atEnd.value && !isEmpty()) goToEnd()
  })

  return { atEnd, goToEnd, hold }
}
