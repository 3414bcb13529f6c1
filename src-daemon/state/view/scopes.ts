import { z } from 'zod'
import type { Schema } from '../schema/schema.ts'
import { modelName } from '../schema/uri.ts'
import type { Statements } from '../base/statements.ts'
import type { ScopeSummary } from '../../contract/state.ts'

const totalsSchema = z.object({ objects: z.int(), bytes: z.int(), conflicts: z.int(), invalid: z.int() })
export type ViewTotals = z.infer<typeof totalsSchema>

/**
 * What is in the view of a schema now, without what has expired. Totals are updated with every write, and only expired
 * but not yet purged rows are looked up, by an index.
 */
export const totalsOf = (statement: Statements, view: string, now: number): ViewTotals => {
  const totals = totalsSchema.parse(
    statement('SELECT objects, bytes, conflicts, invalid FROM state_view_totals_now WHERE view = ?').get(
      view,
    ),
  )
  const expired = totalsSchema.parse(
    statement(
      `SELECT count(*) AS objects, coalesce(sum(octet_length(object)), 0) AS bytes, count(conflicts) AS conflicts, count(invalid) AS invalid
       FROM ${view} WHERE expires_at < ? AND deleted = 0`,
    ).get(now),
  )
  return {
    objects: totals.objects - expired.objects,
    bytes: totals.bytes - expired.bytes,
    conflicts: totals.conflicts - expired.conflicts,
    invalid: totals.invalid - expired.invalid,
  }
}

/**
 * What is stored in each scope of each owner. A schema counts where it is registered now, wherever its objects were
 * created.
 */
export const summarise = (
  schemas: readonly Schema[],
  statement: Statements,
  now = Date.now(),
): readonly ScopeSummary[] => {
  const summaryOf = ({
    uri,
    body,
    view,
    annotations,
    presentation,
  }: Schema): ScopeSummary['schemas'][number] => {
    const { objects: count, ...totals } = totalsOf(statement, view, now)
    const title = typeof body['title'] === 'string' ? body['title'] : modelName(uri)
    const { visibility } = annotations
    return { schemaUri: uri, title, schema: body, presentation, visibility, count, ...totals }
  }

  const byScope = Map.groupBy(schemas, ({ log }) => log)
  return [...byScope.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [{ scope: first.scope, owner: first.owner, title: first.title, schemas: group.map(summaryOf) }]
  })
}
