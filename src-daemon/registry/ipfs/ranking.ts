import type { IpfsReader } from './core/store.ts'

/** A source's performance since the daemon started. */
export interface Standing {
  readonly answered: number
  readonly failed: number
  /** Typical response time in milliseconds; null before the first answer. */
  readonly typicalMs: number | null
  readonly lastProblem: string | null
}

export interface Ranking {
  /** Quick and reliable sources first; equal ones keep their order. */
  order<T extends IpfsReader>(readers: readonly T[]): readonly T[]
  answered(reader: IpfsReader, ms: number): void
  /** `weight` 4 for what a good source never does. */
  failed(reader: IpfsReader, problem: string, weight?: number): void
  of(reader: Pick<IpfsReader, 'name'>): Standing
}

/** A failure counts like an answer that took this long, and half of that a minute later. */
const FAILURE_MS = 5_000
const HALF_LIFE_MS = 60_000
/** Unknown sources come after quick ones, and before slow ones. */
const UNKNOWN_MS = 500

/**
 * Ranks sources by performance: slow and failing ones go down, and recover with time. `now` in milliseconds.
 */
export const createRanking = (now: () => number): Ranking => {
  interface Entry extends Standing {
    readonly penalty: number
    readonly at: number
  }
  const entries = new Map<string, Entry>()
  const none: Entry = { answered: 0, failed: 0, typicalMs: null, lastProblem: null, penalty: 0, at: 0 }
  const entryOf = (name: string): Entry => entries.get(name) ?? none
  const penaltyOf = ({ penalty, at }: Entry): number => penalty * 0.5 ** ((now() - at) / HALF_LIFE_MS)
  const cost = (name: string): number => {
    const entry = entryOf(name)
    return (entry.typicalMs ?? UNKNOWN_MS) + penaltyOf(entry)
  }

  return {
    order: (readers) => [...readers].sort((a, b) => cost(a.name) - cost(b.name)),
    answered: ({ name }, ms) => {
      const entry = entryOf(name)
      const typicalMs = Math.round(entry.typicalMs === null ? ms : 0.7 * entry.typicalMs + 0.3 * ms)
      entries.set(name, {
        ...entry,
        answered: entry.answered + 1,
        typicalMs,
        penalty: penaltyOf(entry) / 2,
        at: now(),
      })
    },
    failed: ({ name }, problem, weight = 1) => {
      const entry = entryOf(name)
      const penalty = penaltyOf(entry) + weight * FAILURE_MS
      entries.set(name, { ...entry, failed: entry.failed + 1, lastProblem: problem, penalty, at: now() })
    },
    of: ({ name }) => {
      const { answered, failed, typicalMs, lastProblem } = entryOf(name)
      return { answered, failed, typicalMs, lastProblem }
    },
  }
}
