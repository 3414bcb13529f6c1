import { isRecord } from './is-record.ts'

/** A tool's parameter in readable form. */
export interface Parameter {
  readonly name: string
  /** E.g. `string`, `list of string`, `string (date-time)`, in JSON Schema's own terms. */
  readonly type: string
  readonly description: string
  readonly required: boolean
  /** The allowed values, when there are few. */
  readonly options: readonly string[]
  readonly children: readonly Parameter[]
}

type Schema = Readonly<Record<string, unknown>>

/** Nested objects are listed to this depth; deeper ones are in the JSON. */
const DEEPEST = 3

/** The parameters a tool's JSON Schema declares, in order. */
export const parametersOf = (schema: Schema, depth = 0): readonly Parameter[] => {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  return Object.entries(asSchema(schema['properties'])).map(([name, value]) => {
    const property = asSchema(value)
    return {
      name,
      type: typeOf(property),
      description: typeof property['description'] === 'string' ? property['description'] : '',
      required: required.includes(name),
      options: Array.isArray(property['enum']) ? property['enum'].map(String) : [],
      children: depth < DEEPEST ? parametersOf(property, depth + 1) : [],
    }
  })
}

const typeOf = (schema: Schema): string => {
  const declared = schema['type']
  if (Array.isArray(declared)) return declared.map(String).join(' | ')
  if (declared === 'array') return `${typeOf(asSchema(schema['items']))}[]`
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : ''
  return typeof declared === 'string' ? `${declared}${format}` : 'any'
}

const asSchema = (value: unknown): Schema => (isRecord(value) ? value : {})
