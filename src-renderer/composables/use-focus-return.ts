import { onScopeDispose, watch } from 'vue'
import { openerOf } from './opener.ts'

/** Milliseconds in which a sheet that is gone lets go of the focus. */
const SOON_MS = 500

/**
 * Brings the focus back to what opened a sheet once `open` is over: a sheet that opens from within another, or from a menu, remembers
 * only a button that is gone by then. Where what opened it is gone too, the page has it; where it has found another place, it stays.
 */
export const useFocusReturn = (open: () => boolean): void => {
  let opener: HTMLElement | null = null
  let stop: () => void = () => undefined
  watch(open, (isOpen) => {
    stop()
    if (isOpen) opener = openerOf(document.activeElement)
    else stop = bringBack(opener)
  })
  onScopeDispose(() => {
    stop()
  })
}

/** Once no sheet is there any more. Gives the way to leave it. */
const bringBack = (opener: HTMLElement | null): (() => void) => {
  let until: number | null = null
  let next = 0
  const look = (): void => {
    const now = performance.now()
    if (document.querySelector('[role=dialog]') === null) {
      until ??= now + SOON_MS
      const isLost = document.activeElement === null || document.activeElement === document.body
      const target = opener?.isConnected === true ? opener : document.querySelector<HTMLElement>('main')
      if (isLost) target?.focus()
    }
    if (now < (until ?? Number.POSITIVE_INFINITY)) next = requestAnimationFrame(look)
  }
  look()
  return () => {
    cancelAnimationFrame(next)
  }
}
