import { SatchelError } from '../../platform/errors.ts'
import { challengeSchema, type Challenge } from '../../contract/server-sign-in.ts'

/**
 * What a refusal (401, or 403 with `insufficient_scope`) asks for; null for any other response. Values beyond
 * the bounds are ignored.
 * Rules: RFC 6750 3, RFC 9728 5.1, MCP authorization.
 */
export const challengeOf = async (response: Response): Promise<Challenge | null> => {
  if (response.status !== 401 && response.status !== 403) return null
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  if (response.status === 403 && error !== 'insufficient_scope') return null
  const { shape } = challengeSchema
  return {
    reason: response.status === 401 ? 'unauthorized' : 'insufficient_scope',
    resourceMetadata: shape.resourceMetadata.safeParse(resourceMetadataUrl?.href ?? null).data ?? null,
    scope: shape.scope.safeParse(scope ?? null).data ?? null,
  }
}

/** The error of a call without a sign-in. */
export const signInNeeded = (server: string, challenge: Challenge): SatchelError =>
  new SatchelError('server_signin_needed', { params: { server }, details: { server, challenge } })

/** The challenge in a stored failure; null for any other failure. */
export const challengeIn = (failure: SatchelError | null): Challenge | null => {
  if (failure?.code !== 'server_signin_needed') return null
  const { details } = failure
  const given =
    typeof details === 'object' && details !== null && 'challenge' in details ? details.challenge : null
  return challengeSchema.safeParse(given).data ?? null
}
