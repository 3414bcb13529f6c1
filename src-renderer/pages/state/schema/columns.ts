import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'
import { asRecord, NAMES, propertiesOf, titleOf } from '../../../features/state-objects/schema-properties.ts'

/** How a cell is rendered and whether the daemon can sort by it. */
export type ColumnKind = 'text' | 'tag' | 'tags' | 'date' | 'day' | 'number' | 'flag' | 'json'

export interface Column {
  readonly key: string
  readonly title: string
  readonly kind: ColumnKind
  readonly sortable: boolean
  /** The daemon has an index on it (`x-index`). */
  readonly indexed: boolean
  /** Covered by the search box above the table. */
  readonly searchable: boolean
  /** In pixels. */
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
/**
 * The columns of a table of objects, from their JSON Schema; the id is omitted unless it is the only column (the object
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
 * The fields to read for a table of `shown` columns: those, and the ones that give an object its title. Null for all,
 * where the query language couldn't name one of them (asm.md 6: a dot leads into a field).
 */
export const rowFields = (all: readonly Column[], shown: readonly Column[]): readonly string[] | null => {
  const keys = all.filter((one) => shown.includes(one) || NAMES.includes(one.key)).map(({ key }) => key)
  return keys.length === 0 || keys.some((key) => key === '' || /["\\.]/.test(key)) ? null : keys
}

/** How a property's value is shown. A property of a type or null counts as the type. */
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
