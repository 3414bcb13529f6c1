/** `state.query` and counting: finds objects page by page. */
import type { Database } from '../../storage/index.ts'
import type { JsonObject } from '../base/json.ts'
import type { Schema, StateAccess } from '../schema/schema.ts'
import type { Schemas } from '../objects/schemas.ts'
import type { Statements } from '../base/statements.ts'
import type { CountResult, QueryExplanation, StateObject } from '../../contract/state.ts'
import { entriesLeave } from '../view/expiry.ts'
import { createScopeNames, type ViewRow } from '../view/rows.ts'
import { totalsOf } from '../view/scopes.ts'
import { filled, type Filling, type Prepared } from './prepared.ts'
import { createChooser } from './choose.ts'
import { createCursors } from './cursor.ts'
import { createQueryLog, explainSteps } from './explain.ts'
import { type FoundRow, pick, positionOf, stateObjectOf } from './found.ts'
import type { Bound } from './fragment.ts'
import { installFunctions } from './functions.ts'
import type { Budget } from './meter.ts'
import { createGroupPages, type QueryResult, type Run } from './group-pages.ts'
import { createNarrow } from './narrow.ts'
import { createPrepare } from './prepare.ts'
import { queryInvalid } from './problems.ts'
import { createRunner, QUERY_BUDGET } from './runner.ts'
import { createSortedPages } from './sorted-pages.ts'
import type { Leaving } from './shown.ts'

export type { QueryResult }

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
   * metered; long queries run in parallel to other calls. `from`: the schema of a query that names none. `offset`: the
   * number of rows to skip first, for showing rows by number; it isn't part of ASM-QL, excludes a cursor, and each
   * skipped row counts as read. Errors: `asmql_invalid`, `asmql_unknown_member`, `asmql_unknown_operator`,
   * `asmql_unknown_field`, `asmql_cursor_invalid`, `asmql_cost_exceeded`, `schema_unknown`, `permission_denied`.
   */
  query(
    access: StateAccess,
    query: unknown,
    options?: { readonly from?: string | undefined; readonly offset?: number | undefined },
  ): Promise<QueryResult>
  /** The number of objects `from` and `where` find. Errors: those of `query`. */
  count(access: StateAccess, query: unknown): Promise<CountResult>
  /** Ends the worker. */
  close(): Promise<void>
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
  const scopeOf = createScopeNames(statement)
  const chooser = createChooser(statement)
  const queryLog = createQueryLog()
  const { narrow, isStale } = createNarrow(db, statement)
  const cursors = createCursors(cursorKey)
  const prepare = createPrepare(schemas, functions.checkPattern)
  const runner = createRunner({ db, statement, functions, queryLog, isStale, workerMemoryMb })

  const query: Queries['query'] = async (access, input, { from, offset = 0 } = {}) => {
    const prepared = prepare(access, input, from)
    const { schema, query: parsed, read, compiled, form } = prepared
    const identity = `${form}\0${JSON.stringify(read.values)}`
    if (offset !== 0 && (parsed.cursor !== null || !Number.isSafeInteger(offset) || offset < 0))
      throw queryInvalid('offset', 'it is not a whole number on the first page')
    if (compiled.groups !== null) return groupPages(access, prepared, compiled.groups, identity, offset)
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
    const outcome = await runner.run(access, prepared, job, few)
    // What the steps of a page select.
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
    const outcome = await runner.run(access, far, { steps, limit: 1, budget, leaving: leavingOf(schema) })
    return { steps, chosen, outcome, position: (outcome.rows[0] as Bound[] | undefined) ?? null }
  }

  const count: Queries['count'] = async (access, input) => {
    const prepared = prepare(access, input)
    const { schema, read, compiled } = prepared
    if (compiled.groups !== null) throw queryInvalid('group', 'objects are counted, not groups')
    const at = now(schema)
    if (read.values.length === 0 && read.form === '{}')
      return { count: totalsOf(statement, schema.view, at).objects, exact: true }
    const filling: Filling = { values: read.values, position: [], now: at, offset: 0 }
    const step = filled(compiled.count(chooser.count(schema.view, compiled, filling)), filling)
    const outcome = await runner.runUpToBudget(access, prepared, {
      steps: [step],
      limit: 1,
      budget,
      leaving: leavingOf(schema),
    })
    return { count: outcome.cost.hits, exact: outcome.usedUp === null } satisfies CountResult
  }

  const leavingOf = (schema: Schema): Leaving | null => {
    if (!entriesLeave(schema)) return null
    const { row, annotations, members } = schema
    return { schema: { row, annotations, members }, now: now(schema) }
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

  const sortedPages = createSortedPages({ statement, chooser, cursors, budget, now, run: runner.run, shown })

  const groupPages = createGroupPages({ chooser, cursors, budget, now, leavingOf, run: runner.run, explain })

  return { query, count, close: runner.close }
}
