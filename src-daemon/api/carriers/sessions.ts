import { randomBytes } from 'node:crypto'
import type { SessionEnd } from '../core/handshake.ts'
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'

const MINUTE_MS = 60 * 1000
const LINK_LIFETIME_MS = 10 * MINUTE_MS
/** A session ends this long after its last page has closed. */
const IDLE_MS = 30 * MINUTE_MS
/** A session ends this long after it began, whatever happens in it. */
const SESSION_LIFETIME_MS = 12 * 60 * MINUTE_MS
/** The secrets can't be guessed; attempts are slowed down anyway. */
const MAX_WRONG_PER_MINUTE = 20

/** What a connection gets when it enters a session. */
export interface Admission {
  /** The connection has closed. */
  leave(): void
  /** Ends the session, and with it every connection in it. */
  signOut(): void
}

export interface Sessions {
  /** Creates a token that `exchange` accepts once, within ten minutes. `onSpent`: called when it is used or expired. */
  issue(onSpent?: () => void): { token: string; expiresAt: string }
  /** The secret of a new session. Errors: `wrong_token` (unknown, used or expired), `too_many_attempts`. */
  exchange(token: string): string
  /**
   * Lets a connection into the session with that secret; `onEnd` is called if the session ends before it leaves.
   * Errors: `wrong_token`, `session_ended`.
   */
  enter(secret: string, onEnd: (why: SessionEnd) => void): Admission
  /** Ends what has expired. To be called now and then. */
  endDue(): void
  /** Ends everything. */
  close(): void
}

interface Session {
  readonly begunAt: number
  /** When its last connection left. */
  leftAt: number
  readonly connections: Set<(why: SessionEnd) => void>
  /** Kept after it has ended, so that a returning page learns why. */
  ended: SessionEnd | null
}

/** One-time tokens and the sessions they are exchanged for. Only hashes of either are kept. */
export const createSessions = (now: () => number = Date.now): Sessions => {
  const links = new Map<string, { readonly expires: number; readonly onSpent: () => void }>()
  const sessions = new Map<string, Session>()
  let wrongSince = 0
  let wrong = 0

  const countWrong = (): SatchelError<'wrong_token'> => {
    if (now() - wrongSince >= MINUTE_MS) {
      wrongSince = now()
      wrong = 0
    }
    wrong += 1
    return new SatchelError('wrong_token')
  }

  const spend = (key: string): void => {
    const link = links.get(key)
    links.delete(key)
    link?.onSpent()
  }

  const end = (session: Session, why: SessionEnd): void => {
    if (session.ended !== null) return
    session.ended = why
    for (const onEnd of session.connections) onEnd(why)
    session.connections.clear()
  }

  const endDue = (): void => {
    for (const [key, { expires }] of links) if (expires <= now()) spend(key)
    for (const session of sessions.values())
      if (now() - session.begunAt >= SESSION_LIFETIME_MS) end(session, 'expired')
      else if (session.connections.size === 0 && now() - session.leftAt >= IDLE_MS) end(session, 'idle')
  }

  return {
    issue: (onSpent = () => undefined) => {
      const token = secretText()
      const expires = now() + LINK_LIFETIME_MS
      links.set(digest(token), { expires, onSpent })
      return { token, expiresAt: new Date(expires).toISOString() }
    },

    exchange: (token) => {
      endDue()
      if (wrong >= MAX_WRONG_PER_MINUTE && now() - wrongSince < MINUTE_MS)
        throw new SatchelError('too_many_attempts')
      const key = digest(token)
      if (!links.has(key)) throw countWrong()
      spend(key)
      const secret = secretText()
      sessions.set(digest(secret), {
        begunAt: now(),
        leftAt: now(),
        connections: new Set(),
        ended: null,
      })
      return secret
    },

    enter: (secret, onEnd) => {
      endDue()
      const session = sessions.get(digest(secret))
      if (session === undefined) throw countWrong()
      if (session.ended !== null) throw new SatchelError('session_ended', { params: { why: session.ended } })
      session.connections.add(onEnd)
      return {
        leave: () => {
          if (session.connections.delete(onEnd)) session.leftAt = now()
        },
        signOut: () => {
          end(session, 'signed_out')
        },
      }
    },

    endDue,

    close: () => {
      for (const key of [...links.keys()]) spend(key)
      for (const session of sessions.values()) end(session, 'closed')
    },
  }
}

const secretText = (): string => randomBytes(32).toString('base64url')

/** Looking up hashes instead of secrets makes the timing independent of the attacker's guess. */
const digest = (value: string): string => sha256(value).toString('base64url')
