import type { FaultAt, ThreadFault } from '../../contract/threads.ts'
import type { loadAddressCheck } from '../../network/index.ts'
import { fault, joined, note } from '../core/faults.ts'

type AddressCheck = Awaited<ReturnType<typeof loadAddressCheck>>

/** Links that must be followed for the message to mean anything; of others, it only goes without. */
const NEEDED: ReadonlySet<string> = new Set(['json_url', 'checkout_url', 'content_url', 'rpc_url'])
const LINKS: ReadonlySet<string> = new Set([
  ...NEEDED,
  'url',
  'image_url',
  'icon_url',
  'terms_url',
  'refund_policy_url',
  'cancel_url',
  'receipt_url',
])
const MAX_URL = 2000
/** An address instead of a name, in the forms that `URL` brings all others to. */
const ADDRESS = /^(?:\[.*\]|\d+\.\d+\.\d+\.\d+)$/
/** Names that only this computer or its network resolves. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|test|invalid|onion)\.?$/i

/** Judges the links of messages by what they say; nothing is resolved or fetched (aitp.md 7). */
export const createLinkCheck = (
  isPrivate: AddressCheck,
): ((body: unknown, place: string) => readonly FaultAt[]) => {
  const problemOf = (text: string): ThreadFault | null => {
    const url = text.length > MAX_URL ? null : URL.parse(text)
    if (url === null) return 'url_invalid'
    if (url.protocol !== 'https:') return 'url_not_https'
    if (url.username !== '' || url.password !== '') return 'url_credentials'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (ADDRESS.test(url.hostname)) return isPrivate(host) === null ? null : 'url_private'
    return LOCAL_NAME.test(host) || !host.includes('.') ? 'url_private' : null
  }

  const check = (value: unknown, place: string, found: FaultAt[]): void => {
    if (Array.isArray(value))
      for (const [n, item] of value.entries()) check(item, `${place}[${String(n)}]`, found)
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) {
        const inner = joined(place, key)
        if (typeof member !== 'string') check(member, inner, found)
        else if (LINKS.has(key)) {
          const problem = problemOf(member)
          if (problem !== null) found.push((NEEDED.has(key) ? fault : note)(inner, problem, member))
        }
      }
  }

  return (body, place) => {
    const found: FaultAt[] = []
    check(body, place, found)
    return found
  }
}
