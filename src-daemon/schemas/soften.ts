import { isObject } from './json-walk.ts'
import { mapSubschemas, subschemasOf } from './subschemas.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * The schema without keywords that would forbid more because something inside was left out: `not`, `if` and `oneOf` around it, and those
 * about unnamed members. So unchecked parts never make valid arguments fail. `weak`: the schemas
 * in which something was left out.
 */
export const soften = (root: Schema, weak: ReadonlySet<object>): Schema => {
  const weakReferences = findWeakReferences(root, weak)
  const known = new Map<object, boolean>()

  /** Whether it allows more than was meant. */
  const isWeak = (schema: unknown): boolean => {
    if (!isObject(schema)) return false
    const before = known.get(schema)
    if (before !== undefined) return before
    const found =
      weak.has(schema) ||
      weakReferences.has(String(schema['$ref'])) ||
      subschemasOf(schema).some((inner) => isWeak(inner))
    known.set(schema, found)
    return found
  }

  const softened = (schema: unknown): unknown => {
    if (!isObject(schema) || !isWeak(schema)) return schema
    const dropped = new Set<string>()
    if (isWeak(schema['not'])) dropped.add('not')
    if (isWeak(schema['if'])) for (const keyword of ['if', 'then', 'else']) dropped.add(keyword)
    if (isWeak(schema['contains'])) dropped.add('maxContains')
    if (
      weak.has(schema) ||
      weakReferences.has(String(schema['$ref'])) ||
      inPlace(schema).some((inner) => isWeak(inner))
    )
      for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) dropped.add(keyword)
    const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)))
    return mapSubschemas(withoutExclusion(kept, isWeak), softened)
  }

  return softened(root) as Schema
}

/** Its `oneOf` as `anyOf` if one of them allows more than intended. */
const withoutExclusion = (schema: Schema, isWeak: (one: unknown) => boolean): Schema => {
  const { oneOf, ...rest } = schema
  if (!Array.isArray(oneOf) || !oneOf.some((one) => isWeak(one))) return schema
  if (!Object.hasOwn(rest, 'anyOf')) return { ...rest, anyOf: oneOf }
  const all = Array.isArray(rest['allOf']) ? (rest['allOf'] as readonly unknown[]) : []
  return { ...rest, allOf: [...all, { anyOf: oneOf }] }
}

/** The schemas inside that apply to the same value. */
const inPlace = (schema: Schema): readonly unknown[] =>
  subschemasOf(Object.fromEntries(Object.entries(schema).filter(([keyword]) => IN_PLACE.includes(keyword))))

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']

/** The references to schemas that allow more than intended, directly or through their own references. */
const findWeakReferences = (root: Schema, weak: ReadonlySet<object>): ReadonlySet<string> => {
  const { $defs: defs, ...rest } = root
  const found = new Set<string>(weak.has(root) ? ['#'] : [])
  const referringTo = new Map<string, Set<string>>()
  const targets: [string, unknown][] = [
    ['#', rest],
    ...Object.entries(isObject(defs) ? defs : {}).map(([name, one]): [string, unknown] => [
      `#/$defs/${name}`,
      one,
    ]),
  ]
  for (const [reference, target] of targets) {
    const left: unknown[] = [target]
    while (left.length > 0) {
      const next = left.pop()
      if (!isObject(next)) continue
      if (weak.has(next)) found.add(reference)
      const { $ref: other } = next
      if (typeof other === 'string') put(referringTo, other, reference)
      left.push(...subschemasOf(next))
    }
  }
  const open = [...found]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const reference of referringTo.get(next) ?? [])
      if (!found.has(reference)) {
        found.add(reference)
        open.push(reference)
      }
  return found
}

const put = (map: Map<string, Set<string>>, name: string, value: string): void => {
  const known = map.get(name)
  if (known === undefined) map.set(name, new Set([value]))
  else known.add(value)
}
