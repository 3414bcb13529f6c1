import type { FetchLike } from '../../network/index.ts'
import { challengeOf, signInNeeded } from './challenge.ts'
import type { Tokens } from './tokens.ts'
import type { SignInTarget } from './types.ts'
import type { Challenge } from '../../contract/server-sign-in.ts'
import { withoutToken } from './without-token.ts'

/**
 * `send` with a server's token, which is sent to that server's own origin only. A refused token is renewed
 * once without asking the owner; if only the owner can help, the call fails with `server_signin_needed`, and
 * is not repeated.
 */
export const createAuthorizedFetch = (deps: {
  readonly target: SignInTarget
  readonly send: FetchLike
  readonly tokens: Pick<Tokens, 'current' | 'renewed'>
  readonly needed: (challenge: Challenge) => void
}): FetchLike => {
  const { target, send, tokens, needed } = deps
  const { origin } = new URL(target.url)
  /** The server's response to a request, without the token that the request carried. */
  const shown = async (input: Parameters<FetchLike>[0], init: RequestInit, token: string | null) => {
    const response = await send(input, withToken(init, token))
    return token === null ? response : withoutToken(response, token)
  }
  return async (input, init = {}) => {
    const own = new URL(input instanceof Request ? input.url : input).origin === origin
    const token = own ? await tokens.current(target) : null
    const first = await shown(input, init, token)
    const refused = own ? await challengeOf(first) : null
    if (refused === null) return first
    await first.body?.cancel()
    const again =
      refused.reason === 'unauthorized' && token !== null ? await tokens.renewed(target, token) : null
    const second = again === null ? null : await shown(input, init, again)
    const still = second === null ? refused : await challengeOf(second)
    if (second !== null && still === null) return second
    await second?.body?.cancel()
    const challenge = still ?? refused
    needed(challenge)
    throw signInNeeded(target.uri, challenge)
  }
}

const withToken = (init: RequestInit, token: string | null): RequestInit => {
  if (token === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}
