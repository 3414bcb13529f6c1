import { typesOf, type Place, type Shape } from '../schema/shape.ts'
import { comparison, isListOnly, viewColumnsOf, type Comparison, type ViewColumns } from '../view/columns.ts'
import { raw, sql, type Fragment } from './fragment.ts'
import { unknownField } from './problems.ts'

/** A value inside an object, as SQL sees it. Each piece is NULL where the value is missing. */
export interface Target {
  readonly place: Place
  /** What SQLite's `json_type` calls it. */
  readonly type: Fragment
  /** The scalar as stored; JSON text for lists and objects. */
  readonly value: Fragment
  /** What it compares by; NULL for `null` too. */
  readonly key: Fragment
  readonly kind: Comparison
  /** Its own JSON text. */
  readonly json: Fragment
  /** Whether `key` is a column that holds nothing but what the schema allows, so its type need not be looked at. */
  readonly sure: boolean
  /** Path from the root of the object; null inside lists. */
  readonly path: readonly string[] | null
}

/** A place to look fields up in: the object of a row, or an element of a list. */
export interface Source {
  readonly place: Place
  /** JSON text of the object. */
  readonly json: Fragment
  /** What the view keeps beside the object; null for elements of lists. */
  readonly columns: ViewColumns | null
  /** Lists whose entries leave by time, and the JSON text of the object without those that did. */
  readonly leaving: { readonly names: readonly string[]; readonly json: Fragment } | null
}

/** The object of the row `v`; `leaving`: names of lists whose entries leave by time. */
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
 * The field a dotted path names. A number leads into a list where the schema says there is one, and is the name of a member
 * elsewhere.
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
    // The plus keeps SQLite from choosing an index by itself: which one to use is decided in `access.ts`.
    key: column === undefined ? keyOf(value, kind) : raw(`+v.${column.column}`),
    sure: column !== undefined && kind !== 'mixed',
    path: source.columns === null ? null : path,
  }
}

/** Whether what stands there can leave before the object is written again. */
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
  // json_extract fails on text that is not JSON, so only an object is handed to it.
  json: raw(`CASE ${alias}.type WHEN 'object' THEN ${alias}.value ELSE '{}' END`),
  columns: null,
  leaving: null,
})

export const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((segment, n) => segment === b[n])

/** True when the schema alone says that the value, if any, has this type. */
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
 * What a value out of JSON compares by. Numbers become doubles, as they are in JSON: SQLite would take digits beyond 2^53
 * for another number than JavaScript wrote.
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
