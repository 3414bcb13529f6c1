import { beforeAll, describe, expect, it } from 'vitest'
import { threadCardSchema, type ThreadCard } from '../../contract/thread-cards.ts'
import { openContentReader, type ReadContent } from '../messages/read-content.ts'
import { QUOTE, structured } from '../testing/examples.ts'
import { cardsOf } from './cards.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})
const card = (raw: string, actor = 'shop'): ThreadCard => {
  const message = {
    role: 'assistant' as const,
    created_at: '2025-01-31T00:00:00Z',
    content: [raw],
    metadata: { actor },
  }
  const [one] = cardsOf([message], { read, now: Date.parse('2025-02-01T00:00:00Z'), language: 'en' })
  if (one === undefined) throw new Error('no card')
  return threadCardSchema.parse(one)
}
const SPENDER = '11'.repeat(20)
const word = (hex: string) => hex.padStart(64, '0')
const transaction = (data: string, more: object = {}) =>
  card(
    structured('aitp-05-evm-wallet', 'request_transaction', {
      request_id: 'r',
      transaction: { to: `0x${'22'.repeat(20)}`, data, ...more },
    }),
  )
const bad = ({ notes }: ThreadCard) => notes.filter(({ tone }) => tone === 'bad').map(({ text }) => text)
const MAX = 'f'.repeat(64)

describe('a wallet request', () => {
  it.each([
    ['as it is', `0x095ea7b3${word(SPENDER)}${MAX}`],
    ['in capitals', `0x095EA7B3${word(SPENDER)}${MAX.toUpperCase()}`],
    ['with a byte behind it', `0x095ea7b3${word(SPENDER)}${MAX}00`],
    ['with bits before the address', `0x095ea7b3${'f'.repeat(24)}${SPENDER}${MAX}`],
    ['as an increase', `0x39509351${word(SPENDER)}${MAX}`],
    ['of half of it', `0x095ea7b3${word(SPENDER)}${word('8'.padEnd(33, '0'))}`],
    ['of 96 bits', `0x095ea7b3${word(SPENDER)}${word('f'.repeat(24))}`],
    ['of all of a collection', `0xa22cb465${word(SPENDER)}${word('1')}`],
  ])('for an allowance without end is called one, %s', (_what, data) => {
    expect(bad(transaction(data))).toEqual([
      `This lets 0x${SPENDER} take all you have of this token, at any time.`,
    ])
  })

  it.each([
    ['an allowance with an end', `0x095ea7b3${word(SPENDER)}${word('64')}`],
    ['the end of one', `0x095ea7b3${word(SPENDER)}${word('0')}`],
    ['the end of all', `0xa22cb465${word(SPENDER)}${word('0')}`],
    ['a transfer', `0xa9059cbb${word(SPENDER)}${word('64')}`],
    ['something else', '0x12345678'],
  ])('for %s isn’t', (_what, data) => {
    expect(bad(transaction(data))).toEqual([])
  })

  it('shows what is behind a transfer', () => {
    const data = `0xa9059cbb${word(SPENDER)}${word('64')}deadbeef`
    expect(transaction(data).rows.map(({ value }) => value)).toContain(data)
  })

  it('shows exact amounts, and no number that takes long to write', () => {
    expect(transaction('0x', { value: '0x8ac7230489e80001' }).rows.map(({ value }) => value)).toContain(
      '10000000000000000001 wei',
    )
    const start = performance.now()
    transaction('0x', { value: `0x${'f'.repeat(200_000)}` })
    expect(performance.now() - start).toBeLessThan(100)
  })

  it.each(['Permit', 'PermitSingle', 'PermitBatchTransferFrom', 'TransferWithAuthorization'])(
    'to sign %s is called what it is',
    (primaryType) => {
      const request = structured('aitp-05-evm-wallet', 'request_message_signing', {
        ...{ request_id: 'r', signing_type: 'typed_data' },
        typed_data: {
          ...{ types: {}, primaryType, domain: { chainId: 1 } },
          message: { spender: `0x${SPENDER}`, value: '1' },
        },
      })
      expect(bad(card(request))).toEqual([
        `Signing this lets 0x${SPENDER} take your tokens without another transaction.`,
      ])
    },
  )

  it('says what of typed data isn’t signed', () => {
    const typed = {
      ...{ types: { Login: [{ name: 'nonce', type: 'uint256' }] }, primaryType: 'Login' },
      ...{ domain: { chainId: 1 }, message: { nonce: '7', warranty: 'You can take this back' } },
    }
    const shown = card(
      structured('aitp-05-evm-wallet', 'request_message_signing', {
        ...{ request_id: 'r', signing_type: 'typed_data', typed_data: typed },
      }),
    )
    expect(JSON.stringify(shown.rows)).not.toContain('take this back')
    expect(shown.notes.map(({ text }) => text)).toContain('Not part of what is signed: warranty.')
  })

  it('that hands over an account is called what it is, and one of an unknown kind isn’t shown as a request', () => {
    const near = (type: string) =>
      card(
        structured('aitp-04-near-wallet', 'request_transaction', {
          request_id: 'r',
          transaction: { receiver_id: 'a.near', actions: [{ type, params: {} }] },
        }),
      )
    expect(bad(near('AddKey'))).toHaveLength(1)
    expect(near('addkey').looks).toBe('invalid')
    expect(near('__proto__').looks).toBe('invalid')
  })

  it.each([
    ['to', { to: '0x1' }],
    ['value', { value: '0x' }],
    ['value', { value: '-0x1' }],
    ['value', { value: 1e21 }],
    ['data', { data: '0x123' }],
  ])('with a wrong %s is none: %j', (_what, more) => {
    expect(transaction('0x', more).looks).toBe('invalid')
  })
})

const option = QUOTE.payment_options[0]
const quote = (more: object) => card(structured('aitp-01-payments', 'quote', { ...QUOTE, ...more }))

describe('a quote', () => {
  it.each([
    '-1',
    '1e400',
    'NaN',
    'Infinity',
    '1,000',
    ' 1',
    '1.',
    '.5',
    '0x10',
    '١٢',
    '1'.repeat(61),
    `0.${'1'.repeat(41)}`,
  ])('of %s is none', (amount) => {
    expect(quote({ payment_options: [{ ...option, amount }] })).toMatchObject({
      looks: 'invalid',
      state: null,
    })
  })

  it.each([
    ['fiat', -1],
    ['fiat', Number('1e400')],
  ])('from before is none, either: %s %d', (_what, amount) => {
    const raw = structured('legacy-payments', 'quote', {
      ...{ type: 'Quote', quote_id: 'q', payee_id: 'p', valid_until: '2050-01-01T00:00:00Z' },
      payment_plans: [{ plan_id: 'p', plan_type: 'one-time', amount, currency: 'USD' }],
    })
    expect(card(raw).looks).toBe('invalid')
  })

  it('shows every digit of an amount', () => {
    const amount = `${'9'.repeat(40)}.000000000000000001`
    expect(quote({ payment_options: [{ ...option, amount }] }).rows.map(({ value }) => value)).toContain(
      `${amount} USD`,
    )
  })

  it.each(['USD\nAmount  1.00', 'USD\r\nTotal 0', 'USD\u2028Total 0', 'USD\u0085Total 0'])(
    'has no row within a row: %j',
    (currency) => {
      const { rows } = quote({ merchant_id: 'store\nTotal 0', payment_options: [{ ...option, currency }] })
      expect(rows.every(({ value, label }) => !/[\r\n\u0085\u2028]/.test(value + label))).toBe(true)
    },
  )

  it('that has expired says so, and one that is not paid here says that', () => {
    expect(quote({ expiration: '2025-01-31T23:00:00Z' }).state).toBe('expired')
    expect(quote({}).notes.map(({ text }) => text)).toContain(
      'near_payment_channel: Experimental: Satchel doesn’t pay this way.',
    )
  })

  it('of unknown types, with prototypes and deep ones are shown as what they are', () => {
    expect(card(structured('aitp-99-magic', 'quote', QUOTE)).looks).toBe('unknown')
    expect(card(structured('aitp-01-payments', 'constructor', QUOTE)).looks).toBe('unknown')
    const own = structured('aitp-01-payments', 'quote', QUOTE).replace(
      '"quote_id"',
      '"__proto__":{"amount":"1"},"quote_id"',
    )
    expect(card(own).looks).toBe('invalid')
    const deep = structured('aitp-01-payments', 'quote', {
      ...QUOTE,
      x: JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown,
    })
    expect(card(deep).looks).toBe('invalid')
  })

  it('whose lines don’t add up is named', () => {
    const raw = structured('aitp-09-fiat-payments', 'fiat_quote', {
      ...{ quote_id: 'q', merchant: { id: 'm', name: 'Shop' }, expires_at: '2050-01-01T00:00:00Z' },
      line_items: [{ label: 'Book', amount: '1.00' }],
      total: { amount: '100.00', currency: 'USD' },
      payment_methods: [{ type: 'card' }],
    })
    const { looks, notes } = card(raw)
    expect(looks === 'invalid' || notes.some(({ tone }) => tone === 'bad')).toBe(true)
  })
})

describe('a call of a token', () => {
  const rows = (data: string) => transaction(data).rows.map(({ label, value }) => `${label}: ${value}`)
  const OWNER = '33'.repeat(20)

  it('that takes out of another account says out of which', () => {
    expect(rows(`0x23b872dd${word(OWNER)}${word(SPENDER)}${word('64')}`)).toEqual([
      'Network: eip155:1',
      `Token: 0x${'22'.repeat(20)}`,
      `Out of: 0x${OWNER}`,
      `Transfer to: 0x${SPENDER}`,
      'Smallest units: 100',
    ])
  })

  it('that brings a permit is an allowance', () => {
    const permit = `0xd505accf${word(OWNER)}${word(SPENDER)}${MAX}${word('1')}${word('1b')}${word('1')}${word('1')}`
    expect(rows(permit)).toContain(`Lets this address spend: 0x${SPENDER}`)
    expect(bad(transaction(permit))).toHaveLength(1)
  })
})
