/**
 * Whose call it is: the owner's, another program's (by the name the owner knows it by), or another agent's (by its DID).
 * What was allowed to one holds for no other.
 */
export type Principal =
  | { readonly kind: 'owner' }
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'agent'; readonly did: string }
export const OWNER: Principal = { kind: 'owner' }

/** The program's name in approvals and in the activity log; null for the owner and for agents. */
export const clientOf = (principal: Principal): string | null =>
  principal.kind === 'program' ? principal.name : null
