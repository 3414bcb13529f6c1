import { isDeepStrictEqual } from 'node:util'
import { isObject } from './json-walk.ts'
import { typeNameOf } from './type-names.ts'

/** The value of a keyword as 2020-12 wants it; undefined if it isn't of that kind. */
type Read = (value: unknown) => unknown

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const number: Read = (value) => {
  const read = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}
const count: Read = (value) => {
  const read = number(value)
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : undefined
}
const positive: Read = (value) => {
  const read = number(value)
  return typeof read === 'number' && read > 0 ? read : undefined
}
const flag: Read = (value) =>
  value === 'true' || value === 'false' ? value === 'true' : typeof value === 'boolean' ? value : undefined
const text: Read = (value) => (typeof value === 'string' ? value : undefined)

/** Names, each once, without other values. */
const names: Read = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))] : undefined

const namesByName: Read = (value) => {
  if (!isObject(value)) return undefined
  const read = Object.entries(value).map(([name, needed]) => [name, names(needed)] as const)
  return read.every(([, needed]) => needed !== undefined) ? Object.fromEntries(read) : undefined
}

const choices: Read = (value) => {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const plain = new Set<unknown>()
  const others: unknown[] = []
  return (value as readonly unknown[]).filter((one) => {
    if (typeof one !== 'object' || one === null) return !plain.has(one) && plain.add(one)
    // Each is compared with each: of more than a few, all are kept.
    if (others.length < 100 && others.some((other) => isDeepStrictEqual(other, one))) return false
    return others.push(one)
  })
}

const types: Read = (value) => {
  const read = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    typeof one === 'string' ? typeNameOf(one) : one === null ? 'null' : null,
  )
  const [first] = read
  if (first === undefined || read.includes(null)) return undefined
  return read.length === 1 ? first : [...new Set(read)]
}

/** Keywords that check something, except those with schemas and patterns. */
const CHECKS: Readonly<Record<string, Read>> = {
  type: types,
  enum: choices,
  const: (value) => value,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: positive,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: flag,
  required: names,
  dependentRequired: namesByName,
  format: text,
}

/** Keywords that only annotate. */
const ANNOTATIONS: Readonly<Record<string, Read>> = {
  title: text,
  description: text,
  $comment: text,
  contentEncoding: text,
  contentMediaType: text,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  default: (value) => value,
  examples: (value) => (Array.isArray(value) ? value : undefined),
}

/** How the value of a keyword is read that checks something; null for others. */
export const checkReader = (keyword: string): Read | null =>
  Object.hasOwn(CHECKS, keyword) ? (CHECKS[keyword] ?? null) : null

export const isAnnotation = (keyword: string): boolean => Object.hasOwn(ANNOTATIONS, keyword)

/**
 * The value of a keyword that checks nothing; undefined if it has no use. Unknown ones stay if nothing in them
 * can be mistaken for a schema.
 */
export const annotationValue = (keyword: string, value: unknown): unknown => {
  if (isAnnotation(keyword)) return ANNOTATIONS[keyword]?.(value)
  const isPlain = [value].flat().every((one) => typeof one !== 'object')
  return isPlain && !keyword.startsWith('$') ? value : undefined
}
