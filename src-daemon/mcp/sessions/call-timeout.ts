/**
 * The time limits of one call: an idle timeout and a total one. The time a person takes to answer counts for
 * neither.
 */
export interface CallTimeout {
  /** Fires at the timeout. */
  readonly signal: AbortSignal
  /** Rejects at the timeout. */
  readonly ended: Promise<never>
  /** Restarts the idle timeout. */
  readonly sign: () => void
  /** Pauses the timeouts while `work` runs, such as a question to the person. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>
  readonly stop: () => void
}

/** Times in milliseconds. The rejection has the code of the client library's own timeouts. */
export const createCallTimeout = ({ idleMs, totalMs }: { idleMs: number; totalMs: number }): CallTimeout => {
  const controller = new AbortController()
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => undefined) // awaited only in a race
  let left = totalMs
  let since = performance.now()
  let held = 0
  let timer: NodeJS.Timeout | undefined

  const give = (): void => {
    const timeout = Object.assign(new Error('no sign of life'), { code: 'REQUEST_TIMEOUT' })
    end.reject(timeout)
    controller.abort(timeout)
  }
  const spend = (): void => {
    left -= performance.now() - since
    since = performance.now()
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(give, Math.max(0, Math.min(idleMs, left)))
  }
  wait()

  return {
    signal: controller.signal,
    ended: end.promise,
    sign: () => {
      if (held > 0 || controller.signal.aborted) return
      spend()
      wait()
    },
    hold: async (work) => {
      if (held === 0) spend()
      held += 1
      clearTimeout(timer)
      try {
        return await work()
      } finally {
        held -= 1
        since = performance.now()
        if (held === 0 && !controller.signal.aborted) wait()
      }
    },
    stop: () => {
      clearTimeout(timer)
    },
  }
}
