/** Places for work that runs at the same time; later callers wait in line, and each takes a few at most. */
export interface Slots {
  /**
   * A place for this key; null if the key has enough already, or too many wait, or `signal` fired first. Call `release`
   * when the work has ended.
   */
  take(key: string, signal: AbortSignal): Promise<{ release(): void } | null>
}

export const createSlots = ({
  running,
  each,
  waiting,
}: {
  /** How many run at a time. */
  readonly running: number
  /** How many of one key run or wait. */
  readonly each: number
  /** How many wait in all. */
  readonly waiting: number
}): Slots => {
  const counts = new Map<string, number>()
  const line: (() => void)[] = []
  let free = running

  const release = (key: string): void => {
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }

  return {
    take: async (key, signal) => {
      const own = counts.get(key) ?? 0
      if (signal.aborted || own >= each || (free === 0 && line.length >= waiting)) return null
      counts.set(key, own + 1)
      if (free > 0) free -= 1
      else if (!(await turnIn(line, signal))) {
        release(key)
        return null
      }
      return {
        release: () => {
          release(key)
          // The next in line takes the place over.
          const next = line.shift()
          if (next === undefined) free += 1
          else next()
        },
      }
    },
  }
}

/** Waits for one's turn; false if `signal` fires before. */
const turnIn = (line: (() => void)[], signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const next = (): void => {
      signal.removeEventListener('abort', leave)
      resolve(true)
    }
    const leave = (): void => {
      line.splice(line.indexOf(next), 1)
      resolve(false)
    }
    signal.addEventListener('abort', leave, { once: true })
    line.push(next)
  })
