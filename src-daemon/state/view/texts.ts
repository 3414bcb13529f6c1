import { isObject, type Json, type JsonObject, memberOf } from '../base/json.ts'

/** Filled by the runtime (asm.md 3), and of no interest to a person. */
export const LEFT_OUT: readonly string[] = ['id', '_id', 'createdAt', 'updatedAt']
const MAX_IN_TITLE = 200

/** Every text in an object, in the order of its members. */
export const textsOf = function* (value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) if (!LEFT_OUT.includes(name)) yield* textsOf(member)
}

/** The title of an object: that of its presentation, else its first text. */
export const titleOf = (object: JsonObject, field: string | null): string => {
  const named = field === null ? undefined : memberOf(object, field)
  const title = typeof named === 'string' && named.trim() !== '' ? named : firstText(object)
  return title.slice(0, MAX_IN_TITLE).replaceAll(/\s+/gu, ' ').trim()
}

const firstText = (object: JsonObject): string => {
  for (const text of textsOf(object)) if (text.trim() !== '') return text
  return ''
}
