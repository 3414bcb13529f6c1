import type { AuthorizationInfo } from '../../../../src-daemon/contract/authorizations.ts'

export type AuthorizationState = 'active' | 'expired' | 'revoked'

/** Whether an authorization still allows something at `now` (epoch ms). */
export const authorizationState = (
  { revokedAt, expiresAt }: Pick<AuthorizationInfo, 'revokedAt' | 'expiresAt'>,
  now: number,
): AuthorizationState => {
  if (revokedAt !== null) return 'revoked'
  return Date.parse(expiresAt) <= now ? 'expired' : 'active'
}
