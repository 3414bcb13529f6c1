import { z } from 'zod'
import { cloneJson, invalid, isObject, toJson, toPointer, type Json, type JsonObject } from './json.ts'
import { sameJson } from './ops.ts'

const byPath = z.record(z.string(), z.unknown())
const operatorsSchema = z.strictObject({
  $set: byPath.optional(),
  $unset: z.union([z.array(z.string()), byPath]).optional(),
  $inc: z.record(z.string(), z.number()).optional(),
  $push: byPath.optional(),
  $addToSet: byPath.optional(),
})

/**
 * `object` after `$set $unset $inc $push $addToSet` (asm.md 5), in that order. Paths are dotted (`address.city`,
 * `items.0`); `$push` and `$addToSet` take one value or `{"$each": [...]}`; missing parents are made.
 *
 * @throws SatchelError `validation_failed`
 */
export const applyOperators = (object: JsonObject, patch: Readonly<Record<string, unknown>>): JsonObject => {
  const parsed = operatorsSchema.safeParse(patch)
  if (!parsed.success) {
    const hint = 'use a JSON Patch array, or an object of $set, $unset, $inc, $push, $addToSet'
    throw invalid('', `the patch is wrong (${z.prettifyError(parsed.error)}); ${hint}`)
  }
  const result = cloneJson(object)
  const { $set = {}, $unset = [], $inc = {}, $push = {}, $addToSet = {} } = parsed.data
  for (const [path, value] of Object.entries($set)) change(result, path, () => toJson(value, pointerOf(path)))
  for (const path of Array.isArray($unset) ? $unset : Object.keys($unset)) remove(result, path)
  for (const [path, by] of Object.entries($inc))
    change(result, path, (old = 0) => {
      if (typeof old !== 'number') throw invalid(pointerOf(path), 'it is not a number')
      return old + by
    })
  for (const [path, value] of Object.entries($push))
    change(result, path, (old = []) => [...listAt(old, path), ...valuesOf(value, path)])
  for (const [path, value] of Object.entries($addToSet))
    change(result, path, (old = []) => valuesOf(value, path).reduce(withValue, listAt(old, path)))
  return result
}

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

const change = (object: JsonObject, path: string, next: (old: Json | undefined) => Json): void => {
  const { parent, name } = locate(object, path, true)
  if (Array.isArray(parent)) parent[indexIn(parent, name, path)] = next(parent[Number(name)])
  else if (parent !== null) parent[name] = next(Object.hasOwn(parent, name) ? parent[name] : undefined)
}

const remove = (object: JsonObject, path: string): void => {
  const { parent, name } = locate(object, path, false)
  if (Array.isArray(parent)) parent.splice(indexIn(parent, name, path), 1)
  else if (parent !== null) Reflect.deleteProperty(parent, name)
}

/** List indexes refer to the version seen, so one outside of it is a mistake. */
const indexIn = (list: readonly Json[], name: string, path: string): number => {
  if (!/^\d+$/.test(name) || Number(name) >= list.length)
    throw invalid(pointerOf(path), 'the list has no such place')
  return Number(name)
}

const locate = (
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
    at = next
  }
  return { parent: at, name: segments.at(-1) ?? '' }
}
