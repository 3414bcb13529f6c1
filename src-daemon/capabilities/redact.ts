/** What stands where a secret was. */
const HIDDEN = '•••'
/** Shorter texts occur everywhere by chance. */
const SHORTEST_SECRET = 4

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

/** A JSON value without the texts in `secrets`, wherever they stand in it. */
export const hideTexts = <T>(value: T, secrets: ReadonlySet<string>): T => {
  const hidden = [...secrets].filter((secret) => secret.length >= SHORTEST_SECRET)
  if (hidden.length === 0) return value
  // The longest first, lest one that contains another leaves its rest behind.
  const ordered = hidden.toSorted((a, b) => b.length - a.length)
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) => withoutTexts(inner, ordered)) as T // of the same shape
}

const withoutTexts = (value: unknown, secrets: readonly string[]): unknown => {
  const clean = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  if (typeof value === 'string') return clean(value)
  if (!isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [clean(name), inner]))
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null
