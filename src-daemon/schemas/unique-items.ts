import type { FuncKeywordDefinition } from 'ajv/dist/2020.js'
import canonicalize from 'canonicalize'
import type { Fuel } from './fuel.ts'

/** Steps to serialize an item, besides its length. */
const OF_ITEM = 64

/** `uniqueItems` in linear time: the library compares each item with each. */
export const uniqueItems = (fuel: Fuel): FuncKeywordDefinition => ({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must NOT have duplicate items' },
  errors: false,
  validate: (isWanted: boolean, items: readonly unknown[]) => !isWanted || areUnique(items, fuel),
})

const areUnique = (items: readonly unknown[], fuel: Fuel): boolean => {
  const seen = new Set<unknown>()
  for (const item of items) {
    // Texts begin with a distinct letter, so that none is mistaken for an object.
    const isText = typeof item === 'string'
    const key = typeof item === 'object' ? `{${canonicalize(item) ?? ''}` : isText ? `"${item}` : item
    const length = typeof key === 'string' ? key.length : 0
    fuel.spend(OF_ITEM + (isText ? length >> 3 : 2 * length))
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}
