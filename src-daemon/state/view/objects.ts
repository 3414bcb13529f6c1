import { z } from 'zod'
import type { JsonObject } from '../json.ts'
import type { Schema } from '../schema/schemas.ts'
import type { Statements } from '../statements.ts'
import type { StateObject } from '../../contract/state.ts'
import type { ViewRow } from './rows.ts'

/**
 * A row of the view as others see it. `scope` is that of the log the object was made in: a capability that moved to another
 * memory scope keeps what it made before where it was made, and goes on finding it (see `createQuery`). `object`: what is shown of it.
 */
export const toStateObject = (
  schema: Schema,
  row: ViewRow,
  scope = schema.scope,
  object: JsonObject = row.object,
): StateObject => {
  const made: StateObject = {
    id: row.id,
    schemaUri: schema.uri,
    scope,
    owner: schema.owner,
    version: row.version,
    object,
    updatedAt: row.updatedAt,
  }
  if (row.conflicts !== null) made.conflicts = row.conflicts as Record<string, unknown[]>
  if (row.invalid !== null) made.invalid = row.invalid
  if (row.expiresAt !== null) made.expiresAt = new Date(row.expiresAt).toISOString()
  return made
}

/** Names the scope of a log by its number; logs are never renamed. */
export const createScopeNames = (statement: Statements): ((log: number) => string) => {
  const names = new Map<number, string>()
  return (log) => {
    const known = names.get(log)
    if (known !== undefined) return known
    const name = z.string().parse(statement('SELECT scope FROM state_logs WHERE id = ?').pluck().get(log))
    names.set(log, name)
    return name
  }
}
