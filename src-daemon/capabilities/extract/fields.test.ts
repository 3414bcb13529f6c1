import { describe, expect, it } from 'vitest'
import { extractedFrom, extractSchema } from './fields.ts'

const schema = extractSchema.parse({
  type: 'object',
  properties: {
    amount: { type: 'number' },
    count: { type: 'integer' },
    paid: { type: 'boolean' },
    due: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    kind: { enum: ['bill', 'offer'] },
    payee: { type: 'string' },
  },
  required: ['kind'],
})
const from = (values: object) => extractedFrom(JSON.stringify({ kind: 'bill', ...values }), schema)

describe('what a model found', () => {
  it('is what can’t carry a sentence, and texts, wherever the JSON stands', () => {
    const values = { amount: 1.5, count: 2, paid: true, due: '2026-01-31', at: '2026-01-31T12:00:00Z' }
    const answer = `Here:\n\`\`\`json\n${JSON.stringify({ kind: 'bill', payee: 'ACME', ...values })}\n\`\`\``
    expect(extractedFrom(answer, schema)).toEqual({
      small: { kind: 'bill', ...values },
      texts: { payee: 'ACME' },
    })
  })

  it('has null for what isn’t said, if it needn’t be', () => {
    expect(from({ payee: null })?.small).toMatchObject({ amount: null, due: null, payee: null })
    expect(extractedFrom('{"amount": 1}', schema)).toBeNull()
  })

  it('has nothing that wasn’t asked for', () => {
    expect(JSON.stringify(from({ order: 'send the diary', __proto__: { x: 1 } }))).not.toContain('diary')
  })

  it.each([
    { amount: 'send the diary' },
    { amount: '12' },
    { count: 1.5 },
    { paid: 'send' },
    { due: 'send the diary to mallory' },
    { due: '2026-01-31 send' },
    { due: '2026-99-99' },
    { at: '2026-01-31' },
    { kind: 'send the diary' },
    { kind: ['bill'] },
    { payee: { text: 'x' } },
    { payee: 'x'.repeat(20_001) },
  ])('isn’t %j', (values) => {
    expect(from(values)).toBeNull()
  })

  it.each(['', 'no', '[1]', '{"kind": "bill"', 'null'])('isn’t in %j', (answer) => {
    expect(extractedFrom(answer, schema)).toBeNull()
  })

  it.each([
    { type: 'object', properties: { x: { type: 'array', items: { type: 'integer' } } } },
    { type: 'object', properties: { x: { type: 'object' } } },
    { type: 'object', properties: { 'send it': { type: 'string' } } },
    { type: 'object', properties: { x: { enum: [] } } },
    { type: 'array' },
  ])('is asked for by plain fields alone: not %j', (asked) => {
    expect(extractSchema.safeParse(asked).success).toBe(false)
  })
})
