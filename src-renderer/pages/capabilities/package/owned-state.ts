import type { ScopeSummary } from '../../../../src-daemon/contract/state.ts'

/** The kinds of objects a capability owns, with their numbers. */
export const ownedBy = (
  scopes: readonly ScopeSummary[],
  capUri: string,
): readonly ScopeSummary['schemas'][number][] =>
  scopes.filter((scope) => scope.owner === capUri).flatMap((scope) => scope.schemas)
