import type { ErrorView } from '../../src-daemon/contract/errors.ts'

/**
 * The session's secret, only for this tab and this origin with its port. It travels only inside the WebSocket: a cookie
 * would go to every port of this computer, and an address is kept in places others can read.
 */
const SECRET = 'satchel.session'
/** Why the last session ended, for a tab that is loaded again. */
const ENDED = 'satchel.sessionEnded'

export const sessionSecret = (): string | null => sessionStorage.getItem(SECRET)
export const lastEnd = (): string => sessionStorage.getItem(ENDED) ?? ''

/** Keeps why the session ended, in the daemon's words, instead of its secret. */
export const forgetSession = (reason: string): void => {
  sessionStorage.removeItem(SECRET)
  sessionStorage.setItem(ENDED, reason)
}

/** The one-time token of `#token=...`, or null. It is in the fragment, which browsers never send to a server. */
export const tokenInAddress = (hash: string): string | null => /^#token=([^&]+)/.exec(hash)?.[1] ?? null

/**
 * In a browser: exchanges the address's one-time token for a session, and removes it from the address bar and the
 * history. Returns null if there is nothing to exchange or the exchange succeeded; later loads of the tab keep the
 * session.
 */
export const exchangeToken = async (): Promise<ErrorView | null> => {
  const token = tokenInAddress(window.location.hash)
  if (token === null) return null
  window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#/`)
  try {
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: decodeURIComponent(token) }),
      credentials: 'omit',
    })
    const body = await answer.text()
    const session = answer.ok ? sessionIn(body) : null
    if (session === null) return errorOf(body)
    sessionStorage.setItem(SECRET, session)
    sessionStorage.removeItem(ENDED)
    return null
  } catch {
    // The port closed meanwhile; the page says how to get a new link.
    return null
  }
}

/**
 * In a browser: pasting a new link into a tab that already shows the app only changes the fragment. The page then
 * reloads, because a session belongs to a page load.
 */
export const followNewLinks = (): void => {
  window.addEventListener('hashchange', ({ newURL }) => {
    if (tokenInAddress(new URL(newURL).hash) === null) return
    window.history.replaceState(null, '', newURL)
    window.location.reload()
  })
}

const sessionIn = (body: string): string | null => {
  const parsed: unknown = JSON.parse(body)
  if (typeof parsed !== 'object' || parsed === null || !('session' in parsed)) return null
  return typeof parsed.session === 'string' ? parsed.session : null
}

const errorOf = (body: string): ErrorView => {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && 'code' in parsed)
      return {
        code: String(parsed.code),
        message: 'message' in parsed ? String(parsed.message) : '',
        action: 'action' in parsed ? String(parsed.action) : '',
      }
  } catch {
    // Not JSON: something other than the daemon answered; the code below reports that.
  }
  return { code: 'unauthorized', message: '', action: '', details: body.slice(0, 500) }
}
