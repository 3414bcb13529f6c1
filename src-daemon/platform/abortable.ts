import { setTimeout } from 'node:timers/promises'

/** Calls `act` once when `signal` fires, at once where it has. Returns how to stop listening. */
export const onAbort = (signal: AbortSignal | null | undefined, act: () => void): (() => void) => {
  if (signal === null || signal === undefined) return () => undefined
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => {
    signal.removeEventListener('abort', act)
  }
}

/** What `work` comes to, or the reason of `signal` where it fires first. The work goes on: to end it is for whoever began it. */
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

/** Waits so long, or until `signal` fires. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined) // it fails for the signal alone
}
