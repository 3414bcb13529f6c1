/** What a person notices of a page that works: how long it stood still, how late it took a key, which frames it left out. */
export interface Smoothness {
  /** Milliseconds of the longest task; 0 if none took 50 or more. */
  readonly longestTask: number
  /** Milliseconds from a key to its handler, at the 99th percentile. */
  readonly inputDelay: number
  /** Percent of the frames of a display at 60 Hz. */
  readonly droppedFrames: number
}

/** A script for a page: `smoothness.start()` begins to watch it, `smoothness.end(keys)` says how it went. */
export const PROBE = `globalThis.smoothness = (() => {
  const tasks = [], delays = []
  let frames = 0, dropped = 0, last = 0, watching = false
  const watch = (type, more, take) =>
    new PerformanceObserver((list) => { if (watching) list.getEntries().forEach(take) }).observe({ type, ...more })
  watch('longtask', {}, ({ duration }) => tasks.push(duration))
  watch('event', { durationThreshold: 16 }, ({ name, processingStart, startTime }) => {
    if (name === 'keydown') delays.push(processingStart - startTime)
  })
  const frame = (now) => {
    if (!watching) return
    const passed = Math.max(1, Math.round(((now - last) * 60) / 1000))
    frames += passed
    dropped += passed - 1
    last = now
    requestAnimationFrame(frame)
  }
  return {
    start() {
      tasks.length = delays.length = frames = dropped = 0
      watching = true
      requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame) })
    },
    end(keys) {
      watching = false
      // A key that isn't reported was painted within a frame.
      const all = [...delays, ...Array(Math.max(0, keys - delays.length)).fill(0)].sort((a, b) => a - b)
      return {
        longestTask: Math.max(0, ...tasks),
        inputDelay: all[Math.floor(all.length * 0.99)] ?? 0,
        droppedFrames: (dropped / Math.max(1, frames)) * 100,
      }
    },
  }
})()`
