import type { ScopeSummary } from '../../../src-daemon/state/types.ts'

/**
 * The list to open when the address names none: the one looked at last while it has objects, else the first that has
 * some; what capabilities keep comes before what Satchel keeps for itself. Null when everything is empty.
 */
export const firstSchema = (scopes: readonly ScopeSummary[], last: string | null): string | null => {
  const ordered = [
    ...scopes.filter((one) => one.owner !== 'core'),
    ...scopes.filter((one) => one.owner === 'core'),
  ]
  const filled = ordered.flatMap((scope) => scope.schemas).filter((schema) => schema.count > 0)
  return (filled.find((one) => one.schemaUri === last) ?? filled[0])?.schemaUri ?? null
}
