import { SatchelError } from '../platform/errors.ts'

/** The variables of the environment that name a proxy, as `process.env` holds them. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>

/**
 * The proxy for a request to `url` by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` (lower-case names win, as in curl);
 * null for none. Addresses of this machine never go through a proxy. `NO_PROXY` lists names, which include their
 * subdomains, addresses and `*`; an entry may name a port.
 *
 * @throws SatchelError `proxy_unusable` for a proxy that is not an http(s) address: bypassing it would reveal what it
 * should hide
 */
export const proxyFor = (url: URL, env: ProxyVariables): URL | null => {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const written = (read(env, name) ?? read(env, 'all_proxy'))?.trim() ?? ''
  if (written === '' || isHere(url.hostname) || isExcepted(url, read(env, 'no_proxy') ?? '')) return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`
  const proxy = URL.canParse(address) ? new URL(address) : null
  if (proxy !== null && ['http:', 'https:'].includes(proxy.protocol) && proxy.hostname !== '') return proxy
  // Its address may hold a password.
  throw new SatchelError('proxy_unusable', { params: { variable: name.toUpperCase() } })
}

const read = (env: ProxyVariables, name: string): string | undefined => env[name] ?? env[name.toUpperCase()]

const isHere = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\./.test(hostname)

const isExcepted = (url: URL, list: string): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', port] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (port !== undefined && port !== portOf(url)) return false
      const name = host.replace(/^\*?\./, '')
      const hostname = url.hostname.replace(/^\[|\]$/g, '')
      return (
        name === '*' ||
        (name !== '' && (hostname === name.replace(/^\[|\]$/g, '') || hostname.endsWith(`.${name}`)))
      )
    })

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')
