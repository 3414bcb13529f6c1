/** The longest that work waits where no frames are drawn, as in a hidden window. */
const HIDDEN_MS = 100

/** Calls `work` with the next frame, however often it is asked to. `now` calls it at once if it is due. */
export const onceAFrame = (work: () => void): { ask: () => void; now: () => void } => {
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | null = null

  const now = (): void => {
    if (timer === null) return
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = null
    work()
  }
  const ask = (): void => {
    if (timer !== null) return
    frame = requestAnimationFrame(now)
    timer = setTimeout(now, HIDDEN_MS)
  }
  return { ask, now }
}
