import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { SatchelError } from '../platform/errors.ts'
import { abortable } from '../platform/abortable.ts'
import type { ReasonCode } from '../text/index.ts'
import { loadAddressCheck, type AddressCheck } from './addresses.ts'
import type { Connections } from './connections.ts'
import { createCurrentConnections } from './current-connections.ts'
import { guardBody } from './guarded-body.ts'
import { checkUrl, limitsOf, matchesHost, type NetworkPolicy, refused } from './policy.ts'
import { proxyFor, type ProxyVariables } from './proxy.ts'
import { watchIdle } from './idle-timeout.ts'
import { serverTime } from './server-time.ts'
import { followTrustedCa } from './trusted-ca.ts'
import { isConnectionHeader } from '../platform/http-headers.ts'

/** The shape of WHATWG `fetch`, for libraries that take one. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface NetworkGuard {
  /**
   * Requests `url` if `policy` allows it; follows redirects only if the policy allows each hop. Bodies stream; aborting
   * `init.signal` closes the socket and rejects with the signal's reason. Errors: `network_refused`,
   * `network_unreachable`, `network_timeout`, `response_too_large`; while a body is read also `network_interrupted`; on
   * an idle timeout, the policy's own error.
   */
  fetch(url: string | URL, init: RequestInit, policy: NetworkPolicy): Promise<Response>
  /** Rejects with `network_refused` if `fetch` would not request `url`: for addresses that are requested later. */
  check(url: string, policy: NetworkPolicy): Promise<void>
  /** `fetch` bound to a policy. */
  fetchFor(policy: NetworkPolicy): FetchLike
  /** Closes idle connections and ends running ones. */
  close(): Promise<void>
}

export interface NetworkGuardDeps {
  /** Called for every sent or refused request: host and outcome, never path, headers or body. */
  readonly log?: ((event: { host: string; method: string; outcome: string }) => void) | undefined
  /** Called with the time (ms since 1970) that a server beyond this computer says, over TLS. */
  readonly onTime?: ((ms: number) => void) | undefined
  /** `host` or `host:port` that the user allowed for development: http and private addresses are accepted there. */
  readonly developmentHosts?: (() => readonly string[]) | undefined
  /** A PEM file with authorities the owner trusts beside the system's roots; empty: none. */
  readonly trustedCa?: (() => string) | undefined
  /** Called when that file can't be used. */
  readonly onTrustProblem?: ((problem: SatchelError) => void) | undefined
  /** Name resolution; the system's by default. */
  readonly resolve?: typeof resolveName | undefined
  /** Source of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; the process's environment by default. */
  readonly env?: ProxyVariables | undefined
}

/**
 * Every request Satchel makes goes through here. `undici` is loaded with the first request. Rule:
 * acp.md 8 "Network rules for all".
 */
export const createNetworkGuard = (deps: NetworkGuardDeps = {}): NetworkGuard => {
  const MAX_REDIRECTS = 5
  const developmentHosts = deps.developmentHosts ?? (() => [])
  const resolve = deps.resolve ?? resolveName
  const env = deps.env ?? process.env

  const trust = followTrustedCa(deps.trustedCa ?? (() => ''), deps.onTrustProblem ?? (() => undefined))
  const connections = createCurrentConnections(resolve, trust)

  const fetchGuarded = async (
    url: string | URL,
    init: RequestInit,
    policy: NetworkPolicy,
  ): Promise<Response> => {
    if (!URL.canParse(String(url))) throw refused('invalid_url', String(url))
    const { timeoutMs, maxBytes } = limitsOf(policy)
    const timeout = timeoutMs === null ? null : AbortSignal.timeout(timeoutMs)
    const idle = policy.idle === undefined ? null : watchIdle(policy.idle)
    const signals = [init.signal, timeout, idle?.signal].filter((signal) => signal instanceof AbortSignal)
    const signal = AbortSignal.any(signals)
    const target = new URL(String(url))
    const host = target.host
    const method = init.method ?? 'GET'
    const explain = (thrown: unknown, started: boolean): unknown => {
      idle?.stop()
      if (init.signal?.aborted === true) return init.signal.reason
      if (idle?.signal.aborted === true) return idle.signal.reason
      if (timeout?.aborted === true) {
        return new SatchelError('network_timeout', {
          params: { host, seconds: Math.round((timeoutMs ?? 0) / 100) / 10 },
          details: { host, timeoutMs },
          cause: thrown,
        })
      }
      return satchelCause(thrown) ?? unreachable(host, thrown, started)
    }
    try {
      const response = await follow(target, { ...init, signal }, policy)
      deps.log?.({ host, method, outcome: String(response.status) })
      return guardBody(response, { maxBytes, host, idle, explain: (thrown) => explain(thrown, true) })
    } catch (thrown) {
      const error = explain(thrown, false)
      deps.log?.({ host, method, outcome: error instanceof SatchelError ? error.code : 'aborted' })
      throw error
    }
  }

  const follow = async (start: URL, init: RequestInit, policy: NetworkPolicy): Promise<Response> => {
    let url = start
    let request = withoutConnectionHeaders(init)
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      checkUrl(url, policy, developmentHosts())
      const response = await send(url, request, policy)
      hear(url, response)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      if (!URL.canParse(location, url.href)) throw refused('invalid_url', url.host)
      const next = new URL(location, url)
      request = redirected(request, response.status, next.origin !== url.origin)
      url = next
    }
    throw refused('too_many_redirects', url.host)
  }

  /** A server for development may say any time. */
  const hear = (url: URL, { headers }: Response): void => {
    const at = serverTime(url, headers)
    if (at !== null && !matchesHost(url, developmentHosts())) deps.onTime?.(at)
  }

  const send = (url: URL, init: RequestInit, policy: NetworkPolicy): Promise<Response> =>
    connections.use((current) => sendThrough(current, url, init, policy))

  const sendThrough = async (
    { undiciFetch, open, publicOnly, through, check }: Connections,
    url: URL,
    init: RequestInit,
    policy: NetworkPolicy,
  ): Promise<Response> => {
    const checked = isChecked(url, policy)
    const literal = literalOf(url)
    // A literal address never reaches the connection's name lookup, so it is checked here.
    if (checked) refuseLiteral(url, check)
    const proxy = proxyFor(url, env)
    if (proxy === null)
      return undiciFetch(url, { ...init, redirect: 'manual', dispatcher: checked ? publicOnly : open })
    if (checked && isIP(literal) === 0) await refuseIfKnownPrivate(literal, check, init.signal)
    return undiciFetch(url, { ...init, redirect: 'manual', dispatcher: through(proxy) })
  }

  const isChecked = (url: URL, policy: NetworkPolicy): boolean =>
    policy.kind !== 'user_endpoint' && !matchesHost(url, developmentHosts())

  const check: NetworkGuard['check'] = async (text, policy) => {
    if (!URL.canParse(text)) throw refused('invalid_url', text)
    const url = new URL(text)
    checkUrl(url, policy, developmentHosts())
    if (!isChecked(url, policy)) return
    const addresses = await loadAddressCheck()
    refuseLiteral(url, addresses)
    const timeout = AbortSignal.timeout(limitsOf(policy).timeoutMs ?? 0)
    if (isIP(literalOf(url)) === 0) await refuseIfKnownPrivate(url.hostname, addresses, timeout)
  }

  /**
   * With a proxy, the proxy resolves the name and connects, so its address cannot be pinned. An address that we can see
   * is private is still refused; a name that only the proxy can resolve is left to the proxy.
   */
  const refuseIfKnownPrivate = (
    hostname: string,
    check: AddressCheck,
    signal: AbortSignal | null | undefined,
  ): Promise<void> =>
    abortable(
      new Promise((done, fail) => {
        resolve(hostname, { all: true }, (error, addresses: LookupAddress[]) => {
          const bad = error
            ? undefined
            : addresses.map(({ address }) => check(address)).find((one) => one !== null)
          if (bad === undefined) done()
          else fail(refused('private_address', hostname, { range: bad }))
        })
      }),
      signal,
    )

  return {
    fetch: fetchGuarded,
    check,
    fetchFor: (policy) => (input, init) =>
      input instanceof Request
        ? Promise.reject(new TypeError('the network guard takes an address, not a Request'))
        : fetchGuarded(input, init ?? {}, policy),
    close: connections.destroy,
  }
}

const literalOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const refuseLiteral = (url: URL, check: AddressCheck): void => {
  const literal = literalOf(url)
  const problem = isIP(literal) === 0 ? null : check(literal)
  if (problem !== null) throw refused('private_address', url.host, { range: problem })
}

/** The `SatchelError` that undici wrapped, e.g. a refusal from the connection's name lookup. */
const satchelCause = (thrown: unknown): SatchelError | null => {
  let current = thrown
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof SatchelError) return current
    current = current.cause
  }
  return null
}

/** What the system's codes mean to a person who can do something about it. */
const IN_WORDS: ReadonlyMap<string, ReasonCode> = new Map([
  ['bad port', 'bad_port'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate_untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate_untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_untrusted'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_other_name'],
])

const unreachable = (host: string, thrown: unknown, started: boolean): SatchelError => {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  const said = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
  const problem = IN_WORDS.get(said) ?? said
  return new SatchelError(started ? 'network_interrupted' : 'network_unreachable', {
    params: { host, problem },
    details: { host, problem: said },
    cause: thrown,
  })
}

/** Headers that only describe the exchange, and may be sent to another site than the intended one. */
const HARMLESS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'range',
  'user-agent',
])

/** `init` without the headers that only the network guard may set; cookies are never sent (acp.md 8). */
const withoutConnectionHeaders = (init: RequestInit): RequestInit =>
  withHeaders(init, (name) => !isConnectionHeader(name))

/**
 * Changes a request for a redirect as browsers do. Any header may carry a credential, so only known harmless ones go to
 * another origin.
 */
const redirected = (init: RequestInit, status: number, crossOrigin: boolean): RequestInit => {
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
