import { HIDDEN } from '../platform/redact.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * A value without what its schema declares secret: properties with `writeOnly` or `format: password`, also within lists and other objects.
 * Nothing else is followed: a secret is declared where it stands.
 */
export const hideDeclared = (schema: unknown, value: unknown): unknown => {
  if (!isObject(schema)) return value
  if (schema['writeOnly'] === true || schema['format'] === 'password') return HIDDEN
  if (Array.isArray(value)) return value.map((item) => hideDeclared(schema['items'], item))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) ? hideDeclared(properties[name], inner) : inner,
    ]),
  )
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null
