import { describe, expect, it } from 'vitest'
import type { OfferItem } from '../../../../src-daemon/contract/agent-offer.ts'
import { formOf, itemOf } from './item-form.ts'

const latte: OfferItem = {
  kind: 'product',
  identifier: 'latte',
  name: 'Latte',
  description: 'With milk.',
  price: { amount: '4.50', currency: 'EUR' },
  images: [{ url: 'https://shop.example/latte.png', caption: 'A cup' }],
  options: [{ name: 'Temperature', isRequired: true, values: ['Iced', 'Hot'] }],
  more: { brand: 'Bean', sku: 'L-1' },
}
const problemsOf = (change: Partial<ReturnType<typeof formOf>>, taken: readonly string[] = []) => {
  const read = itemOf({ ...formOf(null), identifier: 'tea', name: 'Tea', ...change }, null, taken)
  return 'problems' in read ? [...read.problems] : []
}

describe('the form of a product', () => {
  it('gives back what it was filled with, also what it has no field for', () => {
    expect(itemOf(formOf(latte), latte, ['latte'])).toEqual({ item: latte })
  })

  it('names what is wrong', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ name: ' ', identifier: 'ä' })).toEqual(['name', 'identifier'])
    expect(problemsOf({}, ['tea'])).toEqual(['taken'])
    expect(problemsOf({ amount: '4,50' })).toEqual(['price'])
    expect(problemsOf({ amount: '4', currency: 'euro' })).toEqual(['price'])
    expect(problemsOf({ images: 'http://shop.example/a.png' })).toEqual(['images'])
    expect(problemsOf({ options: 'Temperature' })).toEqual(['options'])
    expect(problemsOf({ options: 'Temperature: ,' })).toEqual(['options'])
  })
})
