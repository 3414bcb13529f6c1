/** How long one call is waited for: a while without a sign of life, and a while altogether. What the person takes to answer counts as neither. */
export interface CallTimeout {
  /** Fires when it has run out. */
  readonly signal: AbortSignal
  /** Rejects when it has run out. */
  readonly ended: Promise<never>
  /** A sign of life. */
  readonly sign: () => void
  /** Waits for something nobody else is to be hurried by. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>
  readonly stop: () => void
}

/** Times in milliseconds. What it rejects with has the code of the client library's own time-outs. */
export const createCallTimeout = ({ idleMs, totalMs }: { idleMs: number; totalMs: number }): CallTimeout => {
  const controller = new AbortController()
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => undefined) // only a race asks for it
  let left = totalMs
  let since = performance.now()
  let held = 0
  let timer: NodeJS.Timeout | undefined

  const give = (): void => {
    const silence = Object.assign(new Error('no sign of life'), { code: 'REQUEST_TIMEOUT' })
    end.reject(silence)
    controller.abort(silence)
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
