/** How far a turn may go: in tokens, and in the time its model talks. Waiting for the person costs nothing. */
import type { TurnBudget as BudgetView } from '../../contract/chat.ts'

/** What a turn may use; `extend` adds as much again. */
export interface TurnLimits {
  readonly tokens: number
  readonly ms: number
}

export interface TurnBudget {
  /** Runs with a signal that fires with the turn's, and when the time is over. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Counts an answer of the model, with the tokens it read and wrote. */
  count(tokens: number): void
  /** What is used up; null while there is some of everything. */
  usedUp(): 'tokens' | 'time' | null
  /** As much again as the turn began with, of both. */
  extend(): void
  view(): BudgetView
}

export const createTurnBudget = (signal: AbortSignal, limits: TurnLimits): TurnBudget => {
  let over = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let began: number | null = null
  let [steps, tokens, ms] = [0, 0, 0]
  let limit = limits

  const usedMs = (): number => ms + (began === null ? 0 : performance.now() - began)
  const arm = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(
      () => {
        over.abort()
      },
      // Timers take no longer time.
      Math.min(Math.max(0, limit.ms - usedMs()), 2 ** 31 - 1),
    )
  }

  return {
    run: async (work) => {
      over = new AbortController()
      began = performance.now()
      arm()
      try {
        return await work(AbortSignal.any([signal, over.signal]))
      } finally {
        if (timer !== null) clearTimeout(timer)
        timer = null
        ms = usedMs()
        began = null
      }
    },
    count: (more) => {
      steps += 1
      tokens += more
    },
    usedUp: () => {
      if (over.signal.aborted || usedMs() >= limit.ms) return 'time'
      return tokens >= limit.tokens ? 'tokens' : null
    },
    extend: () => {
      limit = { tokens: limit.tokens + limits.tokens, ms: limit.ms + limits.ms }
      if (timer !== null) arm()
    },
    view: () => ({
      steps,
      tokens: { used: tokens, limit: limit.tokens },
      ms: { used: Math.round(usedMs()), limit: limit.ms },
    }),
  }
}
