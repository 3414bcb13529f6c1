/** How long a server may say nothing, in milliseconds: before its first byte, as it may load a model, and between two bytes. */
export interface IdleTimeout {
  readonly firstByteMs: number
  readonly betweenMs: number
}

/** What to do about a server that says nothing. Bytes count, not words: a comment that keeps alive does. */
export interface IdleLimit extends IdleTimeout {
  /** What the request fails with after so many seconds. */
  readonly error: (seconds: number) => Error
}

export interface IdleWatch {
  /** Fires with the limit's error. */
  readonly signal: AbortSignal
  /** Something came: the time begins anew. */
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
