import type { ErrorView } from '../../src-daemon/contract/errors.ts'

/** The one-time token of `#token=...`, or null. It is in the fragment, which browsers never send to a server. */
export const tokenInAddress = (hash: string): string | null => /^#token=([^&]+)/.exec(hash)?.[1] ?? null

/**
 * In a browser: exchanges the address's one-time token for a session cookie, and removes it from the address bar and
 * the history. Returns null if there is nothing to exchange or the exchange succeeded; later loads use the cookie.
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
    // The address doesn't answer: the connection reports it and keeps trying.
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
