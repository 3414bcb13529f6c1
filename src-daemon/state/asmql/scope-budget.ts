import type { Cost } from './meter.ts'
import { costExceeded } from './problems.ts'

/** What one scope may use per minute: a third of one processor, so that no capability slows the others down. */
export const SCOPE_BUDGET = { rows: 20_000_000, milliseconds: 20_000, perMilliseconds: 60_000 } as const

export interface ScopeBudget {
  /** Errors: `asmql_cost_exceeded` when the scope has used up what it may. */
  check(scope: string): void
  charge(scope: string, cost: Cost): void
}

/** A bucket for each scope that fills again as time goes by. */
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
