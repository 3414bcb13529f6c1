import { useEventListener, useResizeObserver } from '@vueuse/core'
import { ref, type Ref } from 'vue'
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
    isEmpty,
    hasEnd,
  }: {
    growing: () => boolean
    isEmpty: () => boolean
    /** Whether the last message is drawn. */
    hasEnd: () => boolean
  },
) => {
  const atEnd = ref(true)
  let followUntil = 0

  const goToEnd = (): void => {
    const box = scroller.value
    if (box === null) return
    box.scrollTop = isEmpty() ? 0 : box.scrollHeight
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

  let lastTop = 0
  const scrolled = (): void => {
    const top = scroller.value?.scrollTop ?? 0
    // Text that grows moves the end away before the event arrives; only a person scrolls up.
    if (top < lastTop || !atEnd.value) look()
    lastTop = top
    if (scroller.value !== null) seen = firstSeen(scroller.value)
  }

  let size = ''
  /** Whether the window itself has another size, in which the same content is higher. */
  const isResized = (): boolean => {
    const before = size
    size = `${String(scroller.value?.clientWidth)} ${String(scroller.value?.clientHeight)}`
    return before !== size
  }

  useEventListener(scroller, 'scroll', scrolled)
  useResizeObserver(content, () => {
    if (isEmpty()) return
    const follows = isResized() || growing() || Date.now() < followUntil
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
