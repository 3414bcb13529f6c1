import { setTimeout } from 'node:timers/promises'

/** Calls `act` once when `signal` fires, or right away if it already has. Returns a function that stops listening. */
export const onAbort = (signal: AbortSignal | null | undefined, act: () => void): (() => void) => {
  if (signal === null || signal === undefined) return () => undefined
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => {
    signal.removeEventListener('abort', act)
  }
}

/**
 * Settles as `work` does, or rejects with the reason of `signal` if that fires first. `work` itself goes on; stopping
 * it is up to its owner.
 */
export const abortable = async <T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> => {
  const aborted = Promise.withResolvers<never>()
  const forget = onAbort(signal, () => {
    aborted.reject(signal?.reason)
  })
  try {
    return await Promise.race([aborted.promise, work])
  } finally {
    forget()
  }
}

/** Waits `ms` milliseconds, or until `signal` fires. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined) // it rejects only because of the signal
}
