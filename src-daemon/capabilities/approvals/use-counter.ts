/** Counts uses of approvals, and has them kept a moment later, many at once: no call waits for its count. A crash loses that moment. */
export interface UseCounter {
  count(id: string, at: string): void
  /** Saves the counts now. Errors: those of `keep`; no count is lost then. */
  flush(): void
}

export interface Uses {
  readonly id: string
  readonly times: number
  /** Of the last one. */
  readonly at: string
}

const MOMENT_MS = 500

/** @param deps.report called when a count couldn't be saved in time; it is retried with the next one */
export const createUseCounter = (deps: {
  readonly keep: (uses: readonly Uses[]) => void
  readonly report: (error: unknown) => void
}): UseCounter => {
  const counted = new Map<string, Uses>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (counted.size === 0) return
    deps.keep([...counted.values()])
    counted.clear()
  }
  const flushInTime = (): void => {
    try {
      flush()
    } catch (error) {
      deps.report(error)
    }
  }

  return {
    count: (id, at) => {
      counted.set(id, { id, at, times: (counted.get(id)?.times ?? 0) + 1 })
      timer ??= setTimeout(flushInTime, MOMENT_MS).unref()
    },
    flush,
  }
}
