import type { FuncKeywordDefinition } from 'ajv/dist/2020.js'
import type { Fuel } from './fuel.ts'
import { keyOf } from './value-key.ts'

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
    const key = keyOf(item, fuel)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}
