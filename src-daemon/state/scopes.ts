import { z } from 'zod'
import type { Schema } from './schemas.ts'
import { modelName } from './schema-uri.ts'
import type { Statements } from './statements.ts'
import type { ScopeSummary } from './types.ts'

const countsSchema = z.object({ count: z.int(), bytes: z.int() })

/** What is kept in each scope of each owner. */
export const summarise = (schemas: readonly Schema[], statement: Statements): readonly ScopeSummary[] => {
  const summaryOf = ({ uri, body, view, log }: Schema): ScopeSummary['schemas'][number] => {
    const counted = statement(
      `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM ${view} WHERE log = ? AND deleted = 0`,
    ).get(log)
    const title = typeof body['title'] === 'string' ? body['title'] : modelName(uri)
    return { schemaUri: uri, title, schema: body, ...countsSchema.parse(counted) }
  }

  const byScope = Map.groupBy(schemas, ({ log }) => log)
  return [...byScope.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return [{ scope: first.scope, owner: first.owner, title: first.title, schemas: group.map(summaryOf) }]
  })
}
