import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sha256Hex } from '../../platform/sha256.ts'

/** How long a token counts, in seconds. */
const TOKEN_SECONDS = 15 * 60
/** Tokens of one agent that count at a time, so that none can push out those of others. */
const MAX_EACH = 4
const MAX_AGENTS = 2500

interface Issued {
  readonly hash: string
  readonly host: string
  /** In ms since 1970. */
  readonly until: number
}

/**
 * Tokens in place of a signature for a while (anp.md 2): for the agent that signed, at the host it signed for. Kept as
 * hashes and in memory: after a restart, an agent signs again.
 */
export interface Tokens {
  issue(input: { did: string; host: string }): { readonly token: string; readonly seconds: number }
  /** Whose it is; null if it is none of ours, for another host, or over. */
  find(token: string, host: string): string | null
  revoke(did: string): void
}

export const createTokens = (now: () => Date): Tokens => {
  const owners = new Map<string, string>()
  const byAgent = new LRUCache<string, readonly Issued[]>({
    max: MAX_AGENTS,
    noDisposeOnSet: true,
    dispose: (issued) => {
      for (const { hash } of issued) owners.delete(hash)
    },
  })

  return {
    issue: ({ did, host }) => {
      const token = randomBytes(32).toString('base64url')
      const hash = sha256Hex(token)
      const before = byAgent.get(did) ?? []
      const kept = before.filter(({ until }) => until > now().getTime()).slice(1 - MAX_EACH)
      for (const one of before) if (!kept.includes(one)) owners.delete(one.hash)
      byAgent.set(did, [...kept, { hash, host, until: now().getTime() + TOKEN_SECONDS * 1000 }])
      owners.set(hash, did)
      return { token, seconds: TOKEN_SECONDS }
    },
    find: (token, host) => {
      const hash = sha256Hex(token)
      const did = owners.get(hash)
      const issued = did === undefined ? undefined : byAgent.get(did)?.find((one) => one.hash === hash)
      if (did === undefined || issued === undefined) return null
      return issued.host === host && issued.until > now().getTime() ? did : null
    },
    revoke: (did) => {
      byAgent.delete(did)
    },
  }
}
