import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 250

/** Waits for `work` and calls `look` meanwhile, four times a second, to say how far it is. */
export const whileWorking = async <T>(work: Promise<T>, look: () => Promise<void>): Promise<T> => {
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      await look()
      await pause(EVERY_MS, undefined, { signal: done.signal }).catch(() => undefined) // it is done
    }
  })()
  try {
    return await work
  } finally {
    done.abort()
    await watching
  }
}
