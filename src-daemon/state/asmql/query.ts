/** `state.query` and counting: prepares, runs here or in the worker, and pages. */
import type { Database } from '../../storage/index.ts'
import type { JsonObject } from '../base/json.ts'
import type { Schema, StateAccess } from '../schema/schema.ts'
import type { Schemas } from '../objects/schemas.ts'
import type { Statements } from '../base/statements.ts'
import type { CountResult, QueryExplanation, StateObject } from '../../contract/state.ts'
import { entriesLeave } from '../view/expiry.ts'
import { createScopeNames, type ViewRow } from '../view/rows.ts'
import { totalsOf } from '../view/scopes.ts'
import type { Access } from './access.ts'
import { type Beside, createBeside } from './beside.ts'
import { filled, type Filling, type Prepared } from './prepared.ts'
import { createChooser } from './choose.ts'
import { compileQuery } from './compile.ts'
import { createCursors } from './cursor.ts'
import { createQueryLog, explainSteps } from './explain.ts'
import { readFilter, type ReadFilter } from './filter.ts'
import { type FoundRow, pick, positionOf, stateObjectOf } from './found.ts'
import type { Bound } from './fragment.ts'
import { installFunctions } from './functions.ts'
import { type Budget, createScopeBudget } from './meter.ts'
import { createNarrow } from './narrow.ts'
import { type ParsedQuery, parseQuery } from './parse.ts'
import { costExceeded, queryInvalid } from './problems.ts'
import { type Job, type Outcome, runJob, type Step } from './run.ts'
import { createSortedPages, type Page } from './sorted-pages.ts'
import { type Leaving, LogNeeded } from './shown.ts'

export interface QueryResult extends Page {
  /** If `explain` was requested. */
  readonly explain?: QueryExplanation
}

export interface QueryDeps {
  readonly db: Database
  readonly schemas: Schemas
  readonly statement: Statements
  readonly cursorKey: Uint8Array
  /** Milliseconds since 1970, for deciding what has expired in a schema. */
  readonly now: (schema: Schema) => number
  /** An object of the view without its expired parts (asm.md 7.1). */
  readonly visible: (schema: Schema, row: Pick<ViewRow, 'id' | 'object' | 'updatedAt'>) => JsonObject
  /** Smaller ones for tests. */
  readonly budget?: Budget
  readonly workerMemoryMb?: number
}

export interface Queries {
  /**
   * Finds objects (asm.md 6). `query` is an `AsmQuery`, or a bare filter on the access's only schema. Rows and time are
   * metered; long queries run in parallel to other calls. `offset`: the number of rows to skip first, for showing rows
   * by number; it isn't part of ASM-QL, excludes a cursor, and each skipped row counts as read. Errors:
   * `asmql_invalid`, `asmql_unknown_operator`, `asmql_unknown_field`, `asmql_cursor_invalid`, `asmql_cost_exceeded`,
   * `schema_unknown`, `permission_denied`.
   */
  query(
    access: StateAccess,
    query: unknown,
    page?: { readonly offset?: number | undefined },
  ): Promise<QueryResult>
  /** The number of objects `from` and `where` find. Errors: those of `query`. */
  count(access: StateAccess, query: unknown): Promise<CountResult>
  /** Ends the worker. */
  close(): Promise<void>
}

/** Limits of one query: some two seconds of a processor. */
export const QUERY_BUDGET: Budget = {
  rows: 1_000_000,
  milliseconds: 2000,
  bytes: 1024 * 1024 * 1024,
  patternWork: 200_000_000,
}
/** Limits before a query goes to a worker: how long other calls may have to wait for it. */
const INLINE_BUDGET: Budget = { rows: 3000, milliseconds: 5, bytes: 4 * 1024 * 1024, patternWork: 500_000 }
/** A query that took this long goes to the worker at once next time. */
const HEAVY_MS = 25
const MAX_COMPILED = 500
/** Longer forms are rare, and their SQL is many times as large. */
const LONGEST_KEPT = 5000

const TOO_MUCH = {
  patternWork: 'the pattern has too much text to go through',
  memory: 'the objects of the page take too much memory',
} as const

/** How a query ran, and its result. */
interface Run {
  readonly steps: readonly Step[]
  readonly chosen: Access | null
  readonly outcome: Outcome
}

/**
 * `state.query` and counting: ASM-QL over the view of one schema (asm.md 6). A capability that moved to another memory
 * scope still finds its earlier objects: an object stays in the log it was created in, and a query covers the objects
 * of its schema in every scope the schema's owner had.
 */
export const createQuery = ({
  db,
  schemas,
  statement,
  cursorKey,
  now,
  visible,
  budget = QUERY_BUDGET,
  workerMemoryMb,
}: QueryDeps): Queries => {
  const functions = installFunctions(db, db.memory ? () => () => null : null)
  const { checkPattern } = functions
  const scopeOf = createScopeNames(statement)
  const chooser = createChooser(statement)
  const scopeBudget = createScopeBudget()
  const queryLog = createQueryLog()
  const { narrow, isStale } = createNarrow(db, statement)
  const cursors = createCursors(cursorKey)
  /**
   * By form: without this cache a page takes a quarter longer, by time half (bench: page of 20 by an indexed field;
   * among all, by time).
   */
  const compiledBy = new Map<string, Pick<Prepared, 'schema' | 'compiled'>>()
  let beside: Beside | null = null

  const query: Queries['query'] = async (access, input, { offset = 0 } = {}) => {
    const prepared = prepare(access, input)
    const { schema, query: parsed, read, compiled, form } = prepared
    const identity = `${form}\0${JSON.stringify(read.values)}`
    if (offset !== 0 && (parsed.cursor !== null || !Number.isSafeInteger(offset) || offset < 0))
      throw queryInvalid('offset', 'it is not a whole number on the first page')
    const known = await sortedPages.page(access, prepared, identity, offset)
    if (known !== null) return known
    const skipped = offset === 0 ? null : await skip(access, prepared, offset)
    if (skipped?.position === null)
      return { items: [], cursor: null, ...(parsed.explain && { explain: explain(prepared, [skipped]) }) }
    const position =
      parsed.cursor === null
        ? (skipped?.position ?? null)
        : cursors.read(identity, compiled.keys, parsed.cursor)
    const filling: Filling = { values: read.values, position: position ?? [], now: now(schema), offset }
    const chosen = chooser.page(schema.view, compiled, filling, parsed.limit + 1)
    const resume = position === null ? null : position.slice(0, -1).map((key) => key === null)
    const steps = compiled.steps(chosen, resume).map((step) => filled(step, filling))
    const job = { steps, limit: parsed.limit + 1, budget, leaving: leavingOf(schema) }
    const [only] = steps
    const few =
      only === undefined || steps.length > 1 ? null : narrow(prepared, chosen, only, filling, job.limit)
    const outcome = await run(access, prepared, job, few)
    const rows = outcome.rows.slice(0, parsed.limit) as FoundRow[]
    const last = outcome.rows.length > parsed.limit ? rows.at(-1) : undefined
    return {
      items: rows.map((row) => shown(prepared, row)),
      cursor: last === undefined ? null : cursors.write(identity, positionOf(last, compiled.keys)),
      ...(parsed.explain && {
        explain: explain(prepared, [...(skipped === null ? [] : [skipped]), { steps, chosen, outcome }]),
      }),
    } satisfies QueryResult
  }

  const shown = ({ schema, compiled: { select } }: Prepared, row: FoundRow): StateObject => {
    const [, log] = row
    const found = stateObjectOf(schema, row, log === schema.log ? schema.scope : scopeOf(log))
    if (entriesLeave(schema)) found.object = visible(schema, found)
    if (select !== null) found.object = pick(found.object, select)
    return found
  }

  /** Where the page after `offset` rows begins: a position as in a cursor; null if there are fewer rows. */
  const skip = async (
    access: StateAccess,
    prepared: Prepared,
    offset: number,
  ): Promise<Run & { readonly position: readonly Bound[] | null }> => {
    const { schema, read, compiled } = prepared
    const filling: Filling = { values: read.values, position: [], now: now(schema), offset }
    const chosen = chooser.page(schema.view, compiled, filling, offset + 1)
    const steps = compiled.skip(chosen).map((step) => filled(step, filling))
    // A costly offset says nothing about the query's cost without one.
    const far = { ...prepared, compiled: { ...compiled, heavy: false } }
    const outcome = await run(access, far, { steps, limit: 1, budget, leaving: leavingOf(schema) })
    return { steps, chosen, outcome, position: (outcome.rows[0] as Bound[] | undefined) ?? null }
  }

  const count: Queries['count'] = async (access, input) => {
    const prepared = prepare(access, input)
    const { schema, read, compiled } = prepared
    const at = now(schema)
    if (read.values.length === 0 && read.form === '{}')
      return { count: totalsOf(statement, schema.view, at).objects, exact: true }
    const filling: Filling = { values: read.values, position: [], now: at, offset: 0 }
    const step = filled(compiled.count(chooser.count(schema.view, compiled, filling)), filling)
    const outcome = await settle(access, prepared, {
      steps: [step],
      limit: 1,
      budget,
      leaving: leavingOf(schema),
    })
    return { count: outcome.cost.hits, exact: outcome.usedUp === null } satisfies CountResult
  }

  /** Everything that can be determined about a query before it runs. */
  const prepare = (access: StateAccess, input: unknown): Prepared => {
    const parsed = parseQuery(input)
    const schema = schemas.forAccess(access, parsed.from ?? onlySchemaOf(access), 'read')
    const read = readFilter(parsed.where, checkPattern)
    const form = formOf(schema, parsed, read)
    return { schema, query: parsed, read, form, compiled: compiledFor(schema, form, parsed, read) }
  }

  const compiledFor = (
    schema: Schema,
    form: string,
    { order, select }: ParsedQuery,
    { filter }: ReadFilter,
  ): Prepared['compiled'] => {
    const known = compiledBy.get(form)
    // A schema that was removed and registered again differs, even under the same name.
    if (known?.schema === schema) return known.compiled
    const compiled = { ...compileQuery({ schema, filter, order, select }), heavy: false }
    if (form.length > LONGEST_KEPT) return compiled
    if (compiledBy.size >= MAX_COMPILED) compiledBy.clear()
    compiledBy.set(form, { schema, compiled })
    return compiled
  }

  const onlySchemaOf = ({ owner, scope }: StateAccess): string => {
    const [only, ...others] = schemas
      .all()
      .filter((schema) => schema.owner === owner && schema.scope === scope)
    if (only === undefined || others.length > 0) throw queryInvalid('from', 'it names no schema')
    return only.uri
  }

  /** Errors: `asmql_cost_exceeded`. */
  const run = async (
    access: StateAccess,
    prepared: Prepared,
    job: Job,
    few: Step | null = null,
  ): Promise<Outcome> => {
    const outcome = await settle(access, prepared, job, few)
    if (outcome.usedUp !== null) throw exceeded(outcome)
    return outcome
  }

  /** Runs it here while it is cheap, using `few` if equivalent; starts again in the worker if it isn't. */
  const settle = async (
    access: StateAccess,
    prepared: Prepared,
    job: Job,
    few: Step | null = null,
  ): Promise<Outcome> => {
    const { schema, compiled } = prepared
    // The owner's own queries aren't delayed by a capability's.
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

  const leavingOf = (schema: Schema): Leaving | null => {
    if (!entriesLeave(schema)) return null
    const { row, annotations, members } = schema
    return { schema: { row, annotations, members }, now: now(schema) }
  }

  /** Null if other calls would have to wait too long. */
  const inline = (job: Job): Outcome | null => {
    const small = smaller(job.budget, db.memory ? QUERY_BUDGET : INLINE_BUDGET)
    const outcome = runHere({ ...job, budget: small })
    if (outcome === null) return null
    // Over the smaller budget, but maybe within the larger one.
    const { usedUp } = outcome
    const over = usedUp !== null && usedUp !== 'memory' && small[usedUp] < job.budget[usedUp]
    return over && !db.memory ? null : outcome
  }

  /** Null if only the worker can answer. */
  const runHere = (job: Job): Outcome | null => {
    try {
      return runJob((text) => statement(text).raw(), functions, job)
    } catch (thrown) {
      if (thrown instanceof LogNeeded) return null
      throw thrown
    }
  }

  const elsewhere = async (job: Job): Promise<Outcome> => {
    beside ??= createBeside({ path: db.name }, workerMemoryMb)
    const started = performance.now()
    const outcome = await beside.run(job)
    if (typeof outcome !== 'string') return outcome
    const cost = { rows: 0, milliseconds: performance.now() - started, hits: 0 }
    return { rows: [], cost, usedUp: outcome === 'time' ? 'milliseconds' : 'memory' }
  }

  const exceeded = ({ usedUp, cost }: Outcome) => {
    const { rows, milliseconds } = cost
    const spent = `it read ${String(rows)} rows in ${String(Math.round(milliseconds))} ms`
    const problem = usedUp === 'patternWork' || usedUp === 'memory' ? TOO_MUCH[usedUp] : spent
    return costExceeded(problem, { usedUp, rows, milliseconds: Math.round(milliseconds), budget })
  }

  const explain = ({ schema }: Prepared, runs: readonly Run[]): QueryExplanation => {
    const explained = runs.map(({ steps, chosen }) => explainSteps(statement, schema, steps, chosen))
    const sum = (of: 'rows' | 'milliseconds'): number =>
      runs.reduce((all, { outcome }) => all + outcome.cost[of], 0)
    return {
      plan: explained.flatMap(({ plan }) => plan),
      indexes: [...new Set(explained.flatMap(({ indexes }) => indexes))],
      rowsRead: sum('rows'),
      milliseconds: sum('milliseconds'),
      budget: { rows: budget.rows, milliseconds: budget.milliseconds },
      suggestions: queryLog.suggestions(schema.uri),
    }
  }

  const sortedPages = createSortedPages({ statement, chooser, cursors, budget, now, run, shown })

  return { query, count, close: async () => beside?.close() }
}

const formOf = ({ uri }: Schema, { order, select }: ParsedQuery, { form }: ReadFilter): string => {
  const sorting = order.map(({ field, direction }) => `${direction} ${JSON.stringify(field)}`).join()
  return `${uri}\0${form}\0${sorting}\0${select === null ? '' : JSON.stringify(select)}`
}

const smaller = (a: Budget, b: Budget): Budget => ({
  rows: Math.min(a.rows, b.rows),
  milliseconds: Math.min(a.milliseconds, b.milliseconds),
  bytes: Math.min(a.bytes, b.bytes),
  patternWork: Math.min(a.patternWork, b.patternWork),
})
