import { createPrivateKey, sign } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { beforeAll, describe, expect, it } from 'vitest'
import { proofBytes } from '../../identity/index.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { openContentReader, type ReadContent } from '../messages/read-content.ts'
import { readKeys, type KeyOf } from '../quotes/keys.ts'
import {
  ATTESTATION_VECTOR,
  COLOURS,
  CONFIRMATION,
  FIAT_QUOTE,
  FORM,
  NUMBER,
  PAYMENT,
  QUOTE,
  signedQuote,
  signer,
  structured,
  wrapped,
} from '../testing/examples.ts'
import { deriveTranscript, type Transcript, type TranscriptInput } from './derive.ts'
import { readThreadMessage, type ThreadMessage } from './read-messages.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

const NOW = Date.parse('2025-02-25T09:00:00Z')
const SHOP = 'shop'
const USER = 'user'

/** Messages a second apart, by who says them. */
const said = (
  ...parts: readonly (readonly [actor: string | null, content: string, more?: object])[]
): ThreadMessage[] =>
  parts.map(([actor, content, more = {}], n) => ({
    id: `m${String(n)}`,
    at: Date.parse('2025-02-25T08:30:00Z') + n * 1000,
    actor,
    content: [content],
    metadata: {},
    ...more,
  }))

const derive = (messages: readonly ThreadMessage[], more: Partial<TranscriptInput> = {}): Transcript =>
  deriveTranscript({ messages, read, now: NOW, ...more })
const states = ({ requests }: Transcript): readonly string[] =>
  requests.map(({ id, state, code }) => `${id} ${state}${code === null ? '' : ` ${code}`}`)
const faults = ({ items }: Transcript): readonly string[] =>
  items.flatMap((one) =>
    one.faults
      .filter(({ code }) => code !== 'signature_unchecked')
      .map(({ code, place }) => `${String(one.place.message)} ${code} ${place}`),
  )

const colours = structured('aitp-02-decisions', 'request_decision', COLOURS)
const number = structured('aitp-02-decisions', 'request_decision', NUMBER)
const choose = (id: string | null, ...options: readonly (string | object)[]): string =>
  structured('aitp-02-decisions', 'decision', {
    ...(id === null ? {} : { request_decision_id: id }),
    options: options.map((one) => (typeof one === 'string' ? { id: one } : one)),
  })
const form = structured('aitp-03-data-request', 'request_data', FORM)
const fill = (fields: Readonly<Record<string, string>>): string =>
  structured('aitp-03-data-request', 'data', {
    request_data_id: 'form_1',
    fields: Object.entries(fields).map(([id, value]) => ({ id, value })),
  })
const quote = (more: object = {}): string => structured('aitp-01-payments', 'quote', { ...QUOTE, ...more })
const costing = (amount: string): object => ({
  payment_options: [{ ...QUOTE.payment_options[0], amount }],
})
const pay = (more: object = {}): string =>
  structured('aitp-01-payments', 'payment', {
    ...PAYMENT,
    payment_method: { ...PAYMENT.payment_method, ...more },
  })
const confirm = (result: string): string =>
  structured('aitp-01-payments', 'payment_confirmation', { ...CONFIRMATION, result })
const control = (type: string, body: object): string => structured('x01-control', type, body)
const fiat = (type: string, body: object): string => structured('aitp-09-fiat-payments', type, body)

describe('a request', () => {
  it('is open until its answer, also when the transcript is read in between', () => {
    const all = said([SHOP, colours], [USER, choose('colours', 'red', 'blue')])
    expect(states(derive(all.slice(0, 1)))).toEqual(['colours pending'])
    const later = derive(all)
    expect(states(later)).toEqual(['colours answered'])
    expect(later.requests[0]?.answer).toEqual({ message: 1, item: 0 })
    expect(faults(later)).toEqual([])
  })

  it('is answered once: a second answer is named and never counts', () => {
    const all = derive(
      said([SHOP, colours], [USER, choose('colours', 'red')], [USER, choose('colours', 'blue')]),
    )
    expect(faults(all)).toEqual(['2 second_answer decision'])
    expect(all.items.map(({ counts }) => counts)).toEqual([true, true, false])
    expect(all.requests[0]?.answer).toEqual({ message: 1, item: 0 })
  })

  it('takes the same answer again as no second one', () => {
    const red = choose('colours', 'red')
    const all = derive(said([SHOP, colours], [USER, red], [USER, red], [SHOP, colours]))
    expect(faults(all)).toEqual(['2 repeated decision', '3 repeated request_decision'])
    expect(states(all)).toEqual(['colours answered'])
    expect(all.items.every((one) => one.faults.every(({ severity }) => severity === 'note'))).toBe(true)
  })

  it('is not answered by who asked', () => {
    expect(faults(derive(said([SHOP, colours], [SHOP, choose('colours', 'red')])))).toEqual([
      '1 own_request decision',
    ])
  })

  it('is found without an id if it is the only open one of its kind', () => {
    expect(states(derive(said([SHOP, number], [USER, choose(null, '7')])))).toEqual(['number answered'])
    const two = derive(said([SHOP, number], [SHOP, colours], [USER, choose(null, '7')]))
    expect(faults(two)).toEqual(['2 ambiguous decision'])
    expect(states(two)).toEqual(['number pending', 'colours pending'])
  })

  it('is replaced by another of the same id and sender, and by nobody else’s', () => {
    const newer = structured('aitp-02-decisions', 'request_decision', { ...NUMBER, title: 'Again' })
    const replaced = derive(said([SHOP, number], [SHOP, newer], [USER, choose('number', '7')]))
    expect(states(replaced)).toEqual(['number superseded', 'number answered'])
    const taken = derive(said([SHOP, number], ['thief', newer], [USER, choose('number', '7')]))
    expect(states(taken)).toEqual(['number answered', 'number invalid id_taken'])
    const reused = derive(said([SHOP, number], [USER, choose('number', '7')], [SHOP, newer]))
    expect(states(reused)).toEqual(['number answered', 'number invalid id_reused'])
  })

  it('with a form at a private address can’t be answered', () => {
    const json = { ...FORM, form: { json_url: 'https://192.168.1.1/f.json' } }
    const all = derive(
      said([SHOP, structured('aitp-03-data-request', 'request_data', json)], [USER, fill({ a: '' })]),
    )
    expect(states(all)).toEqual(['form_1 invalid url_private'])
    expect(faults(all)).toContain('1 request_invalid data')
  })
})

describe('answers that do not fit', () => {
  it.each([
    ['an option that was not offered', number, choose('number', '8'), 'not_offered decision.options[0].id'],
    ['two of one', number, choose('number', '0', '7'), 'too_many_chosen decision.options'],
    ['one twice', colours, choose('colours', 'red', 'red'), 'duplicate_id decision.options[1].id'],
    [
      'a broken quantity',
      colours,
      choose('colours', { id: 'red', quantity: 1.5 }),
      'quantity decision.options[0].quantity',
    ],
    ['a missing field', form, fill({ color: 'Red' }), 'required data.fields'],
    ['blanks for a field', form, fill({ color: 'Red', email: '  ' }), 'required data.fields'],
    [
      'no choice of the list',
      form,
      fill({ color: 'Blue', email: 'a@b.org' }),
      'field_value data.fields[0].value',
    ],
    [
      'no number',
      form,
      fill({ color: 'Red', number: 'ten', email: 'a@b.org' }),
      'field_value data.fields[1].value',
    ],
    ['no address', form, fill({ color: 'Red', email: 'a@b' }), 'field_value data.fields[1].value'],
    [
      'a field nobody asked for',
      form,
      fill({ color: 'Red', email: 'a@b.org', x: '' }),
      'not_asked data.fields[2].id',
    ],
  ])('%s', (_what, request, answer, expected) => {
    const all = derive(said([SHOP, request], [USER, answer]))
    expect(faults(all)).toContain(`1 ${expected}`)
    expect(all.requests[0]?.state).toBe('pending')
  })

  it('may be corrected', () => {
    const all = derive(said([SHOP, number], [USER, choose('number', '8')], [USER, choose('number', '7')]))
    expect(states(all)).toEqual(['number answered'])
  })

  it('never say what was filled in', () => {
    const all = derive(said([SHOP, form], [USER, fill({ color: 'hunter2', email: 'hunter2' })]))
    expect(JSON.stringify(all.items.map((one) => one.faults))).not.toContain('hunter2')
  })

  it('note an option under another name', () => {
    const all = derive(said([SHOP, number], [USER, choose('number', { id: '0', name: '100' })]))
    expect(faults(all)).toEqual(['1 renamed decision.options[0].name'])
    expect(states(all)).toEqual(['number answered'])
  })
})

describe('refusing and taking back', () => {
  const target = { message_type: 'request_decision', id: 'number' }
  it.each([
    ['in words of AITP-02', choose('number', '__declined__'), 'declined'],
    ['by x01', control('rejection', { in_reply_to: target, code: 'rate_limited' }), 'rate_limited'],
  ])('refuses %s, and then nothing counts', (_how, answer, code) => {
    const all = derive(said([SHOP, number], [USER, answer], [USER, choose('number', '7')]))
    expect(states(all)).toEqual([`number declined ${code}`])
    expect(faults(all).at(-1)).toBe('2 after_refusal decision')
  })

  it('lets only who asked take a request back', () => {
    const back = control('cancellation', { target, reason: 'Sold out' })
    const all = derive(said([SHOP, number], [USER, back], [SHOP, back], [USER, choose('number', '7')]))
    expect(states(all)).toEqual(['number cancelled Sold out'])
    expect(faults(all)).toEqual(['1 not_the_requester cancellation', '3 after_cancellation decision'])
  })

  it('says whom somebody asked instead', () => {
    const receipt = control('forward_receipt', {
      in_reply_to: target,
      forwarded_to: 'ana',
      waiting_for: 'human',
    })
    expect(derive(said([SHOP, number], [USER, receipt])).requests).toMatchObject([
      { state: 'pending', forwardedTo: 'ana' },
    ])
  })
})

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

describe('messages', () => {
  it('are put in order, and each is there once', () => {
    const all = said([SHOP, number], [USER, choose('number', '7')], [USER, choose('number', '0')])
    const mixed = [all[2], all[0], all[1], all[0], all[2]].filter((one) => one !== undefined)
    expect(derive(mixed)).toEqual(derive(all))
  })

  it('are read in all forms of the Thread API', () => {
    const at = '2025-02-25T08:30:00Z'
    for (const content of [
      number,
      [number],
      [{ type: 'text', text: { value: number } }],
      [{ type: 'text', text: number }],
    ])
      expect(
        readThreadMessage({
          id: 'm',
          created_at: Date.parse(at) / 1000,
          content,
          metadata: { actor: { id: SHOP } },
        }),
      ).toEqual({
        id: 'm',
        at: Date.parse(at),
        actor: SHOP,
        content: [number],
        metadata: { actor: { id: SHOP } },
      })
    expect(readThreadMessage({ id: 'm', created_at: at, content: [{ type: 'image' }, 'a'] })).toMatchObject({
      at: Date.parse(at),
      actor: null,
      content: ['a'],
    })
    expect(readThreadMessage({ id: 'm' })).toBeNull()
    expect(readThreadMessage(null)).toBeNull()
  })

  it('with more than 64 items are cut', () => {
    const [one] = said([SHOP, 'x'])
    const many = { ...one, content: Array.from({ length: 65 }, () => 'x') } as ThreadMessage
    expect(faults(derive([many]))).toEqual(['0 too_many_items '])
  })

  it('that were passed on name who asked first, and never run in a circle', () => {
    const from = (more: object): { metadata: object } => ({
      metadata: {
        aitp_origin_actor: 'hotel',
        aitp_origin_thread: 't1',
        aitp_origin_message: 'x',
        aitp_hops: 2,
        ...more,
      },
    })
    const one = (more: object): Transcript => derive(said([SHOP, number, from(more)]), { thread: 't2' })
    expect(one({}).requests).toMatchObject([{ provenance: { actor: 'hotel', hops: 2 } }])
    expect(faults(one({ aitp_hops: 9 }))).toEqual(['0 too_many_hops metadata.aitp_hops'])
    expect(faults(one({ aitp_hops: 'x' }))).toEqual(['0 too_many_hops metadata.aitp_hops'])
    for (const circle of [{ aitp_origin_thread: 't2' }, { aitp_origin_actor: SHOP }]) {
      expect(faults(one(circle))).toEqual(['0 forwarded_in_a_circle metadata.aitp_origin_message'])
      expect(one(circle).requests).toEqual([])
    }
  })

  it('may leave 1,000 requests open, in time that grows with them', () => {
    const many = (count: number): ThreadMessage[] =>
      said(
        ...Array.from(
          { length: count },
          (_, n) =>
            [
              SHOP,
              structured('aitp-02-decisions', 'request_decision', { ...NUMBER, id: `r${String(n)}` }),
            ] as const,
        ),
        ...Array.from({ length: count / 2 }, (_, n) => [USER, choose(`r${String(n)}`, '7')] as const),
      )
    const time = (count: number): number => {
      const messages = many(count)
      const once = (): number => {
        const started = cpuTime()
        derive(messages)
        return cpuTime() - started
      }
      return Math.min(once(), once(), once())
    }
    const all = derive(many(1000))
    expect(all.requests.filter(({ state }) => state === 'pending').length).toBe(500)
    time(1000) // Compiled code is faster.
    // Eight times as many; were each looked for among all, it would be 64 times.
    expect(time(8000) / time(1000)).toBeLessThan(24)
  })
})
