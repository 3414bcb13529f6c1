/** The target of a local reference, by its JSON pointer; undefined if there is none, or the reference isn't local. */
export const resolvePointer = (root: unknown, ref: string): unknown => {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let value = root
  for (const raw of ref.slice(2).split('/')) {
    const name = decoded(raw).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

const decoded = (raw: string): string => {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw // percent signs that are not UTF-8
  }
}

/** The names a JSON pointer leads through. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** One step of a JSON pointer. */
export const step = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
