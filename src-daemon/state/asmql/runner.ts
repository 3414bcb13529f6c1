/** Runs queries within their budget: here while they are cheap, in the worker when they are not. */
import { createBeside, type Beside } from '../../platform/beside.ts'
import type { SatchelError } from '../../platform/errors.ts'
import { keyOf, type Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import type { StateAccess } from '../schema/schema.ts'
import type { QueryLog } from './explain.ts'
import type { QueryFunctions } from './functions.ts'
import { type Budget, createScopeBudget } from './meter.ts'
import type { Prepared } from './prepared.ts'
import { costExceeded } from './problems.ts'
import type { QueryWorkerData } from './query-worker.ts'
import { type Job, type Outcome, runJob, type Step } from './run.ts'
import { LogNeeded } from './shown.ts'

/** The budget of one query: about two seconds of a processor. */
export const QUERY_BUDGET: Budget = {
  rows: 1_000_000,
  milliseconds: 2000,
  bytes: 1024 * 1024 * 1024,
  patternWork: 200_000_000,
}
/** The budget of a query before it goes to a worker: other calls wait for it this long. */
const INLINE_BUDGET: Budget = { rows: 3000, milliseconds: 5, bytes: 4 * 1024 * 1024, patternWork: 500_000 }
/** Memory of the worker, mostly for the objects of one page. */
const MAX_MEMORY_MB = 512
/** What took that long is asked of the worker at once the next time. */
const HEAVY_MS = 25

const TOO_MUCH = {
  patternWork: 'the pattern has too much text to go through',
  memory: 'the objects of the page take too much memory',
} as const

export interface Runner {
  /**
   * Runs the job of a query: here while it is cheap, with `few` if that gives the same result; otherwise from the start in the worker.
   * Errors: `asmql_cost_exceeded`, also if the scope's own budget is used up.
   */
  run(access: StateAccess, prepared: Prepared, job: Job, few?: Step | null): Promise<Outcome>
  /** The same, for jobs whose partial result is a valid answer. */
  runUpToBudget(access: StateAccess, prepared: Prepared, job: Job): Promise<Outcome>
  /** Ends the worker. */
  close(): Promise<void>
}

export interface RunnerDeps {
  readonly db: Database
  readonly statement: Statements
  readonly functions: QueryFunctions
  readonly queryLog: QueryLog
  /** Whether the input of `few` has changed meanwhile. */
  readonly isStale: () => boolean
  readonly workerMemoryMb: number | undefined
}

export const createRunner = (deps: RunnerDeps): Runner => {
  const { db, statement, functions, queryLog, isStale, workerMemoryMb } = deps
  const scopeBudget = createScopeBudget()
  let beside: Beside<Job, Outcome> | null = null

  const run: Runner['run'] = async (access, prepared, job, few = null) => {
    const outcome = await settle(access, prepared, job, few)
    if (outcome.usedUp !== null) throw exceeded(outcome, job.budget)
    return outcome
  }

  const settle = async (
    access: StateAccess,
    prepared: Prepared,
    job: Job,
    few: Step | null = null,
  ): Promise<Outcome> => {
    const { schema, compiled } = prepared
    // The owner's own questions are not held up by those of a capability.
    const payer = `${schema.owner} ${schema.scope} ${access.origin.kind}`
    scopeBudget.check(payer)
    const narrowed = few === null ? null : inline({ ...job, steps: [few] })
    const here = narrowed !== null && !isStale() ? narrowed : compiled.heavy ? null : inline(job)
    const outcome = here ?? (await elsewhere(job))
    compiled.heavy = outcome.cost.rows > INLINE_BUDGET.rows || outcome.cost.milliseconds > HEAVY_MS
    scopeBudget.charge(payer, outcome.cost)
    queryLog.note(schema.uri, compiled.scanned, outcome.cost)
    return outcome
  }

  /** Null when it is too much for other calls to wait for. */
  const inline = (job: Job): Outcome | null => {
    const small = smaller(job.budget, db.memory ? QUERY_BUDGET : INLINE_BUDGET)
    const outcome = runHere({ ...job, budget: small })
    if (outcome === null) return null
    // A query over the smaller budget may still be within the larger one.
    const { usedUp } = outcome
    const over = usedUp !== null && usedUp !== 'memory' && small[usedUp] < job.budget[usedUp]
    return over && !db.memory ? null : outcome
  }

  /** Null when only the worker can answer. */
  const runHere = (job: Job): Outcome | null => {
    try {
      return runJob((text) => statement(text).raw(), functions, job)
    } catch (thrown) {
      if (thrown instanceof LogNeeded) return null
      throw thrown
    }
  }

  const elsewhere = async (job: Job): Promise<Outcome> => {
    beside ??= createBeside<Job, Outcome>({
      worker: 'query-worker',
      data: { path: db.name, key: keyOf(db) } satisfies QueryWorkerData,
      maxMemoryMb: workerMemoryMb ?? MAX_MEMORY_MB,
      budgetMs: ({ budget }) => budget.milliseconds,
      memoryCodes: ['SQLITE_NOMEM'], // reported before the worker's own limit is reached
    })
    const started = performance.now()
    const outcome = await beside.run(job)
    if (typeof outcome !== 'string') return outcome
    const cost = { rows: 0, milliseconds: performance.now() - started, hits: 0 }
    return { rows: [], cost, usedUp: outcome === 'time' ? 'milliseconds' : 'memory' }
  }

  return {
    run,
    runUpToBudget: settle,
    close: async () => beside?.close(),
  }
}

const exceeded = ({ usedUp, cost }: Outcome, budget: Budget): SatchelError => {
  const { rows, milliseconds } = cost
  const spent = `it read ${String(rows)} rows in ${String(Math.round(milliseconds))} ms`
  const problem = usedUp === 'patternWork' || usedUp === 'memory' ? TOO_MUCH[usedUp] : spent
  return costExceeded(problem, { usedUp, rows, milliseconds: Math.round(milliseconds), budget })
}

const smaller = (a: Budget, b: Budget): Budget => ({
  rows: Math.min(a.rows, b.rows),
  milliseconds: Math.min(a.milliseconds, b.milliseconds),
  bytes: Math.min(a.bytes, b.bytes),
  patternWork: Math.min(a.patternWork, b.patternWork),
})
