import { fieldChoices, type FieldChoice } from '../../src-daemon/text/field-choices.ts'
import { isRecord } from './is-record.ts'
import { shownText } from './shown-text.ts'

/** A JSON Schema or a part of one, unvalidated: every keyword is checked before use. */
export type Schema = Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, unknown>>

export type FieldKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'date'
  | 'dateTime'
  | 'tags'
  | 'object'
  | 'json'

/** One field of a form. `pointer` is its JSON Pointer in the whole value. */
export interface Field {
  readonly name: string
  readonly pointer: string
  readonly kind: FieldKind
  readonly label: string
  readonly help: string | null
  readonly required: boolean
  readonly schema: Schema
  readonly choices: readonly FieldChoice[]
}

/** The problem of a field: a text key under `frame.form` and its parameters. */
export interface Problem {
  readonly key:
    | 'missing'
    | 'number'
    | 'integer'
    | 'minimum'
    | 'maximum'
    | 'minLength'
    | 'maxLength'
    | 'uri'
    | 'email'
    | 'date'
    | 'dateTime'
  readonly params: Readonly<Record<string, string | number>>
}

const BODY_LIKE = /^(body|content|text|description|notes?|message|summary|details|markdown|instructions)$/i
const LINE_LIKE = /^(title|name|subject|label|headline|url|uri|link)$/i
const LONG_TEXT = 300

/** The fields of an object schema, required ones first, otherwise in schema order. */
export const fieldsOf = (schema: Schema, root: Schema = schema, base = ''): readonly Field[] => {
  const resolved = resolve(schema, root)
  const required = listOf(resolved['required'])
  const fields = Object.entries(recordOf(resolved['properties'])).flatMap(([name, raw]) => {
    const property = resolve(recordOf(raw), root)
    // A fixed value needs no field.
    if (fixedValue(property, required.includes(name)) !== undefined || property['readOnly'] === true)
      return []
    return [fieldOf(name, property, required.includes(name), base)]
  })
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required))
}

const fieldOf = (name: string, schema: Schema, required: boolean, base: string): Field => ({
  name,
  pointer: `${base}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  kind: kindOf(name, schema),
  label: shownText(typeof schema['title'] === 'string' ? schema['title'] : labelOf(name)),
  help: typeof schema['description'] === 'string' ? shownText(schema['description']) : null,
  required,
  schema,
  choices: fieldChoices(schema)?.choices ?? [],
})

const kindOf = (name: string, schema: Schema): FieldKind => {
  const chosen = fieldChoices(schema)
  if (chosen !== null) return chosen.several ? 'choices' : 'choice'
  const type = typeOf(schema)
  if (type === 'string') return textKindOf(name, schema)
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  if (type === 'array') return typeOf(recordOf(schema['items'])) === 'string' ? 'tags' : 'json'
  if (type === 'object' && Object.keys(recordOf(schema['properties'])).length > 0) return 'object'
  return 'json'
}

const textKindOf = (name: string, schema: Schema): FieldKind => {
  if (schema['format'] === 'date') return 'date'
  if (schema['format'] === 'date-time') return 'dateTime'
  const long = typeof schema['maxLength'] === 'number' && schema['maxLength'] > LONG_TEXT
  const marked = schema['contentMediaType'] !== undefined || schema['x-crdt'] === 'rga_text'
  if (LINE_LIKE.test(name)) return 'text'
  return BODY_LIKE.test(name) || long || marked ? 'lines' : 'text'
}

/** The only type of a schema; for `["string", "null"]`, the one other than null. */
const typeOf = (schema: Schema): string => {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return String(type.find((one) => one !== 'null') ?? '')
  return 'properties' in schema ? 'object' : ''
}

/** The only value a property can have; undefined when there is a choice. */
const fixedValue = (schema: Schema, required: boolean): unknown => {
  if ('const' in schema) return schema['const']
  const { enum: choices } = schema
  return required && Array.isArray(choices) && choices.length === 1 ? (choices[0] as unknown) : undefined
}

/** `values` with the schema's fixed values, for which there are no fields. */
export const withFixedValues = (schema: Schema, values: Values, root: Schema = schema): Values => {
  const resolved = resolve(schema, root)
  const required = listOf(resolved['required'])
  const added: Record<string, unknown> = { ...values }
  for (const [name, raw] of Object.entries(recordOf(resolved['properties']))) {
    const property = resolve(recordOf(raw), root)
    const fixed = fixedValue(property, required.includes(name))
    if (fixed !== undefined && added[name] === undefined && required.includes(name)) added[name] = fixed
    if (isRecord(added[name]) && kindOf(name, property) === 'object')
      added[name] = withFixedValues(property, added[name], root)
  }
  return added
}

/** `dueAt` and `due_at` become "Due at". */
export const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Everything wrong with `values`, by JSON Pointer. Patterns are left to the daemon, which has a safe regex engine. */
export const problemsOf = (
  schema: Schema,
  values: Values,
  root: Schema = schema,
  base = '',
): ReadonlyMap<string, Problem> => {
  const found = new Map<string, Problem>()
  for (const field of fieldsOf(schema, root, base)) {
    const value = values[field.name]
    if (field.kind === 'object') {
      if (value === undefined && !field.required) continue
      for (const [pointer, problem] of problemsOf(field.schema, recordOf(value), root, field.pointer))
        found.set(pointer, problem)
      continue
    }
    const problem = isEmpty(value) ? missing(field) : problemOf(field, value)
    if (problem !== null) found.set(field.pointer, problem)
  }
  return found
}

const missing = (field: Field): Problem | null => (field.required ? { key: 'missing', params: {} } : null)

const problemOf = (field: Field, value: unknown): Problem | null => {
  if (field.kind === 'number' || field.kind === 'integer') return problemOfNumber(field, value)
  if (typeof value === 'string') return problemOfText(field, value)
  return null
}

const problemOfNumber = ({ kind, schema }: Field, value: unknown): Problem | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'number', params: {} }
  if (kind === 'integer' && !Number.isInteger(value)) return { key: 'integer', params: {} }
  const { minimum, maximum } = schema
  if (typeof minimum === 'number' && value < minimum) return { key: 'minimum', params: { value: minimum } }
  if (typeof maximum === 'number' && value > maximum) return { key: 'maximum', params: { value: maximum } }
  return null
}

const problemOfText = ({ kind, schema }: Field, value: string): Problem | null => {
  const length = [...value].length
  const { minLength, maxLength, format } = schema
  if (kind === 'date' && Number.isNaN(Date.parse(value))) return { key: 'date', params: {} }
  if (kind === 'dateTime' && Number.isNaN(Date.parse(value))) return { key: 'dateTime', params: {} }
  if (typeof minLength === 'number' && length < minLength)
    return { key: 'minLength', params: { count: minLength } }
  if (typeof maxLength === 'number' && length > maxLength)
    return { key: 'maxLength', params: { count: maxLength } }
  if ((format === 'uri' || format === 'url') && !URL.canParse(value)) return { key: 'uri', params: {} }
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return { key: 'email', params: {} }
  return null
}

/** `values` with one of them set; an empty one is left out. */
export const withValue = (values: Values, name: string, value: unknown): Values => {
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
  return value === undefined || value === '' || value === null ? rest : { ...rest, [name]: value }
}

/** What a `datetime-local` field shows for an ISO time, in this computer's time zone, and the reverse. */
export const toLocalInput = (iso: unknown): string => {
  if (typeof iso !== 'string' || Number.isNaN(Date.parse(iso))) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const fromLocalInput = (local: string): string | undefined =>
  local === '' || Number.isNaN(Date.parse(local)) ? undefined : new Date(local).toISOString()

/** Follows a local `$ref` (`#/...`); keywords beside it take precedence. Loops end at a depth limit. */
const resolve = (schema: Schema, root: Schema, depth = 0): Schema => {
  const ref = schema['$ref']
  if (typeof ref !== 'string' || !ref.startsWith('#/') || depth > 8) return schema
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => recordOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
  const { $ref: _ref, ...own } = schema
  return { ...resolve(recordOf(target), root, depth + 1), ...own }
}

export const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
