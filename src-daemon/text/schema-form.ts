import type { Form, FormField, FormSection, FormValue, FormValues } from '../contract/form.ts'
import { fieldChoices } from './field-choices.ts'
import { isRecord } from './is-record.ts'
import { formChoice, formField, formOfFields, formValue } from './form-fields.ts'
import { labelOf } from './label-of.ts'

/** A JSON Schema or a part of one, unvalidated: every keyword is checked before use. */
export type Schema = Readonly<Record<string, unknown>>
export type SchemaValues = Readonly<Record<string, unknown>>

const BODY_LIKE = /^(body|content|text|description|notes?|message|summary|details|markdown|instructions)$/i
const LINE_LIKE = /^(title|name|subject|label|headline|url|uri|link)$/i
const LONG_TEXT = 300
/** Objects deeper than this are filled in as JSON. */
const MAX_DEPTH = 8
/** Objects beyond so many fields are filled in as JSON: references multiply, and a form of thousands is none. */
const MAX_FIELDS = 1000

/** A field with where it comes from. */
interface SchemaField {
  readonly field: FormField
  /** The names on the way to its value. */
  readonly path: readonly string[]
  /** The values of its choices as the schema has them, by their texts. */
  readonly originals: ReadonlyMap<string, unknown>
}

interface Read {
  readonly fields: readonly SchemaField[]
  readonly sections: readonly FormSection[]
}

/**
 * The form of an object's JSON Schema: ids are JSON Pointers, nested objects are sections. What the schema fixes has no field, and
 * what doesn't fit one is filled in as JSON. `requiredFirst`: within each object, otherwise in the
 * schema's order. `object`: what it begins with; parts that are there can't be left out.
 */
export const formOfSchema = (
  schema: Schema,
  {
    requiredFirst = false,
    object,
  }: { readonly requiredFirst?: boolean; readonly object?: SchemaValues } = {},
): Form => {
  const { fields, sections } = readSchema(schema, requiredFirst)
  const isThere = (id: string): boolean =>
    object !== undefined && isRecord(at(object, id.split('/').slice(1).map(unescaped)))
  return formOfFields(
    fields.map(({ field }) => field),
    { sections: sections.map((one) => ({ ...one, required: one.required || isThere(one.id) })) },
  )
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

/** What a form of the schema shows for an object; what no field can show is left out. */
export const formValuesOf = (schema: Schema, object: SchemaValues): FormValues =>
  Object.fromEntries(
    readSchema(schema).fields.flatMap(({ field, path }) => {
      const value = shownValue(field, at(object, path))
      return value === null ? [] : [[field.id, value] as const]
    }),
  )

/** The object that was filled in, with what the schema fixes. JSON that can't be read is left out. */
export const objectOfForm = (schema: Schema, values: FormValues): SchemaValues => {
  const filled = readSchema(schema).fields.reduce<SchemaValues>((object, one) => {
    const value = formValue(values, one.field.id)
    return value === undefined ? object : withAt(object, one.path, typed(one, value))
  }, {})
  return withFixedValues(schema, filled)
}

/** `object` with what was filled in at one field; nothing takes the value away. */
export const withFormValue = (
  schema: Schema,
  object: SchemaValues,
  id: string,
  value: FormValue | undefined,
): SchemaValues => {
  const found = readSchema(schema).fields.find(({ field }) => field.id === id)
  if (found === undefined) return object
  const isGone = value === undefined || value === ''
  return withAt(object, found.path, isGone ? undefined : typed(found, value))
}

/** `values` with the schema's fixed values, for which there are no fields. */
export const withFixedValues = (
  schema: Schema,
  values: SchemaValues,
  root: Schema = schema,
  depth = 0,
): SchemaValues => {
  const resolved = resolve(schema, root)
  const required = listOf(resolved['required'])
  return Object.entries(recordOf(resolved['properties'])).reduce((all, [name, raw]) => {
    const property = resolve(recordOf(raw), root)
    const fixed = fixedValue(property, required.includes(name))
    const own = Object.hasOwn(all, name) ? all[name] : undefined
    if (fixed !== undefined && own === undefined && required.includes(name)) return withAt(all, [name], fixed)
    return isRecord(own) && depth < MAX_DEPTH && isObject(name, property)
      ? withAt(all, [name], withFixedValues(property, own, root, depth + 1))
      : all
  }, values)
}

/** The JSON Pointer of a path. */
export const pointerOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const readSchema = (schema: Schema, requiredFirst = false): Read =>
  readObject({ schema, root: schema, path: [], requiredFirst, room: { left: MAX_FIELDS } })

const readObject = ({
  schema,
  root,
  path,
  requiredFirst,
  room,
}: {
  schema: Schema
  root: Schema
  path: readonly string[]
  requiredFirst: boolean
  /** Shared by all objects of a form. */
  room: { left: number }
}): Read => {
  const resolved = resolve(schema, root)
  const required = listOf(resolved['required'])
  const read = Object.entries(recordOf(resolved['properties'])).flatMap(([name, raw]) => {
    const property = resolve(recordOf(raw), root)
    const isRequired = required.includes(name)
    // A fixed value needs no field.
    if (fixedValue(property, isRequired) !== undefined || property['readOnly'] === true) return []
    const own = [...path, name]
    room.left -= 1
    if (room.left < 0 || own.length > MAX_DEPTH || !isObject(name, property))
      return [{ isRequired, fields: [fieldOf(property, own, isRequired)], sections: [] }]
    const section = {
      id: pointerOf(own),
      title: titleOf(property, name),
      description: descriptionOf(property),
      parent: path.length === 0 ? null : pointerOf(path),
      required: isRequired,
    }
    const inner = readObject({ schema: property, root, path: own, requiredFirst, room })
    return [{ isRequired, fields: inner.fields, sections: [section, ...inner.sections] }]
  })
  const sorted = requiredFirst ? read.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)) : read
  return {
    fields: sorted.flatMap(({ fields }) => fields),
    sections: sorted.flatMap(({ sections }) => sections),
  }
}

const fieldOf = (schema: Schema, path: readonly string[], required: boolean): SchemaField => {
  const name = path.at(-1) ?? ''
  const kind = kindOf(name, schema)
  const choices = fieldChoices(schema)?.choices ?? []
  const [min, max] =
    kind === 'number' || kind === 'integer' ? ['minimum', 'maximum'] : ['minLength', 'maxLength']
  const field = formField({
    id: pointerOf(path),
    label: titleOf(schema, name),
    kind,
    required,
    description: descriptionOf(schema),
    choices: choices.map(({ value, label }) => formChoice({ value: String(value), label })),
    min: numberIn(schema, min),
    max: numberIn(schema, max),
    section: path.length > 1 ? pointerOf(path.slice(0, -1)) : null,
  })
  return {
    field: { ...field, initial: shownValue(field, schema['default']) },
    path,
    originals: new Map(choices.map(({ value }) => [String(value), value])),
  }
}

const kindOf = (name: string, schema: Schema): FormField['kind'] => {
  const chosen = fieldChoices(schema)
  if (chosen !== null) return chosen.several ? 'choices' : 'choice'
  const type = typeOf(schema)
  if (type === 'string') return textKindOf(name, schema)
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  return type === 'array' && typeOf(recordOf(schema['items'])) === 'string' ? 'texts' : 'json'
}

const isObject = (name: string, schema: Schema): boolean =>
  kindOf(name, schema) === 'json' &&
  typeOf(schema) === 'object' &&
  Object.keys(recordOf(schema['properties'])).length > 0

const FORMATS: Readonly<Record<string, FormField['kind'] | undefined>> = {
  date: 'date',
  'date-time': 'date_time',
  email: 'email',
  uri: 'url',
  url: 'url',
}

const textKindOf = (name: string, schema: Schema): FormField['kind'] => {
  const { format } = schema
  const kind = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (kind !== undefined) return kind
  const max = numberIn(schema, 'maxLength')
  const marked = schema['contentMediaType'] !== undefined || schema['x-crdt'] === 'rga_text'
  if (LINE_LIKE.test(name)) return 'text'
  return BODY_LIKE.test(name) || (max !== null && max > LONG_TEXT) || marked ? 'multiline' : 'text'
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

const titleOf = (schema: Schema, name: string): string =>
  typeof schema['title'] === 'string' ? schema['title'] : labelOf(name)

const descriptionOf = (schema: Schema): string | null =>
  typeof schema['description'] === 'string' ? schema['description'] : null

const numberIn = (schema: Schema, keyword: string): number | null => {
  const found = schema[keyword]
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

/** A value as its field has it; null for none, and for one that it can't have. */
const shownValue = ({ kind, choices }: FormField, value: unknown): FormValue | null => {
  if (value === undefined || (value === null && kind !== 'json')) return null
  if (kind === 'json') return JSON.stringify(value, null, 2)
  if (kind === 'boolean') return typeof value === 'boolean' ? value : null
  if (kind === 'choices' || kind === 'texts') {
    const list = Array.isArray(value) ? value.filter(isPlain).map(String) : []
    return kind === 'texts' ? list : list.filter((one) => choices.some((choice) => choice.value === one))
  }
  if (!isPlain(value)) return null
  if (kind === 'number' || kind === 'integer') return typeof value === 'number' ? value : String(value)
  return String(value)
}

/** A value of a field as the schema has it. */
const typed = ({ field: { kind }, originals }: SchemaField, value: FormValue): unknown => {
  if (kind === 'json') return parsed(String(value))
  if (kind === 'choice') return originals.has(String(value)) ? originals.get(String(value)) : value
  if (kind === 'choices' && Array.isArray(value))
    return value.map((one) => (originals.has(one) ? originals.get(one) : one))
  return value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined // Half typed, which the form says.
  }
}

/** The value at a path, own members only. */
const at = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    object,
  )

/** A copy with the value at a path; undefined takes the member away. */
const withAt = (
  object: SchemaValues,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): SchemaValues => {
  const others = Object.entries(object).filter(([key]) => key !== name)
  const before = Object.hasOwn(object, name) ? object[name] : undefined
  const inner = rest.length === 0 ? value : withAt(recordOf(before), rest, value)
  if (inner === undefined) return Object.fromEntries(others)
  // In its place, if it has one.
  return Object.hasOwn(object, name)
    ? Object.fromEntries(Object.entries(object).map(([key, own]) => [key, key === name ? inner : own]))
    : Object.fromEntries([...others, [name, inner]])
}

/** Follows a local `$ref` (`#/...`); keywords beside it take precedence. Loops end at a depth limit. */
const resolve = (schema: Schema, root: Schema, depth = 0): Schema => {
  const ref = schema['$ref']
  if (typeof ref !== 'string' || !ref.startsWith('#/') || depth > MAX_DEPTH) return schema
  const target = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => recordOf(inner)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
  const { $ref: _ref, ...own } = schema
  return { ...resolve(recordOf(target), root, depth + 1), ...own }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

export const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
