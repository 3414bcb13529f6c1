/** Plain JSON: checked copies, canonical text, comparison, pointers, and messages about a place. */
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

const MAX_DEPTH = 100

/**
 * A private copy of `value` as plain JSON that every encoding we use (JCS, DAG-CBOR, UTF-8) preserves. Members that are
 * `undefined` are left out.
 *
 * @throws SatchelError `validation_failed` naming the place
 */
export const toJson = (value: unknown, pointer = ''): Json => {
  const path: string[] = []
  try {
    return copy(value, path)
  } catch (thrown) {
    if (thrown instanceof NotJson) throw invalid(`${pointer}${toPointer(path)}`, thrown.message)
    throw thrown
  }
}

class NotJson extends Error {}

/** `path` is the current place, also on failure. */
const copy = (value: unknown, path: string[]): Json => {
  if (path.length > MAX_DEPTH) throw new NotJson('it is nested too deeply')
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new NotJson('the text has half of a character pair')
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson('it is not a finite number')
      return value === 0 ? 0 : value
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? copyItems(value, path) : copyMembers(value, path)
    default:
      throw new NotJson(`a ${typeof value} is not JSON`)
  }
}

const copyItems = (list: readonly unknown[], path: string[]): Json[] => {
  const items: Json[] = []
  for (let n = 0; n < list.length; n++) {
    path.push(String(n))
    items.push(copy(list[n], path))
    path.pop()
  }
  return items
}

const copyMembers = (value: object, path: string[]): JsonObject => {
  const members: JsonObject = {}
  for (const [key, member] of Object.entries(value)) {
    path.push(key)
    if (key === '__proto__' || !key.isWellFormed()) throw new NotJson('the name is not allowed')
    if (member !== undefined) members[key] = copy(member, path)
    path.pop()
  }
  return members
}

/** `toJson` for what must be an object. */
export const toJsonObject = (value: unknown, pointer = ''): JsonObject => {
  const json = toJson(value, pointer)
  if (!isObject(json)) throw invalid(pointer, 'it is not an object')
  return json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The own member `name`; undefined if there is none, also for `constructor` and other inherited ones. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** The value at `path`, through objects only. */
export const valueAt = (object: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(memberOf, object)

/** A copy sharing nothing with `value`. */
export const cloneJson = <T extends Json>(value: T): T => toJson(value) as T // what is copied keeps its type

/** Canonical text (RFC 8785), independent of the order of members. */
export const toJcs = (value: Json): string =>
  // Canonical text that was parsed mostly still has sorted members; then the engine's own JSON.stringify gives the
  // same.
  isSorted(value) ? JSON.stringify(value) : (canonicalize(value) ?? 'null')

const isSorted = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  let last: string | null = null
  for (const key in value) {
    if ((last !== null && key < last) || !isSorted(value[key] ?? null)) return false
    last = key
  }
  return true
}

/** Whether they are the same JSON value: the order of members does not count. */
export const sameJson = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, n) => sameJson(item, b[n]))
  if (Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  )
}

/** RFC 6901. */
export const toPointer = (segments: readonly string[]): string =>
  segments.map((segment) => `/${escapeSegment(segment)}`).join('')

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1')

/** `validation_failed` for one place; `details.pointers` is what a model can act on. */
export const invalid = (pointer: string, problem: string): SatchelError => invalidAt([{ pointer, problem }])

export const invalidAt = (problems: readonly { pointer: string; problem: string }[]): SatchelError =>
  new SatchelError('validation_failed', {
    params: { problem: problems.map(({ pointer, problem }) => `${pointer || '/'} ${problem}`).join('; ') },
    details: { pointers: problems.map(({ pointer }) => pointer), problems },
  })
