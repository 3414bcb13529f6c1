import canonicalize from 'canonicalize'
import { toInstant } from '../instant.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Shape } from '../schema-shape.ts'
import { and, FALSE, not, or, raw, sql, type Fragment } from './fragment.ts'
import { queryInvalid, unknownField, unknownOperator } from './parse.ts'
import {
  canBe,
  elementSource,
  elementTarget,
  fieldTarget,
  isAlways,
  type Source,
  type Target,
} from './target.ts'

const MAX_CONDITIONS = 500
const MAX_DEPTH = 24

/**
 * The condition `where` as SQL over `source` (asm.md 6). A missing field satisfies nothing but `$exists: false`, `$ne`,
 * `$nin` and what negates; another type never matches.
 *
 * @throws SatchelError `asmql_unknown_operator`, `asmql_unknown_field`, `asmql_invalid`, each naming the path
 */
export const compileWhere = (shape: Shape, rootSource: Source, where: JsonObject): Fragment => {
  let conditions = 0
  let aliases = 0

  const filter = (source: Source, node: Json | undefined, path: string, depth: number): Fragment => {
    if (!isObject(node)) throw queryInvalid(path, 'it is not an object')
    if (depth > MAX_DEPTH) throw queryInvalid(path, 'it is nested too deeply')
    return and(
      Object.entries(node).map(([name, value]) => member(source, name, value, `${path}.${name}`, depth)),
    )
  }

  const member = (source: Source, name: string, value: Json, path: string, depth: number): Fragment => {
    if (++conditions > MAX_CONDITIONS)
      throw queryInvalid(path, `there are more than ${String(MAX_CONDITIONS)} conditions`)
    switch (name) {
      case '$and':
        return and(filters(source, value, path, depth))
      case '$or':
        return or(filters(source, value, path, depth))
      case '$nor':
        return not(or(filters(source, value, path, depth)))
      case '$not':
        return not(filter(source, value, path, depth + 1))
      default:
        if (name.startsWith('$')) throw unknownOperator(path)
        return condition(fieldOf(shape, source, name, path), value, path, depth)
    }
  }

  const filters = (source: Source, value: Json, path: string, depth: number): Fragment[] => {
    if (!Array.isArray(value) || value.length === 0)
      throw queryInvalid(path, 'it is not a list of conditions')
    return value.map((node, n) => filter(source, node, `${path}.${String(n)}`, depth + 1))
  }

  /** Either operators, or a value to be equal to. */
  const condition = (target: Target, value: Json, path: string, depth: number): Fragment => {
    const names = isObject(value) ? Object.keys(value) : []
    if (!isObject(value) || !names.some((name) => name.startsWith('$'))) return equals(target, value)
    return and(names.map((name) => operator(target, name, value[name] ?? null, `${path}.${name}`, depth)))
  }

  const operator = (target: Target, name: string, value: Json, path: string, depth: number): Fragment => {
    if (++conditions > MAX_CONDITIONS)
      throw queryInvalid(path, `there are more than ${String(MAX_CONDITIONS)} conditions`)
    switch (name) {
      case '$eq':
        return equals(target, value)
      case '$ne':
        return not(equals(target, value))
      case '$gt':
        return compares(target, '>', value)
      case '$gte':
        return compares(target, '>=', value)
      case '$lt':
        return compares(target, '<', value)
      case '$lte':
        return compares(target, '<=', value)
      case '$in':
        return or(listOf(value, path).map((item) => equals(target, item)))
      case '$nin':
        return not(or(listOf(value, path).map((item) => equals(target, item))))
      case '$exists':
        if (typeof value !== 'boolean') throw queryInvalid(path, 'it is neither true nor false')
        return value ? sql`${target.type} IS NOT NULL` : sql`${target.type} IS NULL`
      case '$startsWith':
        if (typeof value !== 'string') throw queryInvalid(path, 'it is not a text')
        return sql`(${target.type} = 'text' AND ${target.value} >= ${value} AND instr(${target.value}, ${value}) = 1)`
      case '$regex':
        if (typeof value !== 'string') throw queryInvalid(path, 'it is not a pattern')
        return sql`(${target.type} = 'text' AND satchel_regex(${value}, ${target.value}) = 1)`
      case '$size':
        if (typeof value !== 'number' || !Number.isSafeInteger(value))
          throw queryInvalid(path, 'it is not a whole number')
        return sql`CASE ${target.type} WHEN 'array' THEN json_array_length(${target.json}) = ${value} END`
      case '$contains':
        return contains(target, value)
      case '$elemMatch':
        return elemMatch(target, value, path, depth)
      case '$not':
        return not(condition(target, value, path, depth + 1))
      default:
        throw unknownOperator(path)
    }
  }

  /** An element equal to the value, or a part of a text. */
  const contains = (target: Target, value: Json): Fragment => {
    const part =
      typeof value === 'string' && canBe(target.place, 'string')
        ? [sql`(${target.type} = 'text' AND instr(${target.value}, ${value}) > 0)`]
        : []
    return or([anyElement(target, (element) => equals(element, value)), ...part])
  }

  const elemMatch = (target: Target, value: Json, path: string, depth: number): Fragment => {
    if (!isObject(value)) throw queryInvalid(path, 'it is not an object')
    const onElement = Object.keys(value).some(
      (name) => name.startsWith('$') && !['$and', '$or', '$nor'].includes(name),
    )
    return anyElement(target, (element, alias) =>
      onElement
        ? condition(element, value, path, depth + 1)
        : sql`(${element.type} = 'object' AND ${filter(elementSource(alias, element.place), value, path, depth + 1)})`,
    )
  }

  const anyElement = (target: Target, test: (element: Target, alias: string) => Fragment): Fragment => {
    const alias = `e${String(++aliases)}`
    const element = elementTarget(alias, shape.elements(target.place))
    const items = sql`json_each(CASE ${target.type} WHEN 'array' THEN ${target.json} ELSE '[]' END) AS ${raw(alias)}`
    return sql`EXISTS (SELECT 1 FROM ${items} WHERE ${test(element, alias)})`
  }

  return filter(rootSource, where, 'where', 0)
}

/** The field a dotted path names. Errors: `asmql_unknown_field` with `path`. */
export const fieldOf = (shape: Shape, source: Source, dotted: string, path: string): Target => {
  const segments = dotted.split('.')
  if (segments.some((segment) => segment === '' || /["\\]/.test(segment))) throw unknownField(path)
  let place = source.place
  for (const segment of segments) {
    const next = shape.member(place, segment)
    if (next === null) throw unknownField(path)
    place = next
  }
  return fieldTarget(source, segments, place)
}

const listOf = (value: Json, path: string): Json[] => {
  if (!Array.isArray(value)) throw queryInvalid(path, 'it is not a list')
  return value
}

const equals = (target: Target, value: Json): Fragment => {
  switch (typeof value) {
    case 'string': {
      const key = target.kind === 'instant' ? toInstant(value) : value
      return key === null ? FALSE : guarded(target, ['string'], ['text'], sql`${target.key} = ${key}`)
    }
    case 'number':
      return guarded(target, ['number', 'integer'], ['integer', 'real'], sql`${target.key} = ${value}`)
    case 'boolean':
      return sql`${target.type} = ${String(value)}`
    default:
      if (value === null) return sql`${target.type} = 'null'`
      return sql`(${target.type} = ${Array.isArray(value) ? 'array' : 'object'} AND ${target.json} = ${canonicalize(value) ?? ''})`
  }
}

const compares = (target: Target, sign: '>' | '>=' | '<' | '<=', value: Json): Fragment => {
  if (typeof value === 'number')
    return guarded(
      target,
      ['number', 'integer'],
      ['integer', 'real'],
      sql`${target.key} ${raw(sign)} ${value}`,
    )
  const key = target.kind === 'instant' ? toInstant(value) : value
  return typeof key === 'string'
    ? guarded(target, ['string'], ['text'], sql`${target.key} ${raw(sign)} ${key}`)
    : FALSE
}

/** `test` where the value has the type; the check is left out where the schema already promises it. */
const guarded = (
  target: Target,
  types: readonly string[],
  jsonTypes: readonly string[],
  test: Fragment,
): Fragment => {
  if (!canBe(target.place, ...types)) return FALSE
  if (isAlways(target.place, ...types)) return test
  return and([or(jsonTypes.map((type) => sql`${target.type} = ${type}`)), test])
}
