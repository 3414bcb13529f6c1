import { isConnectionHeader } from '../platform/http-headers.ts'

/** What describes the exchange, and may be told to another site than the one it was meant for. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-language', 'content-type', 'user-agent'])

/** `init` without the headers nobody above the network guard may set; cookies are never sent (acp.md 8). */
export const withoutConnectionHeaders = (init: RequestInit): RequestInit =>
  withHeaders(init, (name) => !isConnectionHeader(name))

/**
 * What a redirect changes of a request, as browsers do it. To another origin goes nothing that may be a credential: any header may carry
 * one, so only those that cannot are left.
 */
export const redirected = (init: RequestInit, status: number, crossOrigin: boolean): RequestInit => {
  const kept = crossOrigin ? withHeaders(init, (name) => HARMLESS.has(name)) : init
  const becomesGet = status === 303 || ((status === 301 || status === 302) && init.method === 'POST')
  return becomesGet
    ? { ...withHeaders(kept, (name) => name !== 'content-type'), method: 'GET', body: null }
    : kept
}

const withHeaders = (init: RequestInit, keep: (name: string) => boolean): RequestInit => ({
  ...init,
  headers: Object.fromEntries([...new Headers(init.headers)].filter(([name]) => keep(name))),
})
