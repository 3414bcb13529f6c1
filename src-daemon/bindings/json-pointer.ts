/** Whether `text` is a JSON pointer (RFC 6901): empty, or parts behind slashes in which `~` is only written `~0` or `~1`. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** What stands at `pointer` in `value`; null when nothing does. Lists are entered by their numbers only. */
export const findAt = (value: unknown, pointer: string): { readonly value: unknown } | null => {
  let current = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return null
    if (Array.isArray(current) && !/^(?:0|[1-9][0-9]*)$/.test(key)) return null
    current = Reflect.get(current, key)
  }
  return { value: current }
}
