import type { lookup as resolveName, LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { type AddressCheck, loadAddressCheck } from './addresses.ts'
import { refused } from './policy.ts'
import type { Trust } from './trusted-ca.ts'

/** `undici`, and the connections that requests go through. */
export interface Connections {
  undiciFetch: (
    url: URL,
    init: Omit<RequestInit, 'dispatcher'> & { dispatcher: Dispatcher },
  ) => Promise<Response>
  open: Dispatcher
  publicOnly: Dispatcher
  /** The connections through a proxy. */
  through: (proxy: URL) => Dispatcher
  all: () => Dispatcher[]
  check: AddressCheck
}

/** Loads `undici`. */
export const loadConnections = async (resolve: typeof resolveName, trust: Trust): Promise<Connections> => {
  const [undici, check] = await Promise.all([import('undici'), loadAddressCheck()])
  // A model may think for minutes before its first token, so only connecting has a time limit of its own.
  const idleTimeout = { headersTimeout: 0, bodyTimeout: 0 }
  const tls = trust === null ? {} : { secureContext: trust }
  const open = new undici.Agent({ ...idleTimeout, connect: { timeout: 10_000, ...tls } })
  const publicOnly = new undici.Agent({
    ...idleTimeout,
    connect: { timeout: 10_000, lookup: publicLookup(check, resolve), ...tls },
  })
  const proxies = new Map<string, Dispatcher>()
  const through = ({ href }: URL): Dispatcher => {
    const known = proxies.get(href)
    if (known !== undefined) return known
    const made = new undici.ProxyAgent({
      ...idleTimeout,
      uri: href,
      proxyTls: tls,
      requestTls: tls,
      factory: (origin, options) =>
        new undici.Pool(origin, Object.assign({}, options, failingAtOnce(options))),
    })
    proxies.set(href, made)
    return made
  }
  return {
    // undici's own types and those in Node describe the same classes in two versions.
    undiciFetch: undici.fetch as unknown as Connections['undiciFetch'],
    open,
    publicOnly,
    through,
    all: () => [open, publicOnly, ...proxies.values()],
    check,
  }
}

/**
 * Checks the very addresses the socket is about to use, so that a name that resolves differently next time gains
 * nothing.
 */
const publicLookup =
  (check: AddressCheck, resolve: typeof resolveName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, [])
        return
      }
      const bad = addresses.map(({ address }) => check(address)).find((problem) => problem !== null)
      const first = addresses[0]
      if (bad !== undefined || first === undefined) {
        callback(refused('private_address', hostname, { range: bad ?? 'none' }), [])
      } else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/**
 * Makes a proxy that hangs up without answering a failure. undici takes it for a connection lost in between, and would
 * retry without a pause until the request times out.
 */
const failingAtOnce = (options: object): { connect?: buildConnector.connector } => {
  const connect = 'connect' in options ? options.connect : undefined
  if (!isConnector(connect)) return {}
  return {
    connect: (target, done) => {
      connect(target, (...[problem, socket]: Parameters<buildConnector.Callback>) => {
        if (problem === null) done(null, socket)
        else done(new Error(problem.message, { cause: problem }), null)
      })
    },
  }
}

const isConnector = (value: unknown): value is buildConnector.connector => typeof value === 'function'
