import { isObject, resolvePointer } from './json-walk.ts'
import { usableOrNone } from './usable.ts'

type Schema = Readonly<Record<string, unknown>>

/** Whether a schema takes nothing but objects, also by references and alternatives. */
export const isOfObjects = (given: Schema): boolean => {
  const root = usableOrNone(given, 'value')
  const open = new Set<unknown>()
  const takesObjects = (schema: unknown): boolean => {
    if (!isObject(schema) || open.has(schema)) return false
    if (schema['type'] !== undefined) return schema['type'] === 'object'
    open.add(schema)
    const { $ref: reference } = schema
    return (
      (typeof reference === 'string' && takesObjects(resolvePointer(root, reference))) ||
      listOf(schema['allOf']).some(takesObjects) ||
      [schema['anyOf'], schema['oneOf']]
        .map(listOf)
        .some((list) => list.length > 0 && list.every(takesObjects))
    )
  }
  return takesObjects(root)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
