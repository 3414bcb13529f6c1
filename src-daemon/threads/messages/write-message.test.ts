import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES, QUOTE, structured } from '../testing/examples.ts'
import { MESSAGE_TYPES } from './message-types.ts'
import { openContentReader, type ReadContent } from './read-content.ts'
import { schemaOf, type Written } from './schemas.ts'
import { writeMessage } from './write-message.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

describe('writing', () => {
  it('refuses what the specification does not have', () => {
    const write = (body: object) => () =>
      writeMessage('aitp-02-decisions', 'decision', body as Written<'aitp-02-decisions', 'decision'>)
    expect(write({ options: [] })).toThrow(/thread_message_invalid.*options/)
    expect(write({ options: [{ id: 1 }] })).toThrow(/options\.0\.id/)
    expect(write({ options: [{ id: 'a' }], extra: 1 })).toThrow(/extra/)
    expect(write({ options: [{ id: 'a\ud800' }] })).toThrow(/lone_surrogate/)
    expect(write({ options: [{ id: 'a', name: 'n'.repeat(300_000) }] })).toThrow(/thread_message_invalid/)
    expect(() => writeMessage('aitp-01-payments', 'quote', QUOTE as never)).toThrow(/merchant_signature/)
  })

  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const some = <T extends object>(
    record: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
    keys: (keyof T)[],
  ) => fc.record(record, { requiredKeys: keys })
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^(\.\d{1,8})?$/))
    .map(([whole, fraction]) => `${String(whole)}${fraction}`)
  const time = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const option = some(
    { id, name: text, description: text, five_star_rating: fc.integer({ min: 0, max: 5 }) },
    ['id'],
  )
  const options = fc.uniqueArray(option, { minLength: 1, maxLength: 6, selector: (one) => one.id })
  const field = some(
    {
      id,
      label: text,
      type: fc.constantFrom('text', 'number', 'select', 'tel'),
      options: fc.array(text, { maxLength: 4 }),
      required: fc.boolean(),
    },
    ['id', 'type', 'required'],
  )
  const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 6, selector: (one) => one.id })
  const messages = fc.oneof(
    some(
      { id, title: text, type: fc.constantFrom('radio', 'checkbox', 'products', 'confirmation'), options },
      ['id', 'type', 'options'],
    ).map((body) => ['aitp-02-decisions', 'request_decision', body] as const),
    fc
      .record({ id, description: text, form: fc.record({ fields }) })
      .map((body) => ['aitp-03-data-request', 'request_data', body] as const),
    fc
      .record({
        channel_id: id,
        amount,
        currency: text,
        payer_id: text,
        timestamp: time,
        payer_signature: fc
          .uint8Array({ minLength: 64, maxLength: 64 })
          .map((bytes) => `ed25519:${Buffer.from(bytes).toString('base64')}`),
      })
      .map((body) => ['aitp-01-payments', 'top_up_response', body] as const),
    some({ request_id: id, status: fc.constantFrom('pass', 'warn'), timestamp: time, echo: text }, [
      'request_id',
      'status',
      'timestamp',
    ]).map((body) => ['aitp-07-health-checks', 'health_response', body] as const),
  )

  it('writes what the reader reads as the same', () => {
    fc.assert(
      fc.property(messages, ([capability, type, body]) => {
        const raw = writeMessage(capability, type as never, body as never)
        const item = read(raw)
        expect(item).toMatchObject({ kind: 'message', raw, faults: [] })
        expect(item.kind === 'message' && item.body).toEqual(JSON.parse(JSON.stringify(body)))
      }),
    )
  })
})

describe('whatever comes', () => {
  const schemas = MESSAGE_TYPES.map(({ capability, type }) => ({ capability, type }))
  it('is read without an error thrown', () => {
    const foreign = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .tuple(fc.constantFrom(...schemas), fc.jsonValue())
        .map(([{ capability, type }, value]) => structured(capability, type, value as object)),
      fc
        .tuple(fc.constantFrom(...Object.values(EXAMPLES)), fc.nat(), fc.string({ maxLength: 3 }))
        .map(([raw, at, noise]) => {
          const place = at % raw.length
          return raw.slice(0, place) + noise + raw.slice(place + 1)
        }),
    )
    fc.assert(
      fc.property(foreign, (raw) => {
        expect(read(raw).raw).toBe(raw)
      }),
      { numRuns: 500 },
    )
  })

  it('and a member of any other kind is refused or left out, never taken', () => {
    const mutated = fc.tuple(
      fc.constantFrom(...Object.keys(EXAMPLES)),
      fc.nat(),
      fc.jsonValue({ maxDepth: 2 }),
    )
    fc.assert(
      fc.property(mutated, ([name, at, value]) => {
        const [capability = '', type = ''] = name.split('/')
        const whole = JSON.parse(EXAMPLES[name] ?? '') as Record<string, Record<string, unknown>>
        const body = { ...whole[type] }
        const key = Object.keys(body)[at % Object.keys(body).length] ?? ''
        const item = read(structured(capability, type, { ...body, [key]: value }))
        if (item.kind !== 'message') return
        const schema = schemaOf('tolerant', item.type.capability, item.type.type)
        expect(schema?.safeParse(item.body).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
