/** Runs the metered statements of a query until there are enough rows. */
import type { Bound } from './fragment.ts'
import type { QueryFunctions } from './functions.ts'
import { BudgetUsedUp, type Budget, type Cost } from './meter.ts'
import type { Leaving } from './shown.ts'

/** A statement with its values, except for the maximum number of rows, which comes last. */
export interface Statement {
  readonly text: string
  readonly params: readonly Bound[]
}

/** See `PlannedStep`. */
export interface Step {
  readonly metered: Statement
  readonly indexed: {
    readonly count: Statement | number | 'given'
    readonly rows: Statement | null
    readonly covers?: boolean
  } | null
}

/** This many rows are read in a few milliseconds, and needn't be interruptible. */
const MAX_AT_ONCE = 3000

type Row = readonly unknown[]

/** What to read, in a form that can be sent to a worker. */
export interface Job {
  readonly steps: readonly Step[]
  readonly limit: number
  readonly budget: Budget
  /** Set if the condition tests parts of an object that expire. */
  readonly leaving: Leaving | null
}

/** `usedUp` names the exhausted part of the budget, or the worker's memory; rows are empty then. */
export interface Outcome {
  readonly rows: readonly Row[]
  readonly cost: Cost
  readonly usedUp: keyof Budget | 'memory' | null
}

/** Reads rows step by step until there are enough. `prepare` returns statements whose rows are arrays. */
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
    if (indexed.covers === true) {
      meter.charge(count(indexed.count, budget.rows + 1))
      return all(indexed.rows, most)
    }
    const rows = count(indexed.count, MAX_AT_ONCE + 1)
    // Over the budget in any case, so it isn't tried.
    if (rows > MAX_AT_ONCE && budget.rows > MAX_AT_ONCE) return all(metered, most)
    meter.charge(rows)
    return all(indexed.rows, most)
  }

  /** Counting within an index takes some 20 ms for a million, so the row budget is a sufficient limit. */
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
