import { onScopeDispose, ref, watch, type Ref } from 'vue'

/** Milliseconds that must be left of a frame: most have less while somebody scrolls. */
const FREE_MS = 10
/** The longest that the first in line waits, however busy the page is. */
const LONGEST_MS = 1000
/** The same where the browser doesn't say when the page is idle. */
const PAUSE_MS = 50

const line: (() => void)[] = []
let since = 0

const serve = (isFree: boolean): void => {
  if (isFree || performance.now() - since > LONGEST_MS) {
    line.shift()?.()
    since = performance.now()
  }
  if (line.length > 0) ask()
}

const ask = (): void => {
  if (!('requestIdleCallback' in globalThis)) setTimeout(serve, PAUSE_MS, true)
  else
    requestIdleCallback((idle) => serve(idle.timeRemaining() > FREE_MS), {
      timeout: Math.max(1, LONGEST_MS - (performance.now() - since)),
    })
}

const queue = (work: () => void): void => {
  line.push(work)
  if (line.length > 1) return
  since = performance.now()
  ask()
}

const leave = (work: () => void): void => {
  const at = line.indexOf(work)
  if (at >= 0) line.splice(at, 1)
}

/**
 * True after `ready`, when the page has time for it: for what need not be there in the frame that draws the rest. Those
 * who wait have their turn one after the other.
 */
export const useWhenIdle = (ready: () => boolean): Readonly<Ref<boolean>> => {
  const idle = ref(false)
  const turn = (): void => {
    idle.value = true
  }
  watch(
    ready,
    (is) => {
      leave(turn)
      if (is) queue(turn)
      else idle.value = false
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    leave(turn)
  })
  return idle
}
