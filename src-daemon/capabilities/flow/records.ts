import { isRecord } from '../../platform/is-record.ts'
import { names } from './named.ts'

/** What a record of a service is called by. */
const NAME = /^(?:title|name|file_?name|subject|label)$/iu
const ID = /^(?:id_?|[a-z]+_id)$/iu

/**
 * Whether `id` is that of a record in `outputs` whose name `words` say, in full or by its beginning, if no other record is called so. Who adds a
 * record under such a name only has the person asked, or their own record used.
 */
export const isIdOfNamed = (words: string, id: string, outputs: readonly unknown[]): boolean => {
  const said = outputs.flatMap(recordsIn).map((record) => ({ ...record, as: saidOf(words, record.name) }))
  return said.some(
    (one) =>
      one.id === id &&
      one.as !== null &&
      said.every((other) => other.id === id || other.as === null || !other.as.startsWith(one.as ?? '')),
  )
}

interface ServiceRecord {
  readonly id: string
  readonly name: string
}

const recordsIn = (value: unknown): readonly ServiceRecord[] => {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (!isRecord(value)) return []
  const members = Object.entries(value)
  const [, id] = members.find(([key, one]) => ID.test(key) && isPlain(one)) ?? []
  const called = id === undefined ? [] : members.filter(([key, one]) => NAME.test(key) && isPlain(one))
  return [
    ...called.map(([, name]) => ({ id: String(id), name: String(name) })),
    ...members.flatMap(([, one]) => recordsIn(one)),
  ]
}

const isPlain = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

/** What the words say of a name: “the grocery list” of `grocery-list-today.docx`, two words at least; null if nothing. */
const saidOf = (words: string, name: string): string | null => {
  const whole = spaced(name)
  if (names(words, name)) return whole
  const parts = whole.split(' ')
  const beginnings = parts.map((_, at) => parts.slice(0, at + 1)).filter((some) => isTelling(some))
  const said = spaced(words)
  return beginnings.map((some) => some.join(' ')).findLast((one) => names(said, one)) ?? null
}

const isTelling = (parts: readonly string[]): boolean =>
  parts.filter((part) => /\p{L}{3}/u.test(part)).length >= 2

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_.-]+/gu, ' ')
    .trim()
