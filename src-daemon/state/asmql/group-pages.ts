/** Pages of groups, for queries with `group` or `aggregate`. */
import type { QueryExplanation, StateGroup } from '../../contract/state.ts'
import type { Schema, StateAccess } from '../schema/schema.ts'
import type { Access } from './access.ts'
import type { Chooser } from './choose.ts'
import type { Cursors } from './cursor.ts'
import { pageOfGroups, positionLength } from './groups.ts'
import type { Budget } from './meter.ts'
import { filled, type Filling, type Prepared } from './prepared.ts'
import { costExceeded, queryInvalid } from './problems.ts'
import type { Job, Outcome, Step } from './run.ts'
import type { Leaving } from './shown.ts'
import type { Page } from './sorted-pages.ts'

export interface QueryResult extends Page {
  /** The result if the query has groups; there are no items then. */
  readonly groups?: readonly StateGroup[]
  /** If `explain` was requested. */
  readonly explain?: QueryExplanation
}

/** How something was read, and its result. */
export interface Run {
  readonly steps: readonly Step[]
  readonly chosen: Access | null
  readonly outcome: Outcome
}

/** They are sorted in memory. */
const MAX_GROUPS = 10_000

export interface GroupPagesDeps {
  readonly chooser: Chooser
  readonly cursors: Cursors
  readonly budget: Budget
  readonly now: (schema: Schema) => number
  readonly leavingOf: (schema: Schema) => Leaving | null
  /** Errors: `asmql_cost_exceeded`. */
  readonly run: (access: StateAccess, prepared: Prepared, job: Job) => Promise<Outcome>
  readonly explain: (prepared: Prepared, runs: readonly Run[]) => QueryExplanation
}

type GroupPages = (
  access: StateAccess,
  prepared: Prepared,
  asked: NonNullable<Prepared['compiled']['groups']>,
  identity: string,
  offset: number,
) => Promise<QueryResult>

export const createGroupPages = (deps: GroupPagesDeps): GroupPages => {
  const { chooser, cursors, budget, now, leavingOf, run, explain } = deps

  return async (access, prepared, asked, identity, offset) => {
    const { schema, query: parsed, read, compiled } = prepared
    if (offset !== 0) throw queryInvalid('offset', 'groups have pages only')
    const { order, limit } = parsed
    const length = positionLength(asked.columns, order)
    const after = parsed.cursor === null ? null : cursors.read(identity, length - 1, parsed.cursor)
    const filling: Filling = { values: read.values, position: [], now: now(schema), offset: 0 }
    const chosen = chooser.count(schema.view, compiled, filling)
    const steps = [filled(asked.step(chosen), filling)]
    const job = { steps, limit: MAX_GROUPS + 1, budget, leaving: leavingOf(schema) }
    const outcome = await run(access, prepared, job)
    if (outcome.rows.length > MAX_GROUPS)
      throw costExceeded(`there are more than ${String(MAX_GROUPS)} groups`, { usedUp: 'groups' })
    const page = pageOfGroups(outcome.rows, asked.columns, { order, limit, after })
    return {
      items: [],
      groups: page.groups,
      cursor: page.next === null ? null : cursors.write(identity, page.next),
      ...(parsed.explain && { explain: explain(prepared, [{ steps, chosen, outcome }]) }),
    }
  }
}
