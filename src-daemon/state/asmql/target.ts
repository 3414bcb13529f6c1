import type { Place } from '../schema-shape.ts'
import { typesOf } from '../schema-shape.ts'
import { raw, sql, type Fragment } from './fragment.ts'
import { comparison, jsonPath, keySql } from './key.ts'

/** A value inside an object, as SQL sees it. Each piece is NULL where the value is missing. */
export interface Target {
  readonly place: Place
  /** What SQLite's `json_type` calls it. */
  readonly type: Fragment
  /** The scalar as stored; JSON text for lists and objects. */
  readonly value: Fragment
  /** What it compares by; NULL for `null` too. */
  readonly key: Fragment
  readonly kind: ReturnType<typeof comparison>
  /** Its own JSON text. */
  readonly json: Fragment
}

/** A place to look fields up in: the object of a row, or an element of a list. */
export interface Source {
  readonly place: Place
  /** JSON text of the object. */
  readonly json: Fragment
  /** SQL of the instant of a declared date-time of this source. */
  instant(path: readonly string[], value: Fragment): Fragment
  /** The generated column of an indexed field, or null. */
  column(path: readonly string[]): string | null
}

/** The field `path` of `source`. */
export const fieldTarget = (source: Source, path: readonly string[], place: Place): Target => {
  const at = jsonPath(path)
  const value = sql`json_extract(${source.json}, ${at})`
  const column = source.column(path)
  const kind = comparison(place)
  return {
    place,
    kind,
    type: sql`json_type(${source.json}, ${at})`,
    value,
    json: sql`(${source.json} -> ${at})`,
    key:
      column !== null
        ? raw(column)
        : kind === 'instant'
          ? source.instant(path, value)
          : keyFragment(value, kind),
  }
}

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
    key: kind === 'instant' ? instantOf(value) : keyFragment(value, kind),
  }
}

export const elementSource = (alias: string, place: Place): Source => ({
  place,
  // json_extract fails on text that is not JSON, so only an object is handed to it.
  json: raw(`CASE ${alias}.type WHEN 'object' THEN ${alias}.value ELSE '{}' END`),
  instant: (_path, value) => instantOf(value),
  column: () => null,
})

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

const instantOf = (value: Fragment): Fragment => sql`satchel_instant(${value})`

const keyFragment = (value: Fragment, kind: 'number' | 'text' | 'mixed'): Fragment => {
  const text = keySql(value.text, kind)
  const times = (text.length - text.replaceAll(value.text, '').length) / value.text.length
  return { text, params: Array.from({ length: times }, () => value.params).flat() }
}
