import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/aitp-payments.ts'
import { addDecimals, decimalOf, decimalText, equalDecimals, ZERO } from '../core/decimal.ts'
import { openContentReader, type MessageItem, type ReadContent } from '../messages/read-content.ts'
import { faultySignature, QUOTE, signedQuote, signer, structured, wrapped } from '../testing/examples.ts'
import { checkQuotes } from './chain.ts'
import { keyInId, readKeys, type KeyOf } from './keys.ts'
import { splitQuote } from './shares.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

const store = signer('store.near')
const service = signer('service-agent.near')
const assistant = signer('assistant.near')
const keyOf = readKeys(
  Object.fromEntries([store, service, assistant].map((one) => [one.id, one.near])),
) as KeyOf

const check = (type: string, body: object, keys: KeyOf = keyOf): readonly string[] => {
  const item = read(structured('aitp-01-payments', type, body))
  expect(item.kind).toBe('message')
  return checkQuotes(item as MessageItem, keys).map(({ place, code }) => `${code} ${place}`)
}

describe('signatures', () => {
  it('of a quote cover all of it, also members we don’t know', () => {
    const quote = signedQuote(store, { tip: { wanted: null } })
    expect(check('quote', quote)).toEqual([])
    const [option] = quote.payment_options
    for (const change of [
      { description: 'Another' },
      { tip: { wanted: true } },
      { payment_options: [{ ...option, amount: '9.99' }] },
      {
        payment_options: [
          { ...option, payment_methods: [{ ...option?.payment_methods[0], recipient: 'thief.near' }] },
        ],
      },
    ])
      expect(check('quote', { ...quote, ...change })).toEqual(['signature_invalid merchant_signature'])
  })

  it('that verify only by the specification’s faulty pseudocode are refused', () => {
    const { merchant_signature: _, ...unsigned } = { ...QUOTE }
    const quote = { ...unsigned, merchant_signature: faultySignature(store, unsigned) }
    expect(check('quote', quote)).toEqual(['signature_invalid merchant_signature'])
  })

  it('of a chain are checked one by one: the tampered wrapper and all behind it', () => {
    const whole = wrapped(signedQuote(store), [service, assistant])
    expect(check('wrapped_quote', whole)).toEqual([])
    const tampered = (at: number, change: object): readonly string[] =>
      check('wrapped_quote', {
        ...whole,
        wrappers: whole.wrappers.map((one, n) => (n === at ? { ...one, ...change } : one)),
      })
    expect(tampered(1, { role: 'other' })).toEqual(['signature_invalid wrappers[1].signature'])
    expect(tampered(1, { added_affiliates: [{ id: 'thief.near', role: 'other', weight: 99 }] })).toEqual([
      'signature_invalid wrappers[1].signature',
    ])
    expect(tampered(0, { role: 'other' })).toEqual([
      'signature_invalid wrappers[0].signature',
      'signature_invalid wrappers[1].signature',
    ])
    const cheaper = { ...whole, original_quote: { ...whole.original_quote, description: 'x' } }
    expect(check('wrapped_quote', cheaper)).toEqual([
      'signature_invalid original_quote.merchant_signature',
      'signature_invalid wrappers[0].signature',
      'signature_invalid wrappers[1].signature',
    ])
  })

  it('of somebody unknown aren’t checked, and said to be; unreadable ones are refused', () => {
    expect(check('quote', QUOTE, keyInId)).toEqual(['signature_unchecked merchant_signature'])
    expect(check('quote', QUOTE)).toEqual(['signature_unreadable merchant_signature'])
  })

  it('know the key of a did:key, and NEAR’s form of one', () => {
    const did = 'did:key:z6MkvDqGT54cXesYGvABpF1UapVNwjCqRcafi4Px6Thv5T3Z'
    expect(keyInId(did)?.curve).toBe('Ed25519')
    expect(keyInId('did:key:zabc')).toBeNull()
    expect(readKeys({ 'a.near': did })?.('a.near')).toEqual(keyInId(did))
    expect(readKeys({ 'a.near': 'ed25519:abc' })).toBeNull()
    expect(readKeys([])).toBeNull()
  })
})

describe('the way of a quote', () => {
  it('is that which each names, forward in time, and through each once', () => {
    const other = signer('other.near')
    expect(check('wrapped_quote', wrapped(signedQuote(store), [other, assistant]), keyInId)).toContain(
      'not_the_recipient wrappers[0].affiliate_id',
    )
    expect(check('wrapped_quote', wrapped(signedQuote(store), [service, assistant, service]))).toEqual([
      'affiliate_twice wrappers[2].affiliate_id',
    ])
    const late = signedQuote(store, { expiration: '2025-02-25T08:30:30Z' })
    expect(check('wrapped_quote', wrapped(late, [service, assistant]))).toEqual([
      'out_of_order wrappers[1].timestamp',
    ])
  })

  it('has an end', () => {
    const wrappers = Array.from({ length: 17 }, () => ({
      affiliate_id: 'a',
      role: 'other',
      next_recipient: 'a',
      timestamp: '2025-02-25T08:30:15Z',
      signature: '',
    }))
    expect(
      read(structured('aitp-01-payments', 'wrapped_quote', { original_quote: QUOTE, wrappers })).kind,
    ).toBe('invalid')
  })
})

describe('shares', () => {
  const quoteOf = (amount: string, points: number, weights: readonly number[]): Quote => ({
    ...QUOTE,
    payment_options: [{ amount, currency: 'USD', payment_methods: [] }],
    revenue_share: {
      affiliate_share_bps: points,
      affiliates: weights.map((weight, n) => ({ id: `a${String(n)}`, role: 'other', weight })),
    },
  })

  it('are those of the example', () => {
    const { wrappers } = wrapped(QUOTE, [service, assistant])
    const [split] = splitQuote(QUOTE, wrappers as never)
    expect(split).toEqual({
      amount: '99.99',
      currency: 'USD',
      merchant: { id: 'store.near', amount: '96.990300' },
      affiliates: [
        { id: 'service-agent.near', amount: '0.999900' },
        { id: 'assistant.near', amount: '0.999900' },
        { id: 'discovery.near', amount: '0.999900' },
      ],
    })
  })

  it('are all the merchant’s if nobody shares', () => {
    expect(splitQuote(quoteOf('10', 300, []))[0]?.merchant.amount).toBe('10.000000')
  })

  it('add up to the amount, exactly', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.stringMatching(/^(\.\d{1,18})?$/))
      .map(([whole, fraction]) => `${String(whole)}${fraction}`)
    const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), weights, (total, points, shares) => {
        const [split] = splitQuote(quoteOf(total, points, shares))
        const parts = [split?.merchant, ...(split?.affiliates ?? [])].map((one) =>
          decimalOf(one?.amount ?? ''),
        )
        const sum = parts.reduce((all, one) => addDecimals(all ?? ZERO, one ?? ZERO), ZERO) ?? ZERO
        expect(equalDecimals(sum, decimalOf(total) ?? ZERO)).toBe(true)
      }),
    )
  })
})

it('decimals are read and written exactly, or not at all', () => {
  for (const text of ['0', '0.1', '99.99', '123456789012345678901234567890.000000000000000001'])
    expect(decimalText(decimalOf(text) ?? ZERO)).toBe(text)
  for (const text of ['', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', 'NaN', '٣'])
    expect(decimalOf(text)).toBeNull()
  expect(decimalOf(1e21)).toBeNull()
})
