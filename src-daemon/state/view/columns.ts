/** What a view stores besides the objects: key columns, list elements, word columns. */
import canonicalize from 'canonicalize'
import { instantKey } from '../base/time.ts'
import { type Json, type JsonObject, valueAt } from '../base/json.ts'
import { type Field, isDateTime, isIndexed, type Place, type Shape, typesOf } from '../schema/shape.ts'

/** How the values of a field compare: declared date-times as instants, numbers as doubles, text by code point. */
export type Comparison = 'instant' | 'number' | 'text' | 'boolean' | 'mixed'

/** SQLite's comparison key of a value. */
export type Key = string | number | Uint8Array | null

/** A scalar field marked `x-index`: a column with its key, and an index on it. */
export interface KeyColumn {
  readonly path: readonly string[]
  readonly column: string
  readonly kind: Comparison
}

/** A list marked `x-index`: the member table has its scalar elements under this number. */
export interface MemberList {
  readonly path: readonly string[]
  readonly number: number
  readonly kind: Comparison
}

/** A field marked `x-search`, a text or a list of texts: a column of the word index. */
export interface SearchColumn {
  readonly path: readonly string[]
  readonly column: string
}

/** What a schema's view stores besides the objects. */
export interface ViewColumns {
  readonly keys: readonly KeyColumn[]
  readonly members: readonly MemberList[]
  readonly search: readonly SearchColumn[]
}

const known = new WeakMap<Shape, ViewColumns>()

/** Derived from the schema alone, and numbered by name, since members of a JSON object have no order. */
export const viewColumnsOf = (shape: Shape): ViewColumns => {
  const made = known.get(shape) ?? read(shape)
  known.set(shape, made)
  return made
}

const read = (shape: Shape): ViewColumns => {
  const named = (test: (field: Field) => boolean): Field[] =>
    shape.fields
      .filter(test)
      .map((field) => ({ field, name: field.path.join('.') }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ field }) => field)
  const isList = ({ place }: Field): boolean => isListOnly(place)
  return {
    keys: named((field) => isIndexed(field.place) && !isList(field)).map(({ path, place }, n) => ({
      path,
      column: `x${String(n)}`,
      kind: comparison(place),
    })),
    members: named((field) => isIndexed(field.place) && isList(field)).map(({ path, place }, number) => ({
      path,
      number,
      kind: comparison(shape.elements(place)),
    })),
    search: named(({ place }) => isSearched(place)).map(({ path }, n) => ({ path, column: `w${String(n)}` })),
  }
}

export const comparison = (place: Place): Comparison => {
  const types = typesOf(place)
  if (types === null) return 'mixed'
  const only = (...names: string[]): boolean =>
    [...types].every((type) => type === 'null' || names.includes(type))
  if (only('number', 'integer')) return 'number'
  if (only('boolean')) return 'boolean'
  if (!only('string')) return 'mixed'
  return isDateTime(place) ? 'instant' : 'text'
}

/**
 * The order of a column's index: by key, and equal keys by ascending id. Times are usually requested latest first,
 * everything else ascending.
 */
export const indexDirection = ({ kind }: Pick<KeyColumn, 'kind'>): 'asc' | 'desc' =>
  kind === 'instant' ? 'desc' : 'asc'

/** Whether the schema allows only a list here, or null. */
export const isListOnly = (place: Place): boolean => {
  const types = typesOf(place)
  return (
    types !== null && types.has('array') && [...types].every((type) => type === 'array' || type === 'null')
  )
}

const isSearched = ({ own }: Place): boolean => own.some((node) => node['x-search'] === true)

/**
 * A field's key for comparing and sorting; null for `null`, for missing values, and for what the schema doesn't allow.
 * In a field of mixed type booleans sort as 0 and 1, lists and objects by their JSON.
 */
export const keyOf = (kind: Comparison, value: Json | undefined): Key => {
  if (value === undefined || value === null) return null
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : null
    case 'instant':
      return instantKey(value)
    case 'mixed':
      if (typeof value === 'object') return canonicalize(value) ?? null
      return typeof value === 'boolean' ? Number(value) : value
  }
}

/** The search key of a list element: every scalar has a unique key. Null for other values. */
export const memberKeyOf = (kind: Comparison, value: Json): Exclude<Key, null> | null => {
  if (kind === 'instant') return instantKey(value)
  switch (typeof value) {
    case 'string':
    case 'number':
      return value
    case 'boolean':
      return Uint8Array.of(Number(value))
    default:
      return value === null ? Uint8Array.of(2) : null
  }
}

/** The distinct keys of a list's elements. */
export const memberKeys = (
  { path, kind }: MemberList,
  object: JsonObject,
): Map<string, Exclude<Key, null>> => {
  const list = valueAt(object, path)
  const keys = new Map<string, Exclude<Key, null>>()
  if (!Array.isArray(list)) return keys
  for (const item of list) {
    const key = memberKeyOf(kind, item)
    if (key !== null) keys.set(`${typeof key}:${String(key)}`, key)
  }
  return keys
}
