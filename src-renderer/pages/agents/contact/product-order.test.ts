import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../components/schema-form.ts'
import { withFixedValues } from '../../../../src-daemon/text/schema-form.ts'
import { orderSchema, priceText, purchaseSchema } from './product-order.ts'

const input = {
  type: 'object',
  properties: {
    identifier: { type: 'string', enum: ['latte', 'scone'] },
    customizationOptions: { type: 'object' },
    quantity: { type: 'integer', minimum: 1 },
  },
  required: ['identifier'],
}
const latte = {
  identifier: 'latte',
  name: 'Latte',
  options: [
    { name: 'Temperature', required: true, values: ['Iced', 'Hot'] },
    { name: 'For', required: false, values: [] },
  ],
}

describe('the form of an order', () => {
  it('is for one product, and asks for the options it needs', () => {
    const schema = orderSchema(input, latte)
    expect([...problemsOf(schema, {}).keys()]).toEqual(['/customizationOptions/Temperature'])
    const chosen = { customizationOptions: { Temperature: 'Hot' } }
    expect(problemsOf(schema, chosen).size).toBe(0)
    expect(withFixedValues(schema, chosen)).toEqual({ identifier: 'latte', ...chosen })
  })

  it('has no options where the product has none', () => {
    const schema = orderSchema(
      { ...input, required: ['identifier', 'customizationOptions'] },
      {
        identifier: 'scone',
        options: [],
      },
    )
    expect(Object.keys(schema['properties'] as object)).toEqual(['identifier', 'quantity'])
    expect(schema['required']).toEqual(['identifier'])
  })
})

describe('the form of a purchase', () => {
  const scone = { identifier: 'scone', name: 'Scone', options: [] }
  const titles = { product: 'Product', options: 'Options' }
  it('asks for the product, then for its options', () => {
    const needs = (chosen?: string) => [
      ...problemsOf(purchaseSchema(input, [latte, scone], { chosen, titles }), {}).keys(),
    ]
    expect(needs()).toEqual(['/identifier'])
    expect(needs('scone')).toEqual(['/identifier'])
    expect(needs('latte')).toEqual(['/identifier', '/customizationOptions/Temperature'])
    const { properties } = purchaseSchema(input, [latte, scone], { chosen: 'scone', titles })
    expect(Object.keys(properties as object)).toEqual(['identifier', 'quantity'])
    const { identifier } = properties as { identifier: object }
    expect(identifier).toMatchObject({ title: 'Product', oneOf: [{ title: 'Latte' }, { const: 'scone' }] })
  })

  it('asks for the options of the only product at once, and leaves an unknown shop alone', () => {
    expect([
      ...problemsOf(purchaseSchema(input, [latte], { chosen: undefined, titles }), {}).keys(),
    ]).toContain('/customizationOptions/Temperature')
    expect(purchaseSchema(input, [], { chosen: undefined, titles })).toBe(input)
  })
})

describe('a price', () => {
  it('is written as the reader writes money, unless it can’t be read', () => {
    expect(priceText({ price: '4.5', currency: 'EUR' }, 'en')).toBe('€4.50')
    expect(priceText({ price: 'from 4', currency: 'EUR' }, 'en')).toBe('from 4 EUR')
    expect(priceText({ price: '4', currency: null }, 'en')).toBe('4')
    expect(priceText({ price: null, currency: 'EUR' }, 'en')).toBeNull()
  })
})
