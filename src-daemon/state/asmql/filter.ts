/** Parses a filter into its form and its values. */
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { matchOf } from '../view/words.ts'
import { queryInvalid, unknownOperator } from './problems.ts'

const MAX_CONDITIONS = 2000
const MAX_DEPTH = 24

/** A condition without its values: two queries with the same `form` differ in `values` only. */
export interface ReadFilter {
  readonly filter: Filter
  readonly form: string
  readonly values: readonly Json[]
}

export type Filter =
  | { readonly kind: 'and' | 'or' | 'nor'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'field'; readonly name: string; readonly path: string; readonly tests: readonly Test[] }
  /** Words in any searchable field. */
  | { readonly kind: 'text'; readonly operand: Operand; readonly path: string }

export type Test =
  | { readonly op: '$eq' | '$ne' | '$contains'; readonly operand: Operand }
  | { readonly op: '$gt' | '$gte' | '$lt' | '$lte'; readonly operand: Operand }
  | { readonly op: '$in' | '$nin'; readonly operands: readonly Operand[] }
  | { readonly op: '$startsWith' | '$regex' | '$size'; readonly operand: Operand }
  | { readonly op: '$text'; readonly operand: Operand; readonly path: string }
  | { readonly op: '$exists'; readonly value: boolean }
  | { readonly op: '$elemMatch'; readonly filter: Filter }
  | { readonly op: '$elemMatch'; readonly tests: readonly Test[] }
  | { readonly op: '$not'; readonly tests: readonly Test[] }

/** A value of the query: its index among the values, and its type, which is part of the form. */
export interface Operand {
  readonly slot: number
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
}

/**
 * Parses `where` (asm.md 6), without a schema: fields are resolved when it is compiled.
 *
 * @throws SatchelError `asmql_unknown_operator`, `asmql_invalid`, each naming the path
 */
export const readFilter = (
  where: JsonObject,
  checkPattern: (pattern: string, path: string) => void,
): ReadFilter => {
  const values: Json[] = []
  let form = ''
  let conditions = 0

  const count = (path: string): void => {
    if (++conditions > MAX_CONDITIONS)
      throw queryInvalid(path, `there are more than ${String(MAX_CONDITIONS)} conditions`)
  }

  const filter = (node: Json | undefined, path: string, depth: number): Filter => {
    if (!isObject(node)) throw queryInvalid(path, 'it is not an object')
    if (depth > MAX_DEPTH) throw queryInvalid(path, 'it is nested too deeply')
    form += '{'
    const parts: Filter[] = []
    for (const name in node) parts.push(member(name, node[name] ?? null, `${path}.${name}`, depth))
    form += '}'
    const [only] = parts
    return only !== undefined && parts.length === 1 ? only : { kind: 'and', parts }
  }

  const member = (name: string, value: Json, path: string, depth: number): Filter => {
    count(path)
    form += JSON.stringify(name)
    switch (name) {
      case '$and':
        return { kind: 'and', parts: filters(value, path, depth) }
      case '$or':
        return { kind: 'or', parts: filters(value, path, depth) }
      case '$nor':
        return { kind: 'nor', parts: filters(value, path, depth) }
      case '$not':
        return { kind: 'not', part: filter(value, path, depth + 1) }
      case '$text':
        return { kind: 'text', operand: words(value, path), path }
      default:
        if (name.startsWith('$')) throw unknownOperator(path)
        return { kind: 'field', name, path, tests: condition(value, path, depth) }
    }
  }

  const filters = (value: Json, path: string, depth: number): Filter[] => {
    if (!Array.isArray(value) || value.length === 0)
      throw queryInvalid(path, 'it is not a list of conditions')
    form += '['
    const parts = value.map((node, n) => filter(node, `${path}.${String(n)}`, depth + 1))
    form += ']'
    return parts
  }

  /** Either operators, or a value to equal. */
  const condition = (value: Json, path: string, depth: number): Test[] => {
    if (depth > MAX_DEPTH) throw queryInvalid(path, 'it is nested too deeply')
    const names = isObject(value) ? Object.keys(value) : []
    form += '('
    const tests: Test[] =
      isObject(value) && names.some((name) => name.startsWith('$'))
        ? names.map((name) => operator(name, value[name] ?? null, `${path}.${name}`, depth))
        : [{ op: '$eq', operand: operand(value) }]
    form += ')'
    return tests
  }

  const operator = (name: string, value: Json, path: string, depth: number): Test => {
    count(path)
    form += name
    switch (name) {
      case '$eq':
      case '$ne':
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
      case '$contains':
        return { op: name, operand: operand(value) }
      case '$in':
      case '$nin':
        if (!Array.isArray(value)) throw queryInvalid(path, 'it is not a list')
        conditions += value.length
        return { op: name, operands: value.map(operand) }
      case '$exists':
        if (typeof value !== 'boolean') throw queryInvalid(path, 'it is neither true nor false')
        form += String(value)
        return { op: name, value }
      case '$startsWith':
        if (typeof value !== 'string') throw queryInvalid(path, 'it is not a text')
        return { op: name, operand: operand(value) }
      case '$regex':
        if (typeof value !== 'string') throw queryInvalid(path, 'it is not a pattern')
        checkPattern(value, path)
        return { op: name, operand: operand(value) }
      case '$size':
        if (typeof value !== 'number' || !Number.isSafeInteger(value))
          throw queryInvalid(path, 'it is not a whole number')
        return { op: name, operand: operand(value) }
      case '$text':
        return { op: name, operand: words(value, path), path }
      case '$elemMatch':
        return elemMatch(value, path, depth)
      case '$not':
        return { op: name, tests: condition(value, path, depth + 1) }
      default:
        throw unknownOperator(path)
    }
  }

  const elemMatch = (value: Json, path: string, depth: number): Test => {
    if (!isObject(value)) throw queryInvalid(path, 'it is not an object')
    const onElement = Object.keys(value).some(
      (name) => name.startsWith('$') && !['$and', '$or', '$nor'].includes(name),
    )
    return onElement
      ? { op: '$elemMatch', tests: condition(value, path, depth + 1) }
      : { op: '$elemMatch', filter: filter(value, path, depth + 1) }
  }

  const words = (value: Json, path: string): Operand => {
    if (typeof value !== 'string') throw queryInvalid(path, 'it is not a text')
    const match = matchOf(value)
    if (match === null) throw queryInvalid(path, 'it has no word')
    return operand(match)
  }

  const operand = (value: Json): Operand => {
    const type = typeOf(value)
    form += `${type},`
    return { slot: values.push(value) - 1, type }
  }

  return { filter: filter(where, 'where', 0), form, values }
}

const typeOf = (value: Json): Operand['type'] => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}
