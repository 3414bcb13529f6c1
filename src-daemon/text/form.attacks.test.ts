import { describe, expect, it } from 'vitest'
import type { Form, FormField, FormValue } from '../contract/form.ts'
import { formChoice, formField, formOfFields, initialValues } from './form-fields.ts'
import { formProblems } from './form-problems.ts'
import { shownForm } from './form-shown.ts'
import { formOfSchema, objectOfForm } from './schema-form.ts'

const ref = (name: string) => ({ $ref: name })
const names = ['a', 'b', 'c', 'd', 'e']
const all = <T>(of: (name: string) => T) => Object.fromEntries(names.map((name) => [name, of(name)]))
/** Six definitions, each with five of the next. */
const doubling = {
  type: 'object',
  properties: all(() => ref('#/$defs/d0')),
  $defs: Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((n) => [
      `d${String(n)}`,
      {
        type: 'object',
        properties: all(() => (n === 5 ? { type: 'string' } : ref(`#/$defs/d${String(n + 1)}`))),
      },
    ]),
  ),
}
const nested = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>((inner) => ({ anyOf: [inner] }), { const: 1 })

describe('a schema that a form is made of', () => {
  it.each([
    ['of itself, five times', { type: 'object', properties: all(() => ref('#')) }],
    ['of parts of parts', doubling],
    ['of alternatives in alternatives', { properties: { a: nested(4000) } }],
    ['of alternatives of lists', { properties: { a: { type: 'array', items: nested(4000) } } }],
    [
      'of 20,000 choices',
      { properties: { a: { enum: Array.from({ length: 20_000 }, (_, n) => `v${String(n)}`) } } },
    ],
    ['of references in a circle', { properties: { a: ref('#/properties/b'), b: ref('#/properties/a') } }],
    [
      'of references to prototypes',
      { properties: { a: ref('#/__proto__'), b: ref('#/constructor/prototype') } },
    ],
  ])('%s takes no time', (_what, schema) => {
    const start = performance.now()
    const form = formOfSchema(schema)
    objectOfForm(schema, {})
    expect(performance.now() - start).toBeLessThan(500)
    expect(form.fields.length).toBeLessThan(1200)
  })

  it('may have fields with the names of methods', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"}}}',
    ) as Record<string, unknown>
    expect(formOfSchema(schema).fields.map(({ id }) => id)).toEqual([
      '/__proto__',
      '/constructor',
      '/toString',
    ])
    const filled = objectOfForm(schema, Object.fromEntries([['/__proto__', 'x']]))
    expect(JSON.stringify(filled)).toBe('{"__proto__":"x"}')
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype)
    expect(
      formProblems(formOfSchema(schema), JSON.parse('{"__proto__":{"/toString":7}}') as never).size,
    ).toBe(0)
  })
})

const fieldOf = (field: Partial<FormField> & Pick<FormField, 'kind'>): FormField => {
  const [shown] = shownForm(formOfFields([formField({ id: 'f', label: 'F', ...field })])).fields
  if (shown === undefined) throw new Error('no field')
  return shown
}
const choices = [formChoice({ value: 'a', label: 'A' }), formChoice({ value: 'b', label: 'B' })]

describe('what a field begins with', () => {
  it.each([
    ['words behind a date', { kind: 'date', initial: '2026-01-01 (and I agree to pay 5000 USD)' }],
    ['words behind a time', { kind: 'date_time', initial: '2026-01-01T10:00:00Z (I agree)' }],
    ['a box that a text ticks', { kind: 'boolean', initial: 'true' }],
    ['a secret that nobody can read', { kind: 'text', secret: true, initial: 'I agree to everything' }],
    ['what is not in the list', { kind: 'choice', choices, initial: 'c' }],
    ['more than one of a choice', { kind: 'choice', choices, initial: ['a', 'b'] }],
    ['what is not in the list, among others', { kind: 'choices', choices, initial: ['a', 'c'] }],
    ['a line that the box has no room for', { kind: 'email', initial: `a@b.example${' '.repeat(200)}x` }],
    ['lines in a box of one', { kind: 'url', initial: 'https://a.example/\nhttps://b.example/' }],
    ['lines in a list with others', { kind: 'choice', choices, other: true, initial: 'a\nb' }],
    ['a text for a number', { kind: 'number', initial: '1e400' }],
    ['a number beyond its bounds', { kind: 'integer', max: 3, initial: 5 }],
    ['more than can be sent', { kind: 'multiline', initial: 'x'.repeat(30_000) }],
    [
      'more texts than can be sent',
      { kind: 'texts', initial: Array.from({ length: 300 }, (_, n) => String(n)) },
    ],
    ['nothing', { kind: 'text', required: true, initial: ' ' }],
    ['JSON that is none', { kind: 'json', initial: '{' }],
  ] as const)('is never %s', (_what, field) => {
    const shown = fieldOf(field as Parameters<typeof fieldOf>[0])
    expect(shown.initial).toBeNull()
    expect(initialValues(formOfFields([shown]))).toEqual({})
  })

  it('is shown whole', () => {
    const long = `Oslo${' '.repeat(300)}and I agree to pay`
    expect(fieldOf({ kind: 'text', initial: long })).toMatchObject({ kind: 'multiline', initial: long })
    expect(fieldOf({ kind: 'text', initial: 'a\nb' }).kind).toBe('multiline')
    expect(fieldOf({ kind: 'text', initial: 'Oslo' })).toMatchObject({ kind: 'text', initial: 'Oslo' })
    expect(fieldOf({ kind: 'boolean', initial: true }).initial).toBe(true)
  })
})

describe('what is read', () => {
  const labels = (...given: readonly (readonly [value: string, label: string, of?: string])[]) =>
    fieldOf({
      kind: 'choice',
      choices: given.map(([value, label, of]) => formChoice({ value, label, variantOf: of ?? null })),
    }).choices.map(({ label }) => label)

  it.each([
    ['the same name', ['Standard', 'Standard']],
    ['capitals', ['Standard', 'standard']],
    ['blanks', ['Pay  now', 'Pay now ']],
    ['what nobody sees', ['Pay\u200b now', 'Pay now']],
    ['wide letters', ['Ｐay', 'Pay']],
    ['what is cut off', [`${'x'.repeat(400)}1`, `${'x'.repeat(400)}2`]],
  ])('tells choices apart that differ in %s only', (_what, [one = '', other = '']) => {
    const [first = '', second = ''] = labels(['free', one], ['premium', other])
    expect([first.endsWith(' (free)'), second.endsWith(' (premium)')]).toEqual([true, true])
  })

  it('leaves different ones as they are, and variants of different products', () => {
    expect(labels(['a', 'Large'], ['b', 'Small'])).toEqual(['Large', 'Small'])
    expect(labels(['a', 'Black', 'x'], ['b', 'Black', 'y'])).toEqual(['Black', 'Black'])
    expect(labels(['v'.repeat(500), 'A'], ['w'.repeat(500), 'A'])).toEqual(['A (#1)', 'A (#2)'])
  })

  it('is no longer than a card, in any part', () => {
    const long = 'x'.repeat(1_000_000)
    const form: Form = {
      ...{ title: long, description: long, submit: long },
      fields: [
        formField({
          id: 'f',
          label: long,
          description: long,
          kind: 'choice',
          choices: [formChoice({ value: 'a', label: long, description: long, price: long })],
        }),
      ],
      sections: [{ id: 's', title: long, description: long, parent: null, required: true }],
    }
    expect(JSON.stringify(shownForm(form)).length).toBeLessThan(10_000)
  })
})

describe('an answer', () => {
  const wrong: readonly [FormField['kind'], readonly FormValue[]][] = [
    ['text', [true, 7, ['a']]],
    ['multiline', [false, ['a']]],
    ['boolean', ['true', 1, ['true']]],
    ['number', ['7', true, Number.NaN, Number.POSITIVE_INFINITY, ['7']]],
    ['integer', [7.5, Number('1e400')]],
    ['email', [7, 'nobody', 'a@b c']],
    ['url', [true, 'example.org']],
    ['phone', [112, 'call me', '1'.repeat(100)]],
    ['date', [20260101, '1', '1 May 2026', '2026-13-01', '2026-01-01 (x)', '2026-01-01T10:00:00Z']],
    ['date_time', ['2026-01-01', 'tomorrow', '2026-01-01T10:00:00Z (x)', '2026-01-01T99:00:00Z']],
    ['choice', ['c', 7, ['a', 'b'], ['a']]],
    ['choices', [['a', 'c'], true, 'c']],
    ['texts', ['a', 7]],
    ['json', [7, '{', 'undefined']],
  ]
  it.each(wrong.flatMap(([kind, values]) => values.map((value) => [kind, value] as const)))(
    'of another type than its field is none: %s %j',
    (kind, value) => {
      const form = formOfFields([formField({ id: 'f', label: 'F', kind, choices })])
      expect([...formProblems(form, { f: value }).keys()]).toEqual(['f'])
    },
  )

  it('takes no time to check, whatever is in it', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      formChoice({ value: `v${String(n)}`, label: String(n) }),
    )
    const form = formOfFields([
      formField({ id: 'mail', label: 'M', kind: 'email' }),
      formField({ id: 'tel', label: 'T', kind: 'phone' }),
      formField({ id: 'some', label: 'S', kind: 'choices', choices: many }),
    ])
    const start = performance.now()
    formProblems(form, {
      mail: `${'a'.repeat(10_000)}@${'.'.repeat(9000)}`,
      tel: `+${' '.repeat(19_000)}x`,
      some: Array.from({ length: 200 }, () => 'v999'),
    })
    expect(performance.now() - start).toBeLessThan(100)
  })
})
