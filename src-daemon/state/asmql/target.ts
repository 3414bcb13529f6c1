import { typesOf, type Place, type Shape } from '../schema/shape.ts'
import { comparison, isListOnly, viewColumnsOf, type Comparison, type ViewColumns } from '../view/columns.ts'
import { raw, sql, type Fragment } from './fragment.ts'
import { unknownField } from './problems.ts'

/** A value inside an object, as SQL. Each fragment is NULL if the value is missing. */
export interface Target {
  readonly place: Place
  /** Its type in SQLite's `json_type`. */
  readonly type: Fragment
  /** The scalar as stored; JSON text for lists and objects. */
  readonly value: Fragment
  /** Its comparison key; NULL for `null` too. */
  readonly key: Fragment
  readonly kind: Comparison
  /** Its own JSON text. */
  readonly json: Fragment
  /** Whether `key` is a column that only holds what the schema allows, so that its type needn't be checked. */
  readonly sure: boolean
  /** Path from the root of the object; null inside lists. */
  readonly path: readonly string[] | null
}

/** What fields are looked up in: a row's object, or an element of a list. */
export interface Source {
  readonly place: Place
  /** JSON text of the object. */
  readonly json: Fragment
  /** The view's columns besides the object; null for elements of lists. */
  readonly columns: ViewColumns | null
  /** Lists whose entries expire, and the JSON text of the object without expired ones. */
  readonly leaving: { readonly names: readonly string[]; readonly json: Fragment } | null
}

/** The object of the row `v`; `leaving`: names of lists whose entries expire. */
export const rowSource = (shape: Shape, leaving: readonly string[]): Source => ({
  place: shape.root,
  json: raw('v.object'),
  columns: viewColumnsOf(shape),
  leaving:
    leaving.length === 0
      ? null
      : { names: leaving, json: raw('satchel_shown(v.id, v.updated_at, v.object)') },
})

/**
 * The field a dotted path names. A number is an index if the schema has a list there, and a member's name elsewhere.
 *
 * @throws SatchelError `asmql_unknown_field` with `path`
 */
export const fieldOf = (shape: Shape, source: Source, dotted: string, path: string): Target => {
  const segments = dotted.split('.')
  let place = source.place
  let at = '$'
  for (const segment of segments) {
    if (segment === '' || /["\\]/.test(segment)) throw unknownField(path)
    const inList = isListOnly(place)
    if (inList && !/^(0|[1-9]\d{0,6})$/.test(segment)) throw unknownField(path)
    const next = inList ? shape.elements(place) : shape.member(place, segment)
    if (next === null) throw unknownField(path)
    at += inList ? `[${segment}]` : `."${segment}"`
    place = next
  }
  return fieldTarget(source, segments, at, place)
}

const fieldTarget = (source: Source, path: readonly string[], at: string, place: Place): Target => {
  const json = leaves(source, path) ? (source.leaving?.json ?? source.json) : source.json
  const value = sql`json_extract(${json}, ${at})`
  const kind = comparison(place)
  const column = source.columns?.keys.find((one) => isSamePath(one.path, path))
  return {
    place,
    kind,
    type: sql`json_type(${json}, ${at})`,
    value,
    json: sql`(${json} -> ${at})`,
    // The plus prevents SQLite from choosing an index itself: `access.ts` decides which one to use.
    key: column === undefined ? keyOf(value, kind) : raw(`+v.${column.column}`),
    sure: column !== undefined && kind !== 'mixed',
    path: source.columns === null ? null : path,
  }
}

/** Whether the value can expire before the object is written again. */
export const leaves = ({ leaving }: Pick<Source, 'leaving'>, [name = '']: readonly string[]): boolean =>
  leaving?.names.includes(name) === true

/** The row `alias` of `json_each` over a list. */
export const elementTarget = (alias: string, place: Place): Target => {
  const value = raw(`${alias}.value`)
  const kind = comparison(place)
  return {
    place,
    kind,
    type: raw(`${alias}.type`),
    value,
    json: value,
    key: keyOf(value, kind),
    sure: false,
    path: null,
  }
}

export const elementSource = (alias: string, place: Place): Source => ({
  place,
  // json_extract fails on text that isn't JSON, so it only gets objects.
  json: raw(`CASE ${alias}.type WHEN 'object' THEN ${alias}.value ELSE '{}' END`),
  columns: null,
  leaving: null,
})

export const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((segment, n) => segment === b[n])

/** True if the schema alone guarantees that the value, if any, has this type. */
export const isAlways = (place: Place, ...names: readonly string[]): boolean => {
  const types = typesOf(place)
  return types !== null && [...types].every((type) => type === 'null' || names.includes(type))
}

/** False when the schema rules this type out. */
export const canBe = (place: Place, ...names: readonly string[]): boolean => {
  const types = typesOf(place)
  return types === null || names.some((name) => types.has(name))
}

/**
 * The comparison key of a JSON value. Numbers become doubles, as in JSON: otherwise SQLite would compare digits beyond
 * 2^53 that JavaScript doesn't have.
 */
const keyOf = (value: Fragment, kind: Comparison): Fragment => {
  switch (kind) {
    case 'instant':
      return sql`satchel_instant(${value})`
    case 'number':
      return sql`CAST(${value} AS REAL)`
    case 'mixed':
      return sql`CASE typeof(${value}) WHEN 'integer' THEN CAST(${value} AS REAL) ELSE ${value} END`
    default:
      return value
  }
}
