import type { SatchelError } from '../../platform/errors.ts'
import { invalid, isObject, sameJson, toJson, toPointer, type Json, type JsonObject } from '../json.ts'
import { createOwn, type Own } from './own.ts'

/** By path. Not copied: a path `__proto__` is to be refused, not left out. */
type ByPath = Readonly<Record<string, unknown>>

interface Operators {
  readonly $set?: ByPath
  readonly $unset?: string[] | ByPath
  readonly $inc?: ByPath
  readonly $push?: ByPath
  readonly $addToSet?: ByPath
}

const NAMES: ReadonlySet<string> = new Set(['$set', '$unset', '$inc', '$push', '$addToSet'])
const HINT = 'use a JSON Patch array, or an object of $set, $unset, $inc, $push, $addToSet'

/**
 * `object` after `$set $unset $inc $push $addToSet` (asm.md 5), in that order. Paths are dotted (`address.city`,
 * `items.0`); `$push` and `$addToSet` take one value or `{"$each": [...]}`; missing parents are made. What is not changed is
 * shared with `object`, which stays as it is.
 *
 * @throws SatchelError `validation_failed`
 */
export const applyOperators = (object: JsonObject, patch: object): JsonObject => {
  checkOperators(patch)
  const own = createOwn()
  const result = own(object)
  const change = (path: string, next: (old: Json | undefined) => Json): void => {
    const { parent, name } = locate(own, result, path, true)
    if (Array.isArray(parent)) parent[indexIn(parent, name, path)] = next(parent[Number(name)])
    else if (parent !== null) parent[name] = next(Object.hasOwn(parent, name) ? parent[name] : undefined)
  }
  const { $set = {}, $unset = [], $inc = {}, $push = {}, $addToSet = {} } = patch
  for (const [path, value] of Object.entries($set)) change(path, () => toJson(value, pointerOf(path)))
  for (const path of Array.isArray($unset) ? $unset : Object.keys($unset)) remove(own, result, path)
  for (const [path, by] of Object.entries($inc))
    change(path, (old = 0) => {
      if (typeof old !== 'number') throw invalid(pointerOf(path), 'it is not a number')
      if (typeof by !== 'number' || !Number.isFinite(by))
        throw invalid(pointerOf(path), 'the amount is not a number')
      return old + by
    })
  for (const [path, value] of Object.entries($push))
    change(path, (old = []) => [...listAt(old, path), ...valuesOf(value, path)])
  for (const [path, value] of Object.entries($addToSet))
    change(path, (old = []) => valuesOf(value, path).reduce(withValue, listAt(old, path)))
  return result
}

/** By hand: this runs with each update, where a schema library costs as much as all the rest of a patch. */
function checkOperators(patch: object): asserts patch is Operators {
  for (const [name, value] of Object.entries<unknown>({ ...patch })) {
    if (!NAMES.has(name)) throw wrong(`${name.slice(0, 40)} is not an operator`)
    if (value === undefined) continue
    if (name === '$unset' && Array.isArray(value)) {
      if (!value.every((path) => typeof path === 'string'))
        throw wrong('$unset names something that is not a path')
    } else if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrong(`${name} is not an object by path`)
  }
}

const wrong = (problem: string): SatchelError => invalid('', `the patch is wrong: ${problem}; ${HINT}`)

const pointerOf = (path: string): string => toPointer(path.split('.'))

const listAt = (value: Json, path: string): Json[] => {
  if (!Array.isArray(value)) throw invalid(pointerOf(path), 'it is not a list')
  return value
}

const valuesOf = (value: unknown, path: string): Json[] => {
  const json = toJson(value, pointerOf(path))
  return isObject(json) && Array.isArray(json['$each']) ? json['$each'] : [json]
}

const withValue = (list: Json[], value: Json): Json[] =>
  list.some((item) => sameJson(item, value)) ? list : [...list, value]

const remove = (own: Own, object: JsonObject, path: string): void => {
  const { parent, name } = locate(own, object, path, false)
  if (Array.isArray(parent)) parent.splice(indexIn(parent, name, path), 1)
  else if (parent !== null) Reflect.deleteProperty(parent, name)
}

/** List indexes refer to the version seen, so one outside of it is a mistake. */
const indexIn = (list: readonly Json[], name: string, path: string): number => {
  if (!/^\d+$/.test(name) || Number(name) >= list.length)
    throw invalid(pointerOf(path), 'the list has no such place')
  return Number(name)
}

/** The container a path ends in, to be changed; `object` is one's own already. */
const locate = (
  own: Own,
  object: JsonObject,
  path: string,
  make: boolean,
): { parent: Json[] | JsonObject | null; name: string } => {
  const segments = path.split('.')
  if (segments.some((segment) => segment === '' || segment === '__proto__'))
    throw invalid(pointerOf(path), 'the path is wrong')
  let at: Json[] | JsonObject = object
  for (const segment of segments.slice(0, -1)) {
    let next: Json | undefined
    if (Array.isArray(at)) next = at[indexIn(at, segment, path)]
    else {
      if (!Object.hasOwn(at, segment)) {
        if (!make) return { parent: null, name: segment }
        at[segment] = {}
      }
      next = at[segment]
    }
    if (!Array.isArray(next) && !isObject(next)) throw invalid(pointerOf(path), 'its parent has no members')
    const owned: Json[] | JsonObject = own(next)
    if (Array.isArray(at)) at[Number(segment)] = owned
    else at[segment] = owned
    at = owned
  }
  return { parent: at, name: segments.at(-1) ?? '' }
}
