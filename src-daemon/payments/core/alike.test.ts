import { expect, it } from 'vitest'
import { nameLike } from './alike.ts'

it.each([
  ['st0re.example', 'store.example'],
  ['Store.example', 'store.example'],
  ['stоre.example', 'store.example'], // a Cyrillic o
  ['store-example', 'store.example'],
  ['arnazon.example', 'amazon.example'],
  ['paypa1.example', 'paypal.example'],
])('%s looks like %s, in either direction', (name, known) => {
  expect(nameLike(name, ['other.example', known])).toBe(known)
  expect(nameLike(known, [name])).toBe(name)
})

it('a name is not like itself, and not like others', () => {
  expect(nameLike('store.example', ['store.example', 'stores.example', 'shop.example'])).toBeNull()
})
