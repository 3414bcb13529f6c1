import { createPrivateKey, sign } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { describe, expect, it } from 'vitest'
import { proofBytes } from '../../identity/index.ts'
import { readKeys, type KeyOf } from '../quotes/keys.ts'
import {
  ATTESTATION_VECTOR,
  FIAT_QUOTE,
  QUOTE,
  signedQuote,
  signer,
  structured,
  wrapped,
} from '../testing/examples.ts'
import {
  SHOP,
  USER,
  said,
  derive,
  states,
  faults,
  quote,
  costing,
  pay,
  confirm,
  fiat,
} from '../testing/transcripts.ts'
import type { Transcript } from './derive.ts'
import { type ThreadMessage } from './read-messages.ts'

describe('quotes', () => {
  it('are paid once, and confirmed by who asked', () => {
    const all = derive(
      said(
        [SHOP, quote()],
        [USER, pay()],
        [SHOP, confirm('pending')],
        [SHOP, confirm('success')],
        [USER, pay({ channel_id: 'other' })],
      ),
    )
    expect(states(all)).toEqual(['q_1 answered success'])
    expect(faults(all)).toEqual(['4 second_answer payment'])
    expect(faults(derive(said([SHOP, quote()], [SHOP, confirm('success')])))).toEqual([
      '1 not_paid payment_confirmation',
    ])
    expect(faults(derive(said([SHOP, quote()], [USER, pay()], ['thief', confirm('failure')])))).toEqual([
      '2 not_the_requester payment_confirmation',
    ])
  })

  it('expire by the clock, and an answer counts by its own time', () => {
    const later = { now: Date.parse('2026-01-01T00:00:00Z') }
    expect(states(derive(said([SHOP, quote()]), later))).toEqual(['q_1 expired'])
    expect(states(derive(said([SHOP, quote()], [USER, pay()]), later))).toEqual(['q_1 answered'])
    const late = derive(said([SHOP, quote({ expiration: '2025-02-25T08:30:00Z' })], [USER, pay()]), later)
    expect(states(late)).toEqual(['q_1 expired'])
    expect(faults(late)).toEqual(['1 too_late payment'])
    // A message without a time is judged by its own.
    const own = [SHOP, USER].map((actor, n) => ({
      ...said([actor, n === 0 ? quote({ expiration: '2025-02-25T08:00:00Z' }) : pay()])[0],
      id: null,
      at: null,
    })) as ThreadMessage[]
    expect(faults(derive(own))).toEqual(['1 too_late payment'])
  })

  it.each([
    ['amount_differs', { amount: '99.98' }],
    ['currency_differs', { currency: 'EUR' }],
    ['method_differs', { token: 'other.near' }],
  ])('%s', (code, method) => {
    const all = derive(said([SHOP, quote()], [USER, pay(method)]))
    expect(faults(all)[0]).toMatch(new RegExp(`^1 ${code} payment`))
    expect(states(all)).toEqual(['q_1 pending'])
  })

  it('compare amounts as decimals', () => {
    expect(states(derive(said([SHOP, quote(costing('1.50'))], [USER, pay({ amount: '1.5' })])))).toEqual([
      'q_1 answered',
    ])
  })

  it('that change after they were approved are found', () => {
    const changed = derive(
      said([SHOP, quote(costing('10'))], [SHOP, quote(costing('20'))], [USER, pay({ amount: '10' })]),
    )
    expect(faults(changed)).toEqual(['2 amount_changed payment.payment_method.amount'])
    const after = derive(
      said([SHOP, quote(costing('10'))], [USER, pay({ amount: '10' })], [SHOP, quote(costing('20'))]),
    )
    expect(states(after)).toEqual(['q_1 answered', 'q_1 invalid id_reused'])
    const [first, ...rest] = said([SHOP, quote(costing('10'))], [SHOP, quote(costing('20'))])
    const sameId = derive([first, ...rest.map((one) => ({ ...one, id: 'm0' }))] as ThreadMessage[])
    expect(faults(sameId)).toEqual(['1 message_changed '])
    expect(states(sameId)).toEqual(['q_1 pending'])
  })

  it('are not paid in another form or conversation either', () => {
    const wrapper = structured('aitp-01-payments', 'wrapped_quote', { original_quote: QUOTE, wrappers: [] })
    const direct = derive(said([SHOP, quote()], [USER, pay()]))
    const again = derive(said(['assistant', wrapper], [USER, pay()]), { paid: direct.paid })
    expect(states(again)).toEqual(['q_1 invalid already_paid'])
    const within = derive(
      said([SHOP, quote()], [USER, pay()], ['assistant', wrapper], [USER, pay({ channel_id: 'x' })]),
    )
    expect(states(within)).toEqual(['q_1 answered', 'q_1 invalid id_reused'])
    const shown = derive(said([SHOP, quote()], ['assistant', wrapper], [USER, pay()]))
    expect(states(shown)).toEqual(['q_1 superseded', 'q_1 answered'])
    expect(states(derive(said([SHOP, quote()], ['thief', quote({ merchant_id: 'thief.near' })])))).toEqual([
      'q_1 pending',
      'q_1 invalid id_taken',
    ])
  })

  it('with one tampered wrapper can’t be paid', () => {
    const [store, service, assistant] = ['store.near', 'service-agent.near', 'assistant.near'].map(signer)
    if (store === undefined || service === undefined || assistant === undefined) throw new Error('no signers')
    const keyOf = readKeys(
      Object.fromEntries([store, service, assistant].map((one) => [one.id, one.near])),
    ) as KeyOf
    const whole = wrapped(signedQuote(store), [service, assistant])
    const paid = (body: object): Transcript =>
      derive(said(['assistant', structured('aitp-01-payments', 'wrapped_quote', body)], [USER, pay()]), {
        keyOf,
      })
    expect(states(paid(whole))).toEqual(['q_1 answered'])
    const wrappers = whole.wrappers.map((one, n) => (n === 0 ? { ...one, role: 'discovery' } : one))
    expect(states(paid({ ...whole, wrappers }))).toEqual(['q_1 invalid signature_invalid'])
  })

  it('of banks say how far they are, which is no second payment', () => {
    const step = (status: string): string =>
      fiat('fiat_payment', {
        quote_id: 'fq_1',
        status,
        method_type: 'hosted_checkout',
        timestamp: '2025-02-25T08:31:00Z',
      })
    const all = derive(
      said(
        [SHOP, fiat('fiat_quote', FIAT_QUOTE)],
        [USER, step('initiated')],
        [USER, step('submitted')],
        [USER, step('initiated')],
        [
          SHOP,
          fiat('fiat_payment_confirmation', {
            quote_id: 'fq_1',
            payment_id: 'p',
            result: 'success',
            amount: { amount: '100', currency: 'EUR' },
            timestamp: '2025-02-25T08:32:00Z',
          }),
        ],
      ),
    )
    expect(faults(all)).toEqual([
      '3 second_answer fiat_payment',
      '4 amount_differs fiat_payment_confirmation.amount.amount',
    ])
    expect(all.requests[0]?.answer).toEqual({ message: 2, item: 0 })
  })
})

describe('wallets', () => {
  it('finds another chain, address or mode in an answer', () => {
    const sol = (type: string, body: object): string => structured('aitp-06-solana-wallet', type, body)
    const [mainnet, other] = [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    ]
    const transaction = { serialized: 'AA==' }
    expect(
      faults(
        derive(
          said(
            [
              SHOP,
              sol('request_transaction', { request_id: 't', chain: mainnet, mode: 'sign', transaction }),
            ],
            [USER, sol('transaction_response', { request_id: 't', chain: other, signature: '1'.repeat(64) })],
          ),
        ),
      ),
    ).toEqual([
      '1 wrong_chain transaction_response.chain',
      '1 missing transaction_response.signed_transaction',
    ])
    const evm = (type: string, body: object): string => structured('aitp-05-evm-wallet', type, body)
    const [mine, yours] = [`0x${'Aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
    const ask = evm('request_message_signing', {
      request_id: 's',
      address: mine,
      signing_type: 'personal_sign',
      message: 'x',
    })
    const sign = (address: string): string =>
      evm('message_signing_response', { request_id: 's', address, signature: '0x01' })
    expect(faults(derive(said([SHOP, ask], [USER, sign(yours)])))).toEqual([
      '1 address_differs message_signing_response.address',
    ])
    expect(states(derive(said([SHOP, ask], [USER, sign(mine.toLowerCase())])))).toEqual(['s answered'])
  })
})

describe('attestations', () => {
  const human = (type: string, body: object): string => structured('aitp-08-human-in-the-loop', type, body)
  const asked = human('request_attestation', ATTESTATION_VECTOR.request)
  const answer = (change: object = {}, result = 'approved'): string =>
    human('attestation_response', {
      request_id: 'att_req_1',
      result,
      attestation: { ...ATTESTATION_VECTOR.attestation, ...change },
    })

  it('count if they are of this request and signed by who issued them', () => {
    const all = derive(said([SHOP, asked], [USER, answer()]))
    expect(states(all)).toEqual(['att_req_1 answered'])
    expect(faults(all)).toEqual([])
  })

  it.each([
    ['another nonce', { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'digest_differs', 'nonce'],
    ['another audience', { audience: 'did:wba:thief.example' }, 'digest_differs', 'audience'],
    ['another request', { request_digest: `sha-256:${'A'.repeat(43)}` }, 'digest_differs', 'request_digest'],
    [
      'a higher assurance than was signed',
      { human: { method: 'click', assurance: 'hardware' } },
      'signature_invalid',
      'proof',
    ],
    [
      'another issuer',
      { issuer: 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp' },
      'signature_invalid',
      'proof',
    ],
  ])('do not with %s', (_what, change, code, place) => {
    const all = derive(said([SHOP, asked], [USER, answer(change)]))
    expect(faults(all)).toContain(`1 ${code} attestation_response.attestation.${place}`)
    expect(states(all)).toEqual(['att_req_1 pending'])
  })

  it('do not if the proof names somebody else’s key, whoever signed', () => {
    const seed = Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex')
    const key = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
    const signedFor = (verificationMethod: string): string => {
      const { proof, ...unsigned } = ATTESTATION_VECTOR.attestation
      const { proofValue: _, ...options } = { ...proof, verificationMethod }
      const proofValue = base58btc.encode(sign(null, proofBytes(options, unsigned), key))
      return answer({ proof: { ...options, proofValue } })
    }
    const [own, other] = [
      ATTESTATION_VECTOR.attestation.proof.verificationMethod,
      'did:wba:thief.example#key-1',
    ]
    expect(states(derive(said([SHOP, asked], [USER, signedFor(own)])))).toEqual(['att_req_1 answered'])
    expect(faults(derive(said([SHOP, asked], [USER, signedFor(other)])))).toEqual([
      '1 signature_invalid attestation_response.attestation.proof',
    ])
  })

  it('do not if the request says anything else than what was signed, or the answer does', () => {
    const other = human('request_attestation', { ...ATTESTATION_VECTOR.request, title: 'Approve 9,999 USD' })
    expect(faults(derive(said([SHOP, other], [USER, answer()])))).toEqual([
      '1 digest_differs attestation_response.attestation.request_digest',
    ])
    expect(faults(derive(said([SHOP, asked], [USER, answer({}, 'acknowledged')])))).toEqual([
      '1 result_differs attestation_response.result',
    ])
  })
})
