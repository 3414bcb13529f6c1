import canonicalize from 'canonicalize'
import type { Fuel } from './fuel.ts'

/** Steps to serialize a value, besides its length. */
const OF_VALUE = 64

/**
 * A JSON value as a key, the same for equal values only: objects and lists are serialized (RFC 8785), so that members named
 * like methods are ordinary ones. Texts begin with a distinct letter, so that none is mistaken for an object.
 */
export const keyOf = (value: unknown, fuel: Fuel): unknown => {
  const isText = typeof value === 'string'
  const key = typeof value === 'object' ? `{${canonicalize(value) ?? ''}` : isText ? `"${value}` : value
  const length = typeof key === 'string' ? key.length : 0
  fuel.spend(OF_VALUE + (isText ? length >> 3 : 2 * length))
  return key
}
