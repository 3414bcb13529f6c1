import { isRecord } from '../../components/is-record.ts'
import type { JsonRecord } from '../../../src-daemon/contract/state.ts'
import { t } from '../../i18n/index.ts'

/** Properties that serve as an object's title. */
export const NAMES: readonly string[] = ['title', 'name', 'subject', 'label']

/** Shown last. */
const LAST: readonly string[] = ['createdAt', 'updatedAt']

/**
 * The properties a schema declares: first the object's title, then required ones in the order listed there, then the
 * rest; the dates the runtime fills come last. A stored schema is in canonical form, which has no meaningful order.
 */
export const propertiesOf = (schema: JsonRecord): ReadonlyMap<string, JsonRecord> => {
  const entries = Object.entries(asRecord(schema['properties']) ?? {})
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const rank = (key: string): number => {
    if (NAMES.includes(key)) return NAMES.indexOf(key) - NAMES.length
    if (LAST.includes(key)) return required.length + 1 + LAST.indexOf(key)
    return required.includes(key) ? required.indexOf(key) : required.length
  }
  return new Map(
    entries.toSorted(([a], [b]) => rank(a) - rank(b)).map(([key, value]) => [key, asRecord(value) ?? {}]),
  )
}

/** Dates the runtime fills (asm.md 3); their labels are the same everywhere. */
const FILLED = ['createdAt', 'updatedAt'] as const

/** A property's label: its `title`, else its name split into words. */
export const titleOf = (key: string, property: JsonRecord): string => {
  const filled = FILLED.find((one) => one === key)
  if (filled !== undefined) return t(`state.columns.${filled}`)
  const title = property['title']
  if (typeof title === 'string' && title.trim() !== '') return title
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The value as a plain object, or null when it is something else. */
export const asRecord = (value: unknown): JsonRecord | null => (isRecord(value) ? value : null)

/** Whether the schema marks fields for word search. */
export const hasWordSearch = (schema: JsonRecord): boolean =>
  [...propertiesOf(schema).values()].some((property) => property['x-search'] === true)
