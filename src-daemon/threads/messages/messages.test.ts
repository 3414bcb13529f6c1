import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  COLOURS,
  EVM_TRANSACTION,
  EXAMPLES,
  FIAT_QUOTE,
  FORM,
  QUOTE,
  structured,
} from '../testing/examples.ts'
import { MESSAGE_TYPES } from './message-types.ts'
import { bodyOf, openContentReader, type ContentItem, type ReadContent } from './read-content.ts'
import { schemaOf } from './schemas.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

const faultsOf = (item: ContentItem): readonly string[] =>
  'faults' in item ? item.faults.map(({ place, code, severity }) => `${severity} ${code} ${place}`) : []
const decision = (body: object): ContentItem =>
  read(structured('aitp-02-decisions', 'request_decision', { ...COLOURS, ...body }))

describe('the table of types', () => {
  it('has a schema for each type, in both dialects', () => {
    for (const { capability, type } of MESSAGE_TYPES)
      for (const dialect of ['strict', 'tolerant'] as const)
        expect(schemaOf(dialect, capability, type), `${capability}/${type}`).toBeDefined()
  })

  const shared = new URL('../../../../shared/examples/aitp/message-types.json', import.meta.url)
  it.skipIf(!existsSync(shared))('agrees with ../shared, where that is', () => {
    interface Row {
      cap: string
      type: string
      kind: string
      id?: string
      replies_to?: string
      replies?: string[]
      proposed?: boolean
      hidden?: boolean
      replies_to_optional?: boolean
    }
    const { types } = JSON.parse(readFileSync(shared, 'utf8')) as { types: Row[] }
    const ours = new Map(MESSAGE_TYPES.map((one) => [`${one.capability}/${one.type}`, one]))
    for (const row of types)
      expect(ours.get(`${row.cap}/${row.type}`)).toMatchObject({
        kind: row.kind,
        id: row.id ?? null,
        repliesTo: row.replies_to ?? null,
        replies: row.replies ?? [],
        proposed: row.proposed ?? false,
        hidden: row.hidden ?? false,
        maySayNothing: row.replies_to_optional ?? false,
      })
    const extra = MESSAGE_TYPES.filter(({ type }) => type !== 'error_response')
    expect(extra.length).toBe(types.length)
  })
})

describe('reading', () => {
  it.each(Object.entries(EXAMPLES))('reads %s', (name, raw) => {
    const item = read(raw)
    expect(item).toMatchObject({ kind: 'message', raw, version: '1.0.0', faults: [] })
    expect(item.kind === 'message' && `${item.type.capability}/${item.type.type}`).toBe(name)
  })

  for (const folder of ['published', 'proposed-examples']) {
    const url = new URL(`../../../../shared/examples/aitp/${folder}/`, import.meta.url)
    const files = existsSync(url) ? readdirSync(url).filter((one) => /^(aitp|x01)/.test(one)) : []
    it.skipIf(files.length === 0)(`reads every example in ../shared/${folder}, where that is`, () => {
      for (const file of files)
        expect(read(readFileSync(new URL(file, url), 'utf8')), file).toMatchObject({
          kind: 'message',
          faults: [],
        })
    })
  }

  it('keeps the text byte for byte and members it does not know', () => {
    const raw = `  {"$schema" : "https://aitp.dev/v1/decisions/schema.json",\n"decision":{"options":[{"id":"a","x":1}],"new":{"y":null}}}\n`
    const item = read(raw)
    expect(item).toMatchObject({ kind: 'message', raw })
    expect(item.kind === 'message' && item.body).toEqual({ options: [{ id: 'a', x: 1 }], new: { y: null } })
  })

  it('takes null for absent, numbers for ids, and fills in defaults', () => {
    const item = decision({ id: 7, title: null, type: null, options: [{ id: 1, name: null }] })
    expect(item.kind === 'message' && item.body).toEqual({ id: '7', type: 'radio', options: [{ id: '1' }] })
    expect(faultsOf(item)).toEqual([])
  })

  it('keeps null where it is a value to sign', () => {
    const typed = {
      types: { EIP712Domain: [] },
      primaryType: 'X',
      domain: { chainId: 1 },
      message: { to: null },
    }
    const body = { request_id: 'r', signing_type: 'typed_data', typed_data: typed }
    const item = read(structured('aitp-05-evm-wallet', 'request_message_signing', body))
    expect(bodyOf(item, 'aitp-05-evm-wallet', 'request_message_signing')?.typed_data?.message).toEqual({
      to: null,
    })
  })

  it('leaves out single parts of a decision, and says so', () => {
    const item = decision({ options: [{ id: 'a', five_star_rating: 9 }, { name: 'no id' }, { id: 'b' }] })
    expect(bodyOf(item, 'aitp-02-decisions', 'request_decision')?.options).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(faultsOf(item)).toEqual([
      'note left_out request_decision.options[0].five_star_rating',
      'note left_out request_decision.options[1].id',
    ])
  })

  it.each([
    ['an expiry', 'aitp-01-payments', 'quote', { ...QUOTE, expiration: 'soon' }, 'quote.expiration'],
    [
      'a chain',
      'aitp-05-evm-wallet',
      'request_transaction',
      { ...EVM_TRANSACTION, chain_id: '137' },
      'request_transaction.chain_id',
    ],
    [
      'a value',
      'aitp-05-evm-wallet',
      'request_transaction',
      { ...EVM_TRANSACTION, transaction: { ...EVM_TRANSACTION.transaction, value: 1 } },
      'request_transaction.transaction.value',
    ],
  ])('refuses a message that moves money whole for %s', (_what, slug, type, body, place) => {
    expect(read(structured(slug, type, body))).toMatchObject({ kind: 'invalid', faults: [{ place }] })
  })

  it('knows the older addresses, and a quote from before AITP-01 at any of them', () => {
    const quote = {
      type: 'Quote',
      quote_id: 'q',
      payee_id: 'm.near',
      payment_plans: [{ plan_id: 'p', plan_type: 'one-time', amount: 2.5, currency: 'USD' }],
      valid_until: '2050-01-01T00:00:00Z',
    }
    for (const url of [
      'https://aitp.dev/v1/payments/schema.json',
      'https://crates.io/crates/aitp_schema/capabilities/aitp-04-transactions/v1.0.0/schema.json',
      'https://aitp.dev/capabilities/aitp-01-payments/v0.1.0/schema.json',
    ])
      expect(read(JSON.stringify({ $schema: url, quote }))).toMatchObject({
        kind: 'message',
        type: { capability: 'legacy-payments' },
      })
    expect(read(structured('aitp-01-payments', 'quote', QUOTE).replace('v1.0.0', 'v0.1.0'))).toMatchObject({
      kind: 'message',
      version: '0.1.0',
      type: { capability: 'aitp-01-payments' },
    })
  })

  it('dispatches on capability and type: wallets share names', () => {
    const body = { request_id: 'r', transaction_hash: 'not hex' }
    expect(read(structured('aitp-04-near-wallet', 'transaction_response', body)).kind).toBe('message')
    expect(read(structured('aitp-05-evm-wallet', 'transaction_response', body)).kind).toBe('invalid')
  })

  it.each([
    ['unknown_capability', 'https://evil.example/capabilities/aitp-01-payments/v1.0.0/schema.json'],
    ['unknown_capability', 'https://aitp.dev/capabilities/aitp-99-tea/v1.0.0/schema.json'],
    ['unknown_version', 'https://aitp.dev/capabilities/aitp-01-payments/v2.0.0/schema.json'],
  ])('shows %s as what it is', (reason, url) => {
    expect(read(JSON.stringify({ $schema: url, quote: QUOTE }))).toMatchObject({ kind: 'unknown', reason })
  })

  it('shows a type that its capability does not have as what it is', () => {
    const raw = structured('aitp-02-decisions', 'poll', { a: 1 })
    expect(read(raw)).toMatchObject({ kind: 'unknown', reason: 'unknown_type', typeName: 'poll', raw })
    expect(read(structured('aitp-02-decisions', 'constructor', {}))).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    'Hello',
    '{"quote": {}}',
    '{"$schema": 1, "quote": {}}',
    '["$schema"]',
    '{ see "$schema" in the docs }',
    '',
  ])('leaves %j text', (raw) => {
    expect(read(raw)).toEqual({ kind: 'text', raw })
  })

  it.each([
    ['envelope', '{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":{},"quote":{}}'],
    ['envelope', '{"$schema":"https://aitp.dev/v1/decisions/schema.json"}'],
    ['wrong_kind', '{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":[]}'],
    ['not_json', '{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":{"opt'],
    ['duplicate_key', '{"$schema":"https://aitp.dev/v1/payments/schema.json","quote":{"a":1,"a":2}}'],
    ['lone_surrogate', '{"$schema":"https://aitp.dev/v1/payments/schema.json","quote":{"a":"\\ud800"}}'],
    ['unsafe_key', '{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":{"__proto__":{}}}'],
    [
      'unsafe_key',
      '{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":{"\\u005f_proto__":{}}}',
    ],
    [
      'too_deep',
      `{"$schema":"https://aitp.dev/v1/decisions/schema.json","decision":${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}}`,
    ],
    ['too_large', structured('aitp-02-decisions', 'decision', { options: [{ id: 'é'.repeat(140_000) }] })],
  ])('refuses with %s', (code, raw) => {
    expect(read(raw)).toMatchObject({ kind: 'invalid', raw, faults: [{ code, severity: 'error' }] })
  })
})

describe('what a schema does not say', () => {
  it.each([
    ['url_private', 'https://127.0.0.1/form.json'],
    ['url_private', 'https://2130706433/form.json'],
    ['url_private', 'https://[::ffff:10.0.0.1]/form.json'],
    ['url_private', 'https://169.254.169.254/latest'],
    ['url_private', 'https://localhost/form.json'],
    ['url_private', 'https://printer.local/form.json'],
    ['url_private', 'https://intranet/form.json'],
    ['url_not_https', 'http://example.com/form.json'],
    ['url_not_https', 'file:///etc/passwd'],
    ['url_credentials', 'https://a:b@example.com/form.json'],
    ['url_invalid', 'forms/address.json'],
  ])('refuses a form with %s at %s', (code, url) => {
    const item = read(
      structured('aitp-03-data-request', 'request_data', { ...FORM, form: { json_url: url } }),
    )
    expect(faultsOf(item)).toEqual([`error ${code} request_data.form.json_url`])
  })

  it('only notes a picture that may not be fetched', () => {
    const item = decision({ options: [{ id: 'a', image_url: 'http://example.com/a.png' }] })
    expect(faultsOf(item)).toEqual(['note url_not_https request_decision.options[0].image_url'])
  })

  it('refuses forms for payment cards, empty ones, and ids that are there twice', () => {
    const form = (body: object): readonly string[] =>
      faultsOf(read(structured('aitp-03-data-request', 'request_data', { ...FORM, form: body })))
    expect(form({ fields: [{ id: 'n', autocomplete: 'section-a cc-number' }] })).toEqual([
      'error asks_for_card request_data.form.fields[0].autocomplete',
    ])
    expect(form({})).toEqual(['error empty_form request_data.form'])
    expect(form({ fields: [{ id: 'a' }, { id: 'a' }] })).toEqual([
      'error duplicate_id request_data.form.fields[1].id',
    ])
    expect(faultsOf(decision({ options: [{ id: 'a' }, { id: 'b', variants: [{ id: 'a' }] }] }))).toEqual([
      'error duplicate_id request_decision.options[1].variants[0].id',
    ])
  })

  it('adds up the lines of a quote, exactly', () => {
    const quote = (lines: readonly string[], amount: string): readonly string[] =>
      faultsOf(
        read(
          structured('aitp-09-fiat-payments', 'fiat_quote', {
            ...FIAT_QUOTE,
            line_items: lines.map((one) => ({ label: 'x', amount: one })),
            total: { amount, currency: 'EUR' },
          }),
        ),
      )
    expect(quote(['0.1', '0.2'], '0.30')).toEqual([])
    expect(quote(['9007199254740993', '0.01'], '9007199254740993.01')).toEqual([])
    expect(quote(['84.03', '15.96'], '99.90')).toEqual(['error totals_differ fiat_quote.total.amount'])
  })

  it('finds another chain in a transaction or in typed data', () => {
    const transaction = { ...EVM_TRANSACTION.transaction, chainId: 1 }
    const typed = { types: {}, primaryType: 'X', domain: { chainId: '10' }, message: {} }
    const signing = { request_id: 'r', signing_type: 'typed_data', chain_id: 137, typed_data: typed }
    const evm = (type: string, body: object): readonly string[] =>
      faultsOf(read(structured('aitp-05-evm-wallet', type, body)))
    expect(evm('request_transaction', { ...EVM_TRANSACTION, transaction })).toEqual([
      'error wrong_chain request_transaction.transaction.chainId',
    ])
    expect(evm('request_message_signing', signing)).toEqual([
      'error wrong_chain request_message_signing.typed_data.domain.chainId',
    ])
    expect(evm('request_message_signing', { ...signing, chain_id: 10 })).toEqual([])
  })
})
