/** Cost limits of a query, and of a scope per minute. */
import { costExceeded } from './problems.ts'

/** Cost limits of a query on one connection. */
export interface Budget {
  readonly rows: number
  readonly milliseconds: number
  /** Bytes of the objects read: a few large ones take as long as many small ones. */
  readonly bytes: number
  /** Characters times instructions of patterns; most take a millisecond per 100,000, the worst thirty times as long. */
  readonly patternWork: number
}

/** The cost of a query. */
export interface Cost {
  readonly rows: number
  readonly milliseconds: number
  /** Number of matching rows, if counted. */
  readonly hits: number
}

export interface Meter {
  start(budget: Budget): void
  /** SQL: charges a row of that many bytes. Always 1. */
  visit(bytes: unknown): number
  /** Charges rows that were counted before. */
  charge(rows: number): void
  /** SQL: charges that many bytes of a row charged already. Always 1. */
  read(bytes: unknown): number
  /** Adds matching rows counted at once. */
  hits(rows: number): void
  /** SQL: adds a matching row. Always 1. */
  hit(): number
  /** Called before a pattern runs, because it can't be interrupted. */
  beforeMatch(work: number): void
  checkTime(): void
  cost(): Cost
}

/** Names the part of the budget that was used up. */
export class BudgetUsedUp extends Error {
  readonly what: keyof Budget

  constructor(what: keyof Budget) {
    super(`the budget of ${what} is used up`)
    this.what = what
  }
}

/** Reading the clock costs as much as reading a row. */
const CLOCK_EVERY = 32

/**
 * better-sqlite3 has no progress handler, so each row a query reads calls a function, which throws when the budget is
 * used up; that ends SQLite's statement.
 */
export const createMeter = (): Meter => {
  let budget: Budget = { rows: 0, milliseconds: 0, bytes: 0, patternWork: 0 }
  let started = 0
  let deadline = 0
  let rows = 0
  let bytes = 0
  let hits = 0
  let work = 0

  const checkTime = (): void => {
    if (performance.now() > deadline) throw new BudgetUsedUp('milliseconds')
  }

  return {
    start: (next) => {
      budget = next
      started = performance.now()
      deadline = started + next.milliseconds
      rows = bytes = hits = work = 0
    },
    visit: (size) => {
      rows++
      bytes += Number(size)
      if (rows > budget.rows) throw new BudgetUsedUp('rows')
      if (bytes > budget.bytes) throw new BudgetUsedUp('bytes')
      if (rows % CLOCK_EVERY === 0) checkTime()
      return 1
    },
    charge: (more) => {
      rows += more
      if (rows > budget.rows) throw new BudgetUsedUp('rows')
    },
    read: (size) => {
      bytes += Number(size)
      if (bytes > budget.bytes) throw new BudgetUsedUp('bytes')
      return 1
    },
    hits: (more) => {
      hits += more
    },
    hit: () => {
      hits++
      return 1
    },
    beforeMatch: (more) => {
      work += more
      if (work > budget.patternWork) throw new BudgetUsedUp('patternWork')
    },
    checkTime,
    cost: () => ({ rows, milliseconds: performance.now() - started, hits }),
  }
}

/** A scope's limit per minute: a third of one processor, so that no capability slows the others down. */
export const SCOPE_BUDGET = { rows: 20_000_000, milliseconds: 20_000, perMilliseconds: 60_000 } as const

export interface ScopeBudget {
  /** Errors: `asmql_cost_exceeded` if the scope has used up its budget. */
  check(scope: string): void
  charge(scope: string, cost: Cost): void
}

/** A token bucket for each scope, refilled over time. */
export const createScopeBudget = (now: () => number = () => performance.now()): ScopeBudget => {
  const used = new Map<string, { rows: number; milliseconds: number; at: number }>()

  const current = (scope: string) => {
    const entry = used.get(scope) ?? { rows: 0, milliseconds: 0, at: now() }
    const passed = (now() - entry.at) / SCOPE_BUDGET.perMilliseconds
    entry.rows = Math.max(0, entry.rows - passed * SCOPE_BUDGET.rows)
    entry.milliseconds = Math.max(0, entry.milliseconds - passed * SCOPE_BUDGET.milliseconds)
    entry.at = now()
    used.set(scope, entry)
    return entry
  }

  return {
    check: (scope) => {
      const { rows, milliseconds } = current(scope)
      if (rows < SCOPE_BUDGET.rows && milliseconds < SCOPE_BUDGET.milliseconds) return
      throw costExceeded(
        `queries of this scope read ${String(Math.round(rows))} rows in ${String(Math.round(milliseconds))} ms within a minute`,
        { scope: true, rows: Math.round(rows), milliseconds: Math.round(milliseconds), budget: SCOPE_BUDGET },
      )
    },
    charge: (scope, { rows, milliseconds }) => {
      const entry = current(scope)
      entry.rows += rows
      entry.milliseconds += milliseconds
    },
  }
}
