/**
 * On whose behalf a call is made: the owner, another program (by the owner's name for it), or another agent (by its DID).
 * Approvals of one don't cover another.
 */
export type Principal =
  | { readonly kind: 'owner' }
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'agent'; readonly did: string }
export const OWNER: Principal = { kind: 'owner' }

/** The program's name, or the agent's DID, in approvals and in the activity log; null for the owner. */
export const clientOf = (principal: Principal): string | null => {
  if (principal.kind === 'program') return principal.name
  return principal.kind === 'agent' ? principal.did : null
}
