import { t } from '../../i18n/index.ts'
import type { JsonRecord } from '../../../src-daemon/contract/state.ts'

/** How a cell is drawn and whether the daemon can order by it. */
export type ColumnKind = 'text' | 'tag' | 'tags' | 'date' | 'day' | 'number' | 'flag' | 'json'

export interface Column {
  readonly key: string
  readonly title: string
  readonly kind: ColumnKind
  readonly sortable: boolean
  /** The daemon keeps it sorted (`x-index`). */
  readonly indexed: boolean
  /** Searched by the text box above the table. */
  readonly searchable: boolean
  /** Pixels. */
  readonly width: number
}

const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 200,
  tag: 120,
  tags: 180,
  date: 144,
  day: 128,
  number: 96,
  flag: 88,
  json: 200,
}
const IDS: readonly string[] = ['id', '_id']
const NAMES: readonly string[] = ['title', 'name', 'subject', 'label']
const LAST: readonly string[] = ['createdAt', 'updatedAt']

/**
 * The columns of a table of objects, from their JSON Schema; the id is left out unless there is nothing else (the object
 * panel shows it).
 */
export const columnsOf = (schema: JsonRecord): readonly Column[] => {
  const properties = propertiesOf(schema)
  const keys = [...properties.keys()]
  const shown = keys.filter((key) => !IDS.includes(key))
  return (shown.length > 0 ? shown : keys).map((key, index) => {
    const property = properties.get(key) ?? {}
    const kind = kindOf(property)
    return {
      key,
      title: titleOf(key, property),
      kind,
      sortable: kind !== 'tags' && kind !== 'json',
      indexed: property['x-index'] === true,
      searchable: kind === 'tags' || kind === 'tag' || kind === 'text',
      width: index === 0 && kind === 'text' ? 280 : WIDTHS[kind],
    }
  })
}

/**
 * The fields a table of `shown` columns reads: those, and what names an object. Null for all, where the query language could
 * not name one of them (asm.md 6: a dot leads into a field).
 */
export const rowFields = (all: readonly Column[], shown: readonly Column[]): readonly string[] | null => {
  const keys = all.filter((one) => shown.includes(one) || NAMES.includes(one.key)).map(({ key }) => key)
  return keys.length === 0 || keys.some((key) => key === '' || /["\\.]/.test(key)) ? null : keys
}

/**
 * The properties a schema declares: what names the object first, then what is required in the order it is named there,
 * then the rest; the dates the runtime fills last. A stored schema is in canonical form, which says nothing about order.
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

/** Dates the runtime fills (asm.md 3); they are called the same everywhere. */
const FILLED = ['createdAt', 'updatedAt'] as const

/** What a person reads for a property: its `title`, else its name with the words taken apart. */
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

/** How a value of this property is shown. A property that is a type or null counts as the type. */
export const kindOf = (property: JsonRecord): ColumnKind => {
  const declared = property['type']
  const types = (Array.isArray(declared) ? declared : [declared]).filter((type) => type !== 'null')
  const type: unknown = types.length === 1 ? types[0] : undefined
  if (type === 'boolean') return 'flag'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') return kindOf(asRecord(property['items']) ?? {}) === 'json' ? 'json' : 'tags'
  if (type !== 'string') return Array.isArray(property['enum']) ? 'tag' : 'json'
  if (Array.isArray(property['enum'])) return 'tag'
  if (property['format'] === 'date-time') return 'date'
  return property['format'] === 'date' ? 'day' : 'text'
}

/** The value as a plain object, or null when it is something else. */
export const asRecord = (value: unknown): JsonRecord | null => (isRecord(value) ? value : null)

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the schema marks fields for word search. */
export const hasWordSearch = (schema: JsonRecord): boolean =>
  [...propertiesOf(schema).values()].some((property) => property['x-search'] === true)
