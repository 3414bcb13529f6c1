import { onScopeDispose, watch } from 'vue'
import { openerOf } from './opener.ts'

/** Milliseconds a closed sheet may take to release the focus. */
const SOON_MS = 500

/**
 * Returns the focus to what opened a sheet once `open` is false. A sheet opened from another sheet or a menu would
 * itself only remember a button that no longer exists. If the opener is gone too, the page gets the focus; if something
 * else took the focus meanwhile, it keeps it.
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

/** Acts once no sheet is open. Returns a function that cancels it. */
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
