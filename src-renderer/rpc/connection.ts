import { version } from '../../package.json'

/** The protocol version the page and the daemon must share. */
export const PROTOCOL = 1
export const APP_VERSION: string = version

export const CLOSE_UNAUTHORIZED = 4003
export const CLOSE_SESSION_ENDED = 4005

const CLOSE_REASONS: Readonly<Record<number, RefusalCode>> = {
  4001: 'version_mismatch',
  [CLOSE_UNAUTHORIZED]: 'unauthorized',
  [CLOSE_SESSION_ENDED]: 'session_ended',
}
const BACKOFF_MS = [0, 400, 1000, 2000, 4000, 8000, 15_000] as const

/** Why the connection closed, as reported by the other end. */
export interface Failure {
  readonly code: string
  readonly params: Readonly<Record<string, string>>
}

export type RefusalCode = 'version_mismatch' | 'unauthorized' | 'session_ended'

/**
 * The status of the connection to the daemon. `refused` stays until the user acts; `waiting` retries at `nextAt` (epoch
 * ms).
 */
export type ConnectionStatus =
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'waiting'
      readonly attempt: number
      readonly nextAt: number
      readonly failure: Failure | null
    }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly params: Failure['params'] }

export interface Connection {
  readonly status: () => ConnectionStatus
  onStatus(listener: (status: ConnectionStatus) => void): () => void
  /** Retries now instead of at the next planned time; also leaves `refused`. */
  retry(): void
  /** Resolves with the URL when the next attempt may start. */
  nextAttempt(): Promise<string>
  opened(): void
  closed(code: number, reason: string): void
}

/**
 * Decides when to connect, how long to wait and when to give up. Reports every step to its listeners, so that the user
 * always knows what is going on and what can be done.
 */
export const createConnection = (deps: { readonly url: () => Promise<string> | string }): Connection => {
  let status: ConnectionStatus = { kind: 'connecting', attempt: 1 }
  let attempt = 0
  let failure: Failure | null = null
  let release: (() => void) | null = null
  const listeners = new Set<(status: ConnectionStatus) => void>()

  const nextAttempt = async (): Promise<string> => {
    attempt += 1
    if (status.kind === 'refused') await released()
    else {
      const delay = BACKOFF_MS[Math.min(attempt - 1, BACKOFF_MS.length - 1)] ?? 0
      if (delay > 0) {
        change({ kind: 'waiting', attempt, nextAt: Date.now() + delay, failure })
        await released(delay)
      }
    }
    change({ kind: 'connecting', attempt })
    return withHandshake(await deps.url())
  }

  const closed = (code: number, reason: string): void => {
    const refusal = CLOSE_REASONS[code]
    failure = readReason(reason)
    if (refusal !== undefined) change({ kind: 'refused', code: refusal, params: failure?.params ?? {} })
    else if (status.kind === 'open') change({ kind: 'connecting', attempt: 1 })
  }

  const opened = (): void => {
    attempt = 0
    failure = null
    change({ kind: 'open' })
  }

  const retry = (): void => {
    attempt = 0
    if (status.kind === 'refused') change({ kind: 'connecting', attempt: 1 })
    release?.()
  }

  const released = (afterMs?: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = afterMs === undefined ? undefined : setTimeout(() => release?.(), afterMs)
      release = () => {
        release = null
        clearTimeout(timer)
        resolve()
      }
    })

  const change = (next: ConnectionStatus): void => {
    status = next
    for (const listener of listeners) listener(next)
  }

  return {
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener)
      listener(status)
      return () => listeners.delete(listener)
    },
    retry,
    nextAttempt,
    opened,
    closed,
  }
}

/**
 * The URL with this page's protocol version, so that the daemon refuses an incompatible client instead of misreading
 * it.
 */
export const withHandshake = (base: string): string => {
  const url = new URL(base)
  url.searchParams.set('protocol', String(PROTOCOL))
  url.searchParams.set('version', APP_VERSION)
  return url.href
}

/** A close reason `{code, params}`; null when it has another shape, as when the other end vanished. */
const readReason = (reason: string): Failure | null => {
  try {
    const parsed: unknown = JSON.parse(reason)
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return null
    const params =
      'params' in parsed && typeof parsed.params === 'object' && parsed.params !== null ? parsed.params : {}
    return {
      code: String(parsed.code),
      params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
    }
  } catch {
    return null
  }
}
