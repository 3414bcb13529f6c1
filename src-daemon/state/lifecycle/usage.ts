import type { Schema } from '../schema/schema.ts'
import type { Schemas } from '../objects/schemas.ts'
import { modelName } from '../schema/uri.ts'
import type { Statements } from '../base/statements.ts'
import type { ScopeUsage } from '../../contract/state-lifecycle.ts'
import { largestObjects, type Quotas, snapshotBytesOf, spaceOf } from '../objects/quotas.ts'

const LARGEST = 5

/**
 * What uses space, per scope and schema. The database maintains the sums; only the largest objects are searched for.
 */
export const usageOf = ({
  schemas,
  statement,
  quotas,
}: {
  readonly schemas: Pick<Schemas, 'all'>
  readonly statement: Statements
  readonly quotas: Pick<Quotas, 'limitOf'>
}): ScopeUsage[] => {
  const partOf = (schema: Schema): ScopeUsage['parts'][number] => {
    const { title } = schema.body
    return {
      schemaUri: schema.uri,
      title: typeof title === 'string' ? title : modelName(schema.uri),
      ...spaceOf(statement, schema),
      snapshotBytes: snapshotBytesOf(statement, schema),
      largest: largestObjects(statement, schema, LARGEST),
    }
  }

  return [...Map.groupBy(schemas.all(), ({ log }) => log)].flatMap(([log, group]) => {
    const [first] = group
    if (first === undefined) return []
    const parts = group.map(partOf)
    const bytes = parts.reduce((sum, part) => sum + part.objectBytes + part.changeBytes, 0)
    const { owner, scope, title } = first
    return [{ owner, scope, title, bytes, limit: quotas.limitOf(log), parts }]
  })
}
