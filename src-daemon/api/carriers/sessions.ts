import { randomBytes } from 'node:crypto'
import { sha256 } from '../../platform/sha256.ts'

const LINK_LIFETIME_MS = 10 * 60 * 1000

/**
 * One-time tokens and the sessions they are exchanged for. Only hashes are stored. Cookies don't distinguish ports, so
 * the cookie's name contains the port; otherwise two Satchels on one computer would log each other out.
 */
export const createSessions = (now: () => number = Date.now) => {
  const links = new Map<string, number>()
  const sessions = new Set<string>()

  const cookieName = (port: number) => `satchel_${String(port)}`

  return {
    /** Creates a token that `exchange` accepts once, within ten minutes. */
    issue: (): { token: string; expiresAt: string } => {
      const token = secret()
      const expires = now() + LINK_LIFETIME_MS
      links.set(digest(token), expires)
      return { token, expiresAt: new Date(expires).toISOString() }
    },

    /** The `Set-Cookie` value of a new session; null if the token is unknown, used or expired. */
    exchange: (token: string, port: number): string | null => {
      const key = digest(token)
      const expires = links.get(key)
      links.delete(key)
      if (expires === undefined || expires < now()) return null
      const session = secret()
      sessions.add(digest(session))
      return `${cookieName(port)}=${session}; HttpOnly; SameSite=Strict; Path=/`
    },

    /** Whether a `Cookie` header contains a valid session. */
    holds: (header: string | undefined, port: number): boolean =>
      (header ?? '').split(';').some((pair) => {
        const [name, value] = pair.trim().split('=', 2)
        return name === cookieName(port) && value !== undefined && sessions.has(digest(value))
      }),
  }
}

const secret = (): string => randomBytes(32).toString('base64url')

/** Looking up hashes instead of tokens makes the timing independent of the attacker's guess. */
const digest = (value: string): string => sha256(value).toString('base64url')
