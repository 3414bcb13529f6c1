import { SatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import { loadAddressCheck, type NetworkPolicy } from '../../network/index.ts'

/** The network guard's limits for a call: this long while it makes progress, and answers of this size. */
const EXCHANGE_MS = 15 * 60_000
const MAX_BYTES = 32 * 1024 * 1024

/**
 * The network guard's rules for a server at `url`. An address that a person gives as `localhost` or as a
 * private IP address is their own endpoint, at this origin only; anything else must be a public host over
 * https.
 * Errors: `server_address_refused`.
 */
export const endpointPolicy = async (url: string, options: { own: boolean }): Promise<NetworkPolicy> => {
  const refused = (reason: ReasonCode) =>
    new SatchelError('server_address_refused', { params: { url, reason }, details: { url, reason } })
  if (!URL.canParse(url)) throw refused('invalid_url')
  const { protocol, hostname, host, origin, username, password } = new URL(url)
  if (username !== '' || password !== '') throw refused('credentials_in_url')
  const limits = { timeoutMs: EXCHANGE_MS, maxBytes: MAX_BYTES }
  const literal = hostname.replace(/^\[|\]$/g, '')
  const range = (await loadAddressCheck())(literal)
  const isPrivate = hostname === 'localhost' || (range !== null && range !== 'not an address')
  if (isPrivate) {
    if (!options.own) throw refused('private_address')
    return { kind: 'user_endpoint', origin, ...limits }
  }
  if (protocol !== 'https:') throw refused('not_https')
  return { kind: 'package_host', hosts: [host], ...limits }
}

/** Whether headers already contain an authorization. */
export const hasAuthorization = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
