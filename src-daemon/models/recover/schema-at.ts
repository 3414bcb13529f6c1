import { isRecord } from '../../platform/is-record.ts'
import { referred } from '../../schemas/index.ts'

/** The alternatives for one value in a schema, with references into the whole schema. */
export interface SchemaAt {
  readonly root: unknown
  readonly any: readonly unknown[]
}

/** References that lead to references, and alternatives within alternatives. */
const MAX_STEPS = 1000

/** The types a value may have; null for any. */
export const typesOf = ({ root, any }: SchemaAt): ReadonlySet<string> | null => {
  let steps = 0

  const union = (schemas: readonly unknown[]): ReadonlySet<string> | null => {
    const all = schemas.map(typesOfOne)
    return all.includes(null) ? null : new Set(all.flatMap((types) => [...(types ?? [])]))
  }

  const typesOfOne = (schema: unknown): ReadonlySet<string> | null => {
    if (!isRecord(schema) || (steps += 1) > MAX_STEPS) return null
    const together = [
      ...(typeof schema['$ref'] === 'string' ? [referred(root, schema['$ref'])] : []),
      ...listOf(schema['allOf']),
    ].map(typesOfOne)
    const choices = [listOf(schema['anyOf']), listOf(schema['oneOf'])]
      .filter((list) => list.length > 0)
      .map(union)
    return [ownTypes(schema), ...together, ...choices].reduce(
      (all, types) => (all === null || types === null ? (all ?? types) : all.intersection(types)),
      null,
    )
  }

  return union(any)
}

/** The schema of an object's member. */
export const memberSchemas = (schema: SchemaAt, name: string): SchemaAt =>
  inner(schema, ({ properties, additionalProperties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [additionalProperties],
  )

/** The schema of a list's item. */
export const itemSchemas = (schema: SchemaAt, index: number): SchemaAt =>
  inner(schema, ({ prefixItems, items }) => {
    const first = listOf(prefixItems)
    return [index < first.length ? first[index] : items]
  })

const inner = (
  { root, any }: SchemaAt,
  find: (schema: Readonly<Record<string, unknown>>) => readonly unknown[],
): SchemaAt => {
  const found: unknown[] = []
  const left = [...any]
  for (let steps = 0; left.length > 0 && steps < MAX_STEPS; steps += 1) {
    const schema = left.pop()
    if (!isRecord(schema)) continue
    found.push(...find(schema).filter(isRecord))
    if (typeof schema['$ref'] === 'string') left.push(referred(root, schema['$ref']))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) left.push(...listOf(schema[keyword]))
  }
  return { root, any: found }
}

const ownTypes = (schema: Readonly<Record<string, unknown>>): ReadonlySet<string> | null => {
  const { type, enum: choices, properties } = schema
  const types = [type].flat().filter((one) => typeof one === 'string')
  // Each integer is a number.
  if (types.length > 0) return new Set(types.includes('number') ? [...types, 'integer'] : types)
  if (Array.isArray(choices) && choices.length > 0) return new Set(choices.map(typeOfValue))
  return isRecord(properties) ? new Set(['object']) : null
}

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
