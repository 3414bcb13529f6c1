import canonicalize from 'canonicalize'
import type { Quote, WrappedQuote } from '../../contract/aitp-payments.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { verifyWithKey } from '../../identity/index.ts'
import { fault, note } from '../core/faults.ts'
import type { JsonObject } from '../core/json.ts'
import { bodyAsSent } from '../messages/bodies.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'
import type { KeyOf } from './keys.ts'

/** Checks the signatures of a quote, wrapped or not; nothing for other messages. Places are below its body. */
export const checkQuotes = (item: MessageItem, keyOf: KeyOf): readonly FaultAt[] => {
  const quote = bodyOf(item, 'aitp-01-payments', 'quote')
  if (quote !== null) return checkQuote(quote, bodyAsSent(item), keyOf)
  const wrapped = bodyOf(item, 'aitp-01-payments', 'wrapped_quote')
  return wrapped === null ? [] : checkWrappedQuote(wrapped, bodyAsSent(item), keyOf)
}

/**
 * Checks a quote: its merchant signs it without the signature, in canonical JSON (RFC 8785). `signed` is the quote as it
 * came, because what was filled in or left out wasn't signed.
 */
const checkQuote = (quote: Quote, signed: unknown, keyOf: KeyOf): readonly FaultAt[] => {
  const { merchant_signature: signature, ...unsigned } = objectOf(signed)
  return checkSignature({ place: 'merchant_signature', id: quote.merchant_id, unsigned, signature }, keyOf)
}

/**
 * Checks a wrapped quote: each wrapper is by the one whom the one before it named, none is there twice, their times go
 * forward and end before the quote does, and each signs `{original_quote, previous_wrappers, new_wrapper}`, the last
 * without its signature. The specification's own pseudocode sorts only the outermost names and drops all others, which
 * leaves amounts and recipients unsigned: such a signature doesn't verify.
 */
const checkWrappedQuote = (
  { original_quote: quote, wrappers }: WrappedQuote,
  signed: unknown,
  keyOf: KeyOf,
): readonly FaultAt[] => {
  const { original_quote: original, wrappers: chain } = objectOf(signed)
  const links = Array.isArray(chain) ? (chain as unknown[]) : []
  const found = checkQuote(quote, original, keyOf).map((one) => ({
    ...one,
    place: `original_quote.${one.place}`,
  }))
  const seen = new Set<string>([quote.merchant_id])
  let [next, since] = [quote.next_recipient, -Infinity]
  for (const [n, wrapper] of wrappers.entries()) {
    const place = `wrappers[${String(n)}]`
    const at = Date.parse(wrapper.timestamp)
    if (next !== undefined && next !== wrapper.affiliate_id)
      found.push(fault(`${place}.affiliate_id`, 'not_the_recipient', `${wrapper.affiliate_id} ≠ ${next}`))
    if (seen.has(wrapper.affiliate_id))
      found.push(fault(`${place}.affiliate_id`, 'affiliate_twice', wrapper.affiliate_id))
    if (at < since || (quote.expiration !== undefined && at > Date.parse(quote.expiration)))
      found.push(fault(`${place}.timestamp`, 'out_of_order', wrapper.timestamp))
    const { signature, ...unsigned } = objectOf(links[n])
    const whole = { original_quote: original, previous_wrappers: links.slice(0, n), new_wrapper: unsigned }
    found.push(
      ...checkSignature(
        { place: `${place}.signature`, id: wrapper.affiliate_id, unsigned: whole, signature },
        keyOf,
      ),
    )
    seen.add(wrapper.affiliate_id)
    next = wrapper.next_recipient
    since = at
  }
  return found
}

interface Signed {
  readonly place: string
  readonly id: string
  readonly unsigned: JsonObject
  readonly signature: unknown
}

const checkSignature = ({ place, id, unsigned, signature }: Signed, keyOf: KeyOf): FaultAt[] => {
  const key = keyOf(id)
  if (key === null) return [note(place, 'signature_unchecked', id)]
  const bytes = signatureBytes(signature)
  if (bytes === null) return [fault(place, 'signature_unreadable', id)]
  const isValid = verifyWithKey(key, Buffer.from(canonicalize(unsigned) ?? ''), bytes)
  return isValid ? [] : [fault(place, 'signature_invalid', id)]
}

const signatureBytes = (signature: unknown): Buffer | null => {
  const encoded =
    typeof signature === 'string' ? /^ed25519:([A-Za-z0-9+/]{86}==)$/.exec(signature)?.[1] : undefined
  return encoded === undefined ? null : Buffer.from(encoded, 'base64')
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
