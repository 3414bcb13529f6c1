import { SatchelError } from '../platform/errors.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

const MAX_DEPTH = 100

/**
 * A private copy of `value` as plain JSON that every encoding we use (JCS, DAG-CBOR, UTF-8) keeps as it is. Members that
 * are `undefined` are left out.
 *
 * @throws SatchelError `validation_failed` naming the place
 */
export const toJson = (value: unknown, pointer = '', depth = 0): Json => {
  if (depth > MAX_DEPTH) throw invalid(pointer, 'it is nested too deeply')
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw invalid(pointer, 'the text has half of a character pair')
      return value
    case 'number':
      if (!Number.isFinite(value)) throw invalid(pointer, 'it is not a finite number')
      return value === 0 ? 0 : value
    case 'boolean':
      return value
    case 'object':
      if (value === null) return null
      if (Array.isArray(value))
        return value.map((item, n) => toJson(item, `${pointer}/${String(n)}`, depth + 1))
      return copyMembers(value, pointer, depth)
    default:
      throw invalid(pointer, `a ${typeof value} is not JSON`)
  }
}

const copyMembers = (value: object, pointer: string, depth: number): JsonObject => {
  const copy: JsonObject = {}
  for (const [key, member] of Object.entries(value)) {
    const place = `${pointer}/${escapeSegment(key)}`
    if (key === '__proto__' || !key.isWellFormed()) throw invalid(place, 'the name is not allowed')
    if (member !== undefined) copy[key] = toJson(member, place, depth + 1)
  }
  return copy
}

/** `toJson` for what must be an object. */
export const toJsonObject = (value: unknown, pointer = ''): JsonObject => {
  const json = toJson(value, pointer)
  if (!isObject(json)) throw invalid(pointer, 'it is not an object')
  return json
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member `name`; undefined where there is none of its own, also for `constructor` and what else every object inherits. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** What stands at `path`, through objects alone. */
export const valueAt = (object: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(memberOf, object)

/** A copy sharing nothing with `value`. */
export const cloneJson = <T extends Json>(value: T): T => toJson(value) as T

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
