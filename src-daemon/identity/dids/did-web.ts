import { unresolvable } from './did-url.ts'

/**
 * The URL of the document of a `did:web` or `did:wba`: `did:web:host` -> `https://host/.well-known/did.json`,
 * `did:web:host%3A8443:a:b` -> `https://host:8443/a/b/did.json` (anp.md 1). No IP addresses, no empty or dot segments,
 * and no percent-encoding that a server could read as one of those. Our own mapping, because `web-did-resolver` brings
 * its own fetch, which bypasses the network guard.
 *
 * @param did a `did:web` or `did:wba` that `parseDid` accepted
 * @throws SatchelError `did_unresolvable`, naming the part that is wrong
 */
export const documentUrl = (did: string): string => {
  const [authority = '', ...segments] = did.split(':').slice(2)
  const origin = originOf(authority)
  if (origin === null) throw unresolvable(did, authority)
  for (const segment of segments) if (!isPathSegment(segment)) throw unresolvable(did, segment || ':')
  const last = segments.at(-1) ?? ''
  // A fingerprint or nothing: a damaged one must not turn into an ordinary path.
  if (did.startsWith('did:wba:') && /^[ek]1_/.test(last) && !FINGERPRINT.test(last))
    throw unresolvable(did, last)
  const path = segments.length === 0 ? '.well-known' : segments.join('/')
  return `${origin}/${path}/did.json`
}

/** The last segment of a `did:wba` that binds it to a key (anp.md 1). */
export const FINGERPRINT = /^[ek]1_[A-Za-z0-9_-]{43}$/

const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
/** URL parsers take a host for an IPv4 address if its last label is a number, decimal or hexadecimal. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/i

const originOf = (authority: string): string | null => {
  const [host = '', port, ...rest] = authority.split(/%3A/i)
  if (rest.length > 0 || !HOST.test(host) || ENDS_IN_NUMBER.test(host)) return null
  if (port !== undefined && (!/^[1-9][0-9]{0,4}$/.test(port) || Number(port) > 65_535)) return null
  const url = `https://${host}${port === undefined ? '' : `:${port}`}`
  // The parser that makes the connection decides what the host is (punycode labels, for one).
  if (!URL.canParse(url) || new URL(url).hostname !== host.toLowerCase()) return null
  return new URL(url).origin
}

const isPathSegment = (segment: string): boolean => {
  let decoded: string
  try {
    decoded = decodeURIComponent(segment)
  } catch {
    return false // percent signs that are not UTF-8
  }
  return decoded !== '' && decoded !== '.' && decoded !== '..' && !/[\p{Cc}/\\%]/u.test(decoded)
}
