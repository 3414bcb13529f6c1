import { isObject } from './json-walk.ts'

type Schema = Readonly<Record<string, unknown>>

/** Keywords of 2020-12 that hold other schemas, and how. */
const HOLDING: Readonly<Record<'one' | 'list' | 'map', readonly string[]>> = {
  one: [
    'not',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
    'items',
    'additionalProperties',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'patternProperties', 'dependentSchemas', '$defs'],
}

/** How a keyword holds other schemas: itself, as a list, or by names; null if it holds none. */
export const holdsSchemas = (keyword: string): 'one' | 'list' | 'map' | null =>
  HOLDING.one.includes(keyword)
    ? 'one'
    : HOLDING.list.includes(keyword)
      ? 'list'
      : HOLDING.map.includes(keyword)
        ? 'map'
        : null

/**
 * A copy with a replacement for each schema directly inside. Values that only look like schemas aren't touched: names below
 * `properties`, values in `default` or `enum`.
 */
export const mapSubschemas = (schema: Schema, map: (inner: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const holds = holdsSchemas(keyword)
      if (holds === 'one') return [keyword, map(value)]
      if (holds === 'list' && Array.isArray(value)) return [keyword, value.map((inner) => map(inner))]
      if (holds === 'map' && isObject(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))]
      return [keyword, value]
    }),
  )

/** The schemas directly inside. */
export const subschemasOf = (schema: Schema): readonly unknown[] => {
  const found: unknown[] = []
  mapSubschemas(schema, (inner) => {
    found.push(inner)
    return inner
  })
  return found
}
