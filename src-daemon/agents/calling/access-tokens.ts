import { LRUCache } from 'lru-cache'

/** Tokens that servers gave us in place of a signature, in memory only: each for one identity at one origin. */
export interface AccessTokens {
  get(did: string, url: string): string | null
  put(did: string, url: string, token: string): void
  drop(did: string, url: string): void
}

const MAX_TOKENS = 500
/** Servers say for how long theirs are good; we forget them after a quarter of an hour all the same. */
const KEPT_MS = 15 * 60_000
const MAX_LENGTH = 8 * 1024

export const createAccessTokens = (): AccessTokens => {
  const tokens = new LRUCache<string, string>({ max: MAX_TOKENS, ttl: KEPT_MS })
  const keyOf = (did: string, url: string): string => `${did} ${new URL(url).origin}`
  return {
    get: (did, url) => tokens.get(keyOf(did, url)) ?? null,
    put: (did, url, token) => {
      tokens.set(keyOf(did, url), token)
    },
    drop: (did, url) => {
      tokens.delete(keyOf(did, url))
    },
  }
}

/** The token in an answer: `Authentication-Info: access_token="…"`, or `Authorization: Bearer …` (anp.md 2). */
export const grantedToken = (headers: { get(name: string): string | null }): string | null => {
  const info = /(?:^|[\s,])access_token="([^"]*)"/i.exec(headers.get('authentication-info') ?? '')?.[1]
  const bearer = /^\s*Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
  const token = info ?? bearer ?? ''
  return token.length <= MAX_LENGTH && /^[A-Za-z0-9._~+/=-]+$/.test(token) ? token : null
}
