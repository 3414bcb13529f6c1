import { isDateTime, typesOf, type Field } from '../schema-shape.ts'

/** The path of a field as SQLite's JSON functions take it. */
export const jsonPath = (path: readonly string[]): string =>
  `$${path.map((segment) => `."${segment}"`).join('')}`

/** How the values of a field compare: declared date-times as instants, numbers as doubles, text by code point. */
export const comparison = (place: Field['place']): 'instant' | 'number' | 'text' | 'mixed' => {
  const types = typesOf(place)
  if (types === null) return 'mixed'
  const only = (...names: string[]): boolean =>
    [...types].every((type) => type === 'null' || names.includes(type))
  if (only('number', 'integer')) return 'number'
  if (!only('string')) return 'mixed'
  return isDateTime(place) ? 'instant' : 'text'
}

/**
 * SQL for what `raw` (a value out of JSON) compares by. Numbers become doubles, as they are in JSON: SQLite would take
 * digits beyond 2^53 for another number than JavaScript wrote.
 */
export const keySql = (raw: string, kind: 'number' | 'text' | 'mixed'): string => {
  if (kind === 'text') return raw
  return kind === 'number'
    ? `CAST(${raw} AS REAL)`
    : `CASE typeof(${raw}) WHEN 'integer' THEN CAST(${raw} AS REAL) ELSE ${raw} END`
}

/** The key of a field as an expression over the view's columns, without parameters. Names are checked by the caller. */
export const storedKey = ({ path, place }: Field): string => {
  const kind = comparison(place)
  return kind === 'instant'
    ? `json_extract(instants, '$."${path.join('.')}"')`
    : keySql(`json_extract(object, '${jsonPath(path)}')`, kind)
}
