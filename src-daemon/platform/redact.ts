import { formsOf } from './secret-forms.ts'

/** The replacement of a secret. */
export const HIDDEN = '•••'
/** Smaller numbers occur everywhere by chance. */
const SHORTEST_NUMBER = 6

/** A JSON value without the texts in `secrets`, anywhere in it and in any of their forms (`formsOf`). */
export const hideTexts = <T>(value: T, secrets: ReadonlySet<string>): T => {
  const forms = formsOf(secrets)
  if (forms.length === 0) return value
  return without(value, forms) as T // of the same shape
}

const without = (whole: unknown, forms: readonly string[]): unknown => {
  const clean = (text: string): string =>
    // Most texts have none, which is faster to check.
    forms.some((form) => text.includes(form))
      ? forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)
      : text
  const cleanPlain = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    const digits = typeof value === 'number' ? String(value) : ''
    return digits.length >= SHORTEST_NUMBER && forms.includes(digits) ? HIDDEN : value
  }
  const made: { whole?: unknown } = {}
  const left: [value: unknown, into: object, at: string][] = [[whole, made, 'whole']]
  // A list that grows as it is read: a server may nest deeper than calls can.
  for (const [value, into, at] of left) {
    const isNested = typeof value === 'object' && value !== null
    const copy = !isNested ? cleanPlain(value) : Array.isArray(value) ? [] : {}
    // Not by assignment, so that a member called `__proto__` stays one.
    Object.defineProperty(into, at, { value: copy, writable: true, enumerable: true, configurable: true })
    if (!isNested) continue
    for (const [name, inner] of Object.entries(value))
      left.push([inner, copy as object, Array.isArray(value) ? name : clean(name)])
  }
  return made.whole
}
