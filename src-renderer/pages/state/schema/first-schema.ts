import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'

/**
 * The schema to open when the address names none: the last viewed while it has objects, else the first with objects of
 * a capability. What Satchel stores for itself is never opened automatically. Null: nothing to open.
 */
export const firstSchema = (scopes: readonly ScopeSummary[], last: string | null): string | null => {
  const filled = scopes.flatMap(({ owner, schemas }) =>
    schemas.filter((schema) => schema.count > 0).map(({ schemaUri }) => ({ owner, schemaUri })),
  )
  const chosen = filled.find((one) => one.schemaUri === last) ?? filled.find((one) => one.owner !== 'core')
  return chosen?.schemaUri ?? null
}

/** Whether no capability has stored anything yet. */
export const nothingKept = (scopes: readonly ScopeSummary[]): boolean =>
  scopes.every((scope) => scope.owner === 'core' || scope.schemas.every((schema) => schema.count === 0))
