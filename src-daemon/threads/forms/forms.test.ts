import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { formSchema, type Form, type FormReply } from '../../contract/form.ts'
import { openContentReader, type MessageItem, type ReadContent } from '../messages/read-content.ts'
import { COLOURS, FORM, NUMBER, QUOTE, structured } from '../testing/examples.ts'
import { deriveTranscript } from '../transcript/derive.ts'
import { answerForm } from './answer-form.ts'
import { DECISION_FIELD, formOf } from './form-of.ts'

let read: ReadContent
beforeAll(async () => {
  read = await openContentReader()
})

const itemOf = (raw: string): MessageItem => {
  const item = read(raw)
  if (item.kind !== 'message') throw new Error(`not a message: ${raw}`)
  return item
}
const decision = (body: object): MessageItem =>
  itemOf(structured('aitp-02-decisions', 'request_decision', body))
const data = (fields: readonly object[]): MessageItem =>
  itemOf(structured('aitp-03-data-request', 'request_data', { ...FORM, form: { fields } }))
const fieldsOf = (item: MessageItem): Form['fields'] => formSchema.parse(formOf(item)).fields

/** What becomes of the request when it's answered so. */
const stateAfter = (request: MessageItem, reply: FormReply): string => {
  const message = (actor: string, raw: string) => ({
    id: null,
    at: null,
    actor,
    content: [raw],
    metadata: {},
  })
  const messages = [message('shop', request.raw), message('user', answerForm(request, reply))]
  const { requests, items } = deriveTranscript({ messages, read, now: 0 })
  expect(items.flatMap((one) => one.faults)).toEqual([])
  return requests[0]?.state ?? ''
}

describe('a decision as a form', () => {
  it.each([
    ['radio', 'choice', 'list', false],
    ['checkbox', 'choices', 'list', false],
    ['confirmation', 'choice', 'buttons', false],
    ['products', 'choices', 'cards', true],
    ['carousel', 'choice', 'list', false],
  ])('of the type %s', (type, kind, display, quantities) => {
    expect(fieldsOf(decision({ ...COLOURS, type }))).toMatchObject([{ kind, display, quantities }])
  })

  it('shows prices, stars and variants', () => {
    const quote = {
      type: 'Quote',
      quote_id: 'q',
      payee_id: 'm',
      payment_plans: [{ plan_id: 'p', plan_type: 'one-time', amount: 89.99, currency: 'USD' }],
      valid_until: '2050-01-01T00:00:00Z',
    }
    const black = { id: 'v', name: 'Space One, Jet Black', short_variant_name: 'Jet Black', quote }
    const option = { id: 'o', name: 'Space One', five_star_rating: 3.5, reviews_count: 12, variants: [black] }
    expect(fieldsOf(decision({ id: 'd', type: 'products', options: [option] }))[0]?.choices).toMatchObject([
      { value: 'o', label: 'Space One', stars: 3.5, reviews: 12, price: null, variantOf: null },
      { value: 'v', label: 'Jet Black', price: '89.99 USD', variantOf: 'o' },
    ])
  })

  it('is answered, with quantities where they are asked', () => {
    const products = decision({ ...COLOURS, type: 'products' })
    const reply: FormReply = {
      action: 'accept',
      values: { [DECISION_FIELD]: ['red', 'blue'] },
      quantities: { red: 2 },
    }
    expect(JSON.parse(answerForm(products, reply))).toMatchObject({
      decision: {
        request_decision_id: 'colours',
        options: [
          { id: 'red', name: 'Red', quantity: 2 },
          { id: 'blue', name: 'Blue', quantity: 1 },
        ],
      },
    })
    expect(stateAfter(products, reply)).toBe('answered')
    expect(stateAfter(decision(NUMBER), { action: 'accept', values: { [DECISION_FIELD]: '7' } })).toBe(
      'answered',
    )
    expect(stateAfter(decision(NUMBER), { action: 'decline' })).toBe('declined')
  })

  it('is not answered by what was not offered, or by nothing', () => {
    const answer = (value: string | string[]) => () =>
      answerForm(decision(NUMBER), { action: 'accept', values: { [DECISION_FIELD]: value } })
    expect(answer('8')).toThrow(/not_offered/)
    expect(answer(['0', '7'])).toThrow(/too_many_chosen/)
    expect(answer([])).toThrow(/thread_message_invalid/)
  })
})

describe('a request for data as a form', () => {
  it('has a field for each, by its type', () => {
    const types = ['text', 'number', 'email', 'textarea', 'select', 'combobox', 'tel', 'password', 'hologram']
    const fields = fieldsOf(
      data(types.map((type) => ({ id: type, type, options: ['a', { label: 'B', value: 'b' }] }))),
    )
    expect(fields.map(({ id, kind, other, secret }) => [id, kind, other, secret])).toEqual([
      ['text', 'text', false, false],
      ['number', 'number', false, false],
      ['email', 'email', false, false],
      ['textarea', 'multiline', false, false],
      ['select', 'choice', false, false],
      ['combobox', 'choice', true, false],
      ['tel', 'phone', false, false],
      ['password', 'text', false, true],
      ['hologram', 'text', false, false],
    ])
    expect(fields[4]?.choices).toMatchObject([
      { value: 'a', label: 'a' },
      { value: 'b', label: 'B' },
    ])
  })

  it('knows what is a secret', () => {
    const secret = (autocomplete: string): boolean | undefined =>
      fieldsOf(data([{ id: 'a', autocomplete }]))[0]?.secret
    expect(['one-time-code', 'section-x current-password', 'NEW-PASSWORD', 'cc-csc'].map(secret)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['email', 'street-address'].map(secret)).toEqual([false, false])
  })

  it('has its fields in sections, where it has several', () => {
    const form = formSchema.parse(
      formOf(
        data([
          { id: 'to', autocomplete: 'section-gift shipping name' },
          { id: 'mine', autocomplete: 'SECTION-my-self name' },
          { id: 'street', autocomplete: 'section-gift shipping street-address' },
          { id: 'note', autocomplete: 'section-' },
        ]),
      ),
    )
    expect(form.sections.map(({ id, title, required }) => [id, title, required])).toEqual([
      ['section-gift', 'Gift', true],
      ['section-my-self', 'My self', true],
    ])
    expect(form.fields.map(({ section }) => section)).toEqual([
      'section-gift',
      'section-my-self',
      'section-gift',
      null,
    ])
    const one = formOf(data([{ id: 'to', autocomplete: 'section-gift name' }, { id: 'note' }]))
    expect([one?.sections, one?.fields[0]?.section]).toEqual([[], null])
  })

  it('is answered in full, or refused by the field and never by its value', () => {
    const request = data(FORM.form.fields)
    const accept = (values: Record<string, string | number>): FormReply => ({ action: 'accept', values })
    expect(
      JSON.parse(answerForm(request, accept({ color: 'Red', number: 7, email: 'a@b.org' }))),
    ).toMatchObject({
      data: { fields: [{ id: 'color', label: 'Color', value: 'Red' }, { value: '7' }, { value: 'a@b.org' }] },
    })
    expect(stateAfter(request, accept({ color: 'Red', email: 'a@b.org' }))).toBe('answered')
    expect(stateAfter(request, { action: 'decline' })).toBe('declined')
    expect(() => answerForm(request, accept({ color: 'Red' }))).toThrow(/required \(email\)/)
    expect(JSON.parse(answerForm(data([{ id: 'constructor' }]), accept({})))).toMatchObject({
      data: { fields: [{ id: 'constructor', value: '' }] },
    })
    expect(() => answerForm(request, accept({ color: 'Red', email: 'a@b.org', x: 'y' }))).toThrow(
      /not_asked \(x\)/,
    )
    expect(() => answerForm(request, accept({ color: 'hunter2', email: 'a@b.org' }))).toThrow(
      /^(?!.*hunter2).*field_value/,
    )
  })

  it('of which the fields are elsewhere is no form yet, and can be refused', () => {
    const elsewhere = itemOf(
      structured('aitp-03-data-request', 'request_data', {
        ...FORM,
        form: { json_url: 'https://example.com/f.json' },
      }),
    )
    expect(formOf(elsewhere)).toBeNull()
    expect(stateAfter(elsewhere, { action: 'decline' })).toBe('declined')
  })
})

it('other messages are no forms', () => {
  const quote = itemOf(structured('aitp-01-payments', 'quote', QUOTE))
  expect(formOf(quote)).toBeNull()
  expect(() => answerForm(quote, { action: 'decline' })).toThrow(/thread_message_invalid/)
})

it('whatever is chosen of whatever is offered, the answer counts', () => {
  const id = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => text !== '__declined__')
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 8 })
  const type = fc.constantFrom('radio', 'checkbox', 'products', 'confirmation')
  fc.assert(
    fc.property(ids, type, fc.infiniteStream(fc.boolean()), (values, kind, pick) => {
      const request = decision({
        id: 'd',
        type: kind,
        options: values.map((value) => ({ id: value, name: value })),
      })
      const [field] = fieldsOf(request)
      const chosen = values.filter((_value, n) => n === 0 || pick.next().value)
      const value = field?.kind === 'choice' ? (chosen.at(-1) ?? '') : chosen
      expect(stateAfter(request, { action: 'accept', values: { [DECISION_FIELD]: value } })).toBe('answered')
    }),
  )
})
