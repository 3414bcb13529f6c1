import { MODEL_MS } from './limits.ts'

/** Counts the time a model talks in one turn, and ends an answer that takes all there is. */
export interface ModelClock {
  /** Runs with a signal that fires with `signal`, and when the time is over. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  isOver(): boolean
}

export const createModelClock = (signal: AbortSignal, limitMs = MODEL_MS): ModelClock => {
  const over = new AbortController()
  let left = limitMs

  return {
    run: async (work) => {
      const started = performance.now()
      const timer = setTimeout(() => {
        over.abort()
      }, left)
      try {
        return await work(AbortSignal.any([signal, over.signal]))
      } finally {
        clearTimeout(timer)
        left -= performance.now() - started
        if (left <= 0) over.abort()
      }
    },
    isOver: () => over.signal.aborted,
  }
}
