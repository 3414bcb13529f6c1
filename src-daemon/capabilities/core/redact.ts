import { isRecord } from '../../platform/is-record.ts'
import { HIDDEN } from '../../platform/redact.ts'
import { referred } from '../../schemas/index.ts'

type Schema = Readonly<Record<string, unknown>>

/** References that lead to references, and alternatives within alternatives. */
const MAX_SCHEMAS = 1000

/**
 * A value without what its schema declares secret: places with `writeOnly` or `format: password`, within lists and objects, and
 * even if only one of several alternatives declares it. `found` is called with each text and number in these places.
 */
export const hideDeclared = (
  root: unknown,
  value: unknown,
  found: (secret: string) => void = () => undefined,
): unknown => {
  const hide = (at: readonly unknown[], inner: unknown): unknown => {
    const schemas = alternatives(root, at)
    if (schemas.some(({ writeOnly, format }) => writeOnly === true || format === 'password')) {
      textsIn(inner).forEach(found)
      return HIDDEN
    }
    if (Array.isArray(inner)) return inner.map((item, index) => hide(itemsAt(schemas, index), item))
    if (!isRecord(inner)) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([name, member]) => [name, hide(membersAt(schemas, name), member)]),
    )
  }
  return hide([root], value)
}

/** The same for the arguments of a tool. */
export const hideInArguments = (
  schema: unknown,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const hidden = hideDeclared(schema, args)
  return isRecord(hidden) ? hidden : {}
}

/** Whether arguments have anything that is declared secret. */
export const declaresSecret = (schema: unknown, args: unknown): boolean => {
  let found = false
  hideDeclared(schema, args, () => {
    found = true
  })
  return found
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** All schemas that a value may be held to. */
const alternatives = (root: unknown, at: readonly unknown[]): readonly Schema[] => {
  const found = new Set<Schema>()
  const left = [...at]
  while (left.length > 0 && found.size < MAX_SCHEMAS) {
    const next = left.pop()
    if (!isRecord(next) || found.has(next)) continue
    found.add(next)
    if (typeof next['$ref'] === 'string') left.push(referred(root, next['$ref']))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) left.push(...listOf(next[keyword]))
    left.push(...['if', 'then', 'else'].map((keyword) => next[keyword]))
  }
  return [...found]
}

const itemsAt = (schemas: readonly Schema[], index: number): unknown[] =>
  schemas.map(({ prefixItems, items }) => listOf(prefixItems)[index] ?? items)

const membersAt = (schemas: readonly Schema[], name: string): unknown[] =>
  schemas.flatMap(({ properties, patternProperties, additionalProperties }) => {
    if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]]
    return [additionalProperties, ...(isRecord(patternProperties) ? Object.values(patternProperties) : [])]
  })

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
