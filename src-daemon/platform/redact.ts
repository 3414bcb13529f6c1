/** What stands where a secret was. */
export const HIDDEN = '•••'
/** Shorter texts occur everywhere by chance. */
const SHORTEST_SECRET = 4

/**
 * A JSON value without the texts in `secrets`, wherever they stand in it: as they are, as the credentials of a header
 * (`Bearer …`), URL-encoded, or in base64. What someone else makes of a secret can't all be known.
 */
export const hideTexts = <T>(value: T, secrets: ReadonlySet<string>): T => {
  const forms = new Set([...secrets].flatMap(formsOf))
  if (forms.size === 0) return value
  // The longest first, lest one that contains another leaves its rest behind.
  const ordered = [...forms].toSorted((a, b) => b.length - a.length)
  return without(value, ordered) as T // of the same shape
}

const formsOf = (secret: string): string[] => {
  const [, scheme, credentials] = /^(Bearer|Basic|Token|ApiKey) +(\S.*)$/i.exec(secret) ?? []
  const password =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(credentials ?? '', 'base64')
          .toString()
          .split(':')
          .slice(1)
          .join(':')
      : undefined
  return [secret, credentials, password]
    .filter((text) => text !== undefined && text.length >= SHORTEST_SECRET)
    .flatMap((text = '') => {
      const bytes = Buffer.from(text)
      return [text, encodeURIComponent(bytes.toString()), bytes.toString('base64').replace(/=+$/, '')]
    })
}

const without = (value: unknown, forms: readonly string[]): unknown => {
  const clean = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((item) => without(item, forms))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [clean(name), without(inner, forms)]),
  )
}
