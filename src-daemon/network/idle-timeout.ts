/**
 * How long a server may be silent, in milliseconds: before its first byte, as it may have to load a model, and between
 * bytes.
 */
export interface IdleTimeout {
  readonly firstByteMs: number
  readonly betweenMs: number
}

/** What happens when a server is silent too long. Any byte counts as activity, even a keep-alive comment. */
export interface IdleLimit extends IdleTimeout {
  /** The error of the request, after so many seconds. */
  readonly error: (seconds: number) => Error
}

export interface IdleWatch {
  /** Fires with the limit's error. */
  readonly signal: AbortSignal
  /** Restarts the timeout, because something arrived. */
  heard(): void
  stop(): void
}

export const watchIdle = ({ firstByteMs, betweenMs, error }: IdleLimit): IdleWatch => {
  const controller = new AbortController()
  const giveUpAfter = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      controller.abort(error(Math.round(ms / 1000)))
    }, ms)
  const first = giveUpAfter(firstByteMs)
  let between: NodeJS.Timeout | undefined

  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(first)
      if (between === undefined) between = giveUpAfter(betweenMs)
      else between.refresh()
    },
    stop: () => {
      clearTimeout(first)
      clearTimeout(between)
    },
  }
}
