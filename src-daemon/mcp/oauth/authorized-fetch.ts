import type { FetchLike } from '../../network/index.ts'
import { challengeOf, signInNeeded } from './challenge.ts'
import type { Tokens } from './tokens.ts'
import type { SignInTarget } from './types.ts'
import type { Challenge } from '../../contract/server-sign-in.ts'

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
  /** Called with each token before it is sent, because a server may echo it. */
  readonly hide: (token: string) => void
}): FetchLike => {
  const { target, send, tokens, needed, hide } = deps
  const { origin } = new URL(target.url)
  const sendWith = (input: Parameters<FetchLike>[0], init: RequestInit, token: string | null) => {
    if (token !== null) hide(token)
    return send(input, withToken(init, token))
  }
  return async (input, init = {}) => {
    const own = new URL(input instanceof Request ? input.url : input).origin === origin
    const token = own ? await tokens.current(target) : null
    const first = await sendWith(input, init, token)
    const refused = own ? await challengeOf(first) : null
    if (refused === null) return first
    await first.body?.cancel()
    const again =
      refused.reason === 'unauthorized' && token !== null ? await tokens.renewed(target, token) : null
    const second = again === null ? null : await sendWith(input, init, again)
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
