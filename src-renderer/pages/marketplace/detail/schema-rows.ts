import type { JsonObject } from '../../../../src-daemon/contract/packages.ts'

/** A schema field as a table row. */
export interface SchemaRow {
  /** `title`, or `owner.name` for a nested field. */
  readonly path: string
  readonly depth: number
  /** `string`, `string (date-time)`, `string[]`; other forms are shown as written. */
  readonly type: string
  readonly required: boolean
  readonly description: string
  /** The allowed values, at most twelve. */
  readonly options: readonly string[]
  /** How concurrent changes are merged (`x-crdt`); empty where the schema leaves the default rule. */
  readonly merge: string
}

/** Deeper fields are only in the file. */
const DEEPEST = 3
const MOST = 300

/** The fields of a JSON Schema in its order, nested ones below their parents. */
export const schemaRows = (schema: JsonObject): readonly SchemaRow[] => rowsOf(schema, '', 0).slice(0, MOST)

const rowsOf = (schema: JsonObject, prefix: string, depth: number): readonly SchemaRow[] => {
  const required = listOf(schema['required'])
  return Object.entries(objectOf(schema['properties'])).flatMap(([name, value]) => {
    const property = objectOf(value)
    const path = `${prefix}${name}`
    const row: SchemaRow = {
      path,
      depth,
      type: typeOf(property),
      required: required.includes(name),
      description: textOf(property['description']) || textOf(property['title']),
      options: listOf(property['enum']).slice(0, 12),
      merge: mergeOf(property['x-crdt']),
    }
    const inner = property['type'] === 'array' ? objectOf(property['items']) : property
    return [row, ...(depth < DEEPEST ? rowsOf(inner, `${path}.`, depth + 1) : [])]
  })
}

const typeOf = (property: JsonObject): string => {
  const { type } = property
  if (Array.isArray(type)) return type.map(String).join(' | ')
  if (type === 'array') return `${typeOf(objectOf(property['items']))}[]`
  if (typeof type !== 'string') return textOf(property['$ref']) || 'any'
  const format = textOf(property['format'])
  return format === '' ? type : `${type} (${format})`
}

const mergeOf = (rule: unknown): string => textOf(rule) || textOf(objectOf(rule)['type'])

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
