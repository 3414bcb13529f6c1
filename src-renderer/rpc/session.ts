import type { ErrorView } from '../../src-daemon/contract/errors.ts'

/** The one-time token of `#token=...`, or null. It stands in the fragment, which no browser sends to a server. */
export const tokenInAddress = (hash: string): string | null => /^#token=([^&]+)/.exec(hash)?.[1] ?? null

/**
 * In a browser: exchanges the one-time token of the address for a session cookie, and takes it out of the address bar
 * and the history. Null when there is nothing to exchange or the exchange succeeded; later loads use the cookie.
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
      credentials: 'same-origin',
    })
    return answer.ok ? null : errorOf(await answer.text())
  } catch {
    // Nobody answers at this address: the connection says so, and keeps trying.
    return null
  }
}

/**
 * In a browser: a new link pasted into a tab that already shows the app changes the fragment alone. The page starts anew with
 * it, because a session belongs to a whole page.
 */
export const followNewLinks = (): void => {
  window.addEventListener('hashchange', ({ newURL }) => {
    if (tokenInAddress(new URL(newURL).hash) === null) return
    window.history.replaceState(null, '', newURL)
    window.location.reload()
  })
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
    // Not JSON: something else than the daemon answered, which the code below says.
  }
  return { code: 'unauthorized', message: '', action: '', details: body.slice(0, 500) }
}
