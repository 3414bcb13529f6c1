/** Runs the statements of a query, metered, until there are enough rows. */
import type { Bound } from './fragment.ts'
import type { QueryFunctions } from './functions.ts'
import { BudgetUsedUp, type Budget, type Cost } from './meter.ts'
import type { Leaving } from './shown.ts'

/** A statement with its values, save for the number of rows it may give, which comes last. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bound[]
}

/** See `PlannedStep`. */
export interface Step {
  readonly metered: Statement
  readonly indexed: { readonly count: Statement | number | 'given'; readonly rows: Statement | null } | null
}

/** So many rows are read in a few milliseconds, and need not be able to stop in between. */
const MAX_AT_ONCE = 3000

type Row = readonly unknown[]

/** What to read, in a form that can be sent to a worker. */
export interface Job {
  readonly steps: readonly Step[]
  readonly limit: number
  readonly budget: Budget
  /** Where the condition looks at what leaves by time within an object. */
  readonly leaving: Leaving | null
}

/** `usedUp` names the part of the budget that was not enough, or the memory of the worker; rows are empty then. */
export interface Outcome {
  readonly rows: readonly Row[]
  readonly cost: Cost
  readonly usedUp: keyof Budget | 'memory' | null
}

/** Reads rows step by step until there are enough. `prepare` gives statements whose rows are lists. */
export const runJob = (
  prepare: (text: string) => { all: (...params: Bound[]) => unknown[] },
  { meter, shown }: Pick<QueryFunctions, 'meter' | 'shown'>,
  { steps, limit, budget, leaving }: Job,
): Outcome => {
  const all = ({ text, params }: Statement, most: number): Row[] =>
    prepare(text).all(...params, most) as Row[]

  const read = ({ metered, indexed }: Step, most: number): Row[] => {
    if (indexed === null) return all(metered, most)
    if (typeof indexed.count === 'number') {
      meter.charge(indexed.count)
      return indexed.rows === null ? [] : all(indexed.rows, most)
    }
    if (indexed.count === 'given') {
      const given = indexed.rows === null ? [] : all(indexed.rows, most)
      meter.charge(given.length)
      return given
    }
    if (indexed.rows === null) return counted(indexed.count)
    const rows = count(indexed.count, MAX_AT_ONCE + 1)
    // What is over the budget already need not be tried.
    if (rows > MAX_AT_ONCE && budget.rows > MAX_AT_ONCE) return all(metered, most)
    meter.charge(rows)
    return all(indexed.rows, most)
  }

  /** Counting within an index takes some 20 ms for a million, so the budget of rows is enough to end it. */
  const counted = (statement: Statement): Row[] => {
    const rows = count(statement, budget.rows + 1)
    meter.hits(Math.min(rows, budget.rows))
    meter.charge(rows)
    return [[rows]]
  }

  const count = (statement: Statement, most: number): number => Number(all(statement, most)[0]?.[0] ?? 0)

  meter.start(budget)
  shown.start(leaving)
  try {
    let rows: Row[] = []
    for (const step of steps) {
      const found = read(step, limit - rows.length)
      rows = rows.length === 0 ? found : [...rows, ...found]
      if (rows.length >= limit) break
    }
    return { rows, cost: meter.cost(), usedUp: null }
  } catch (thrown) {
    if (!(thrown instanceof BudgetUsedUp)) throw thrown
    return { rows: [], cost: meter.cost(), usedUp: thrown.what }
  }
}
