/** How a query was executed, and which index would help. */
import { z } from 'zod'
import type { Statements } from '../base/statements.ts'
import type { QueryExplanation } from '../../contract/state.ts'
import type { Access } from './access.ts'
import type { Cost } from './meter.ts'
import { viewColumnsOf } from '../view/columns.ts'
import { indexNameOf } from '../view/tables.ts'
import type { Schema } from '../schema/schema.ts'
import type { Step } from './run.ts'

const planSchema = z.array(z.object({ detail: z.string() }))
const MAX_SUGGESTIONS = 3
/** Below this many rows an index makes no noticeable difference. */
const MANY_ROWS = 500

/** SQLite's plan for the steps of a query. */
export const explainSteps = (
  statement: Statements,
  { shape, view }: Pick<Schema, 'shape' | 'view'>,
  steps: readonly Step[],
  access: Access | null,
): Pick<QueryExplanation, 'plan' | 'indexes'> => {
  const plan = steps.flatMap(({ metered: { text, params } }) =>
    planSchema.parse(statement(`EXPLAIN QUERY PLAN ${text}`).all(...params, 1)).map(({ detail }) => detail),
  )
  const byColumn = viewColumnsOf(shape).keys.filter(({ column }) =>
    plan.some((line) => line.split(' ').includes(indexNameOf(view, column))),
  )
  const indexes = byColumn.map(({ path }) => path.join('.'))
  if (access !== null && access.column === null) indexes.push(access.field)
  return { plan, indexes }
}

/** Fields queried without an index since the start, and the cost: candidates for `x-index: true`. */
export interface QueryLog {
  note(schemaUri: string, scanned: ReadonlySet<string>, cost: Cost): void
  suggestions(schemaUri: string): string[]
}

export const createQueryLog = (): QueryLog => {
  const rowsOf = new Map<string, Map<string, number>>()
  return {
    note: (schemaUri, scanned, { rows }) => {
      if (rows < MANY_ROWS) return
      const fields = rowsOf.get(schemaUri) ?? new Map<string, number>()
      rowsOf.set(schemaUri, fields)
      for (const field of scanned) fields.set(field, (fields.get(field) ?? 0) + rows)
    },
    suggestions: (schemaUri) =>
      [...(rowsOf.get(schemaUri) ?? [])]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_SUGGESTIONS)
        .map(([field]) => field),
  }
}
