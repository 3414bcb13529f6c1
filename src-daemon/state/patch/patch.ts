/** Patches: JSON Patch and update operators, on plain JSON with copy on write. */
import {
  cloneJson,
  invalid,
  isObject,
  type Json,
  type JsonObject,
  sameJson,
  toJson,
  toPointer,
} from '../base/json.ts'
import { SatchelError } from '../../platform/errors.ts'
import { z } from 'zod'
import { nearestName } from '../../platform/nearest-name.ts'
import { exceeded } from '../base/quota-exceeded.ts'
import { firstProblem } from '../../platform/first-problem.ts'

/** Applies `patch` to `object`: a list is a JSON Patch, an object holds update operators (asm.md 5). */
export const applyPatch = (object: JsonObject, patch: unknown): JsonObject => {
  if (Array.isArray(patch)) return applyJsonPatch(object, patch)
  if (typeof patch === 'object' && patch !== null) return applyOperators(object, patch)
  throw invalid('', 'the patch is neither a list nor an object')
}

/**
 * JSON pointers of the values an applied patch gives: those of `$set`, or of `add` and `replace` steps. Writing the
 * value that is already shown, while there are concurrent ones, is meant to settle them.
 */
export const writtenBy = (patch: unknown): readonly string[] => {
  if (Array.isArray(patch)) return patch.flatMap(writtenByStep)
  if (!isRecord(patch) || !isRecord(patch['$set'])) return []
  return Object.keys(patch['$set']).map((path) => toPointer(path.split('.')))
}

const writtenByStep = (step: unknown): string[] => {
  if (!isRecord(step) || (step['op'] !== 'add' && step['op'] !== 'replace')) return []
  return typeof step['path'] === 'string' ? [step['path']] : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Copy on write: a list or object is copied, one level deep, when something in it is about to change, and only once.
 * What a patch doesn't touch is shared with the original, so that comparing the two is cheap.
 */
export type Own = <T extends Json[] | JsonObject>(container: T) => T

export const createOwn = (): Own => {
  const made = new Set<object>()

  return <T extends Json[] | JsonObject>(container: T): T => {
    if (made.has(container)) return container
    const copy = copyOf(container)
    made.add(copy)
    return copy as T // what is copied keeps its type
  }
}

const copyOf = (container: Json[] | JsonObject): Json[] | JsonObject =>
  Array.isArray(container) ? [...container] : { ...container }

/** By path. Not copied: a path `__proto__` has to be refused, not dropped. */
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
 * `items.0`); `$push` and `$addToSet` take one value or `{"$each": [...]}`; missing parents are created. Unchanged
 * parts are shared with `object`, which isn't changed.
 *
 * @throws SatchelError `validation_failed`
 */
export const applyOperators = (object: JsonObject, patch: object): JsonObject => {
  checkOperators(patch)
  const own = createOwn()
  const result = own(object)
  const change = (path: string, next: (old: Json | undefined) => Json): void => {
    const { parent, name } = locateDotted(own, result, path, true)
    if (Array.isArray(parent)) parent[indexIn(parent, name, path)] = next(parent[Number(name)])
    else if (parent !== null) parent[name] = next(Object.hasOwn(parent, name) ? parent[name] : undefined)
  }
  const { $set = {}, $unset = [], $inc = {}, $push = {}, $addToSet = {} } = patch
  for (const [path, value] of Object.entries($set)) change(path, () => toJson(value, dottedPointer(path)))
  for (const path of Array.isArray($unset) ? $unset : Object.keys($unset)) unset(own, result, path)
  for (const [path, by] of Object.entries($inc))
    change(path, (old = 0) => {
      if (typeof old !== 'number') throw invalid(dottedPointer(path), 'it is not a number')
      if (typeof by !== 'number' || !Number.isFinite(by))
        throw invalid(dottedPointer(path), 'the amount is not a number')
      return old + by
    })
  for (const [path, value] of Object.entries($push))
    change(path, (old = []) => [...listAt(old, path), ...valuesOf(value, path)])
  for (const [path, value] of Object.entries($addToSet))
    change(path, (old = []) => valuesOf(value, path).reduce(withValue, listAt(old, path)))
  return result
}

/** Written by hand: this runs with each update, and a schema library costs as much as the rest of a patch. */
function checkOperators(patch: object): asserts patch is Operators {
  for (const [name, value] of Object.entries<unknown>({ ...patch })) {
    if (!NAMES.has(name)) throw notAnOperator(name)
    if (value === undefined) continue
    if (name === '$unset' && Array.isArray(value)) {
      if (!value.every((path) => typeof path === 'string'))
        throw wrong('$unset names something that is not a path')
    } else if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrong(`${name} is not an object by path`)
  }
}

const wrong = (problem: string): SatchelError => invalid('', `the patch is wrong: ${problem}; ${HINT}`)

const notAnOperator = (name: string): SatchelError => {
  const near = nearestName(name, [...NAMES])
  const said = `${name.slice(0, 40)} is not an operator`
  return near === null ? wrong(said) : invalid('', `the patch is wrong: ${said}; did you mean ${near}?`)
}

const dottedPointer = (path: string): string => toPointer(path.split('.'))

const listAt = (value: Json, path: string): Json[] => {
  if (!Array.isArray(value)) throw invalid(dottedPointer(path), 'it is not a list')
  return value
}

/** One value, or those of `$each`; other members that look like operators would be stored as data. */
const valuesOf = (value: unknown, path: string): Json[] => {
  const json = toJson(value, dottedPointer(path))
  if (!isObject(json)) return [json]
  const unknown = Object.keys(json).find((name) => name.startsWith('$') && name !== '$each')
  if (unknown !== undefined) throw invalid(dottedPointer(path), `${unknown} is not known here, only $each`)
  const { $each, ...others } = json
  if ($each === undefined) return [json]
  if (!Array.isArray($each) || Object.keys(others).length > 0)
    throw invalid(dottedPointer(path), '$each is not a list, or not the only member')
  return $each
}

const withValue = (list: Json[], value: Json): Json[] =>
  list.some((item) => sameJson(item, value)) ? list : [...list, value]

const unset = (own: Own, object: JsonObject, path: string): void => {
  const { parent, name } = locateDotted(own, object, path, false)
  if (Array.isArray(parent)) parent.splice(indexIn(parent, name, path), 1)
  else if (parent !== null) Reflect.deleteProperty(parent, name)
}

/** List indexes refer to the version that was read, so one outside of it is an error. */
const indexIn = (list: readonly Json[], name: string, path: string): number => {
  if (!/^\d+$/.test(name) || Number(name) >= list.length)
    throw invalid(dottedPointer(path), 'the list has no such place')
  return Number(name)
}

/** The container a path ends in, ready to be changed; `object` is a copy already. */
const locateDotted = (
  own: Own,
  object: JsonObject,
  path: string,
  make: boolean,
): { parent: Json[] | JsonObject | null; name: string } => {
  const segments = path.split('.')
  if (segments.some((segment) => segment === '' || segment === '__proto__'))
    throw invalid(dottedPointer(path), 'the path is wrong')
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
    if (!Array.isArray(next) && !isObject(next))
      throw invalid(dottedPointer(path), 'its parent has no members')
    const owned: Json[] | JsonObject = own(next)
    if (Array.isArray(at)) at[Number(segment)] = owned
    else at[segment] = owned
    at = owned
  }
  return { parent: at, name: segments.at(-1) ?? '' }
}

/*
 * Our own RFC 6902 implementation: the library follows inherited members (`/toString`), accepts `/list/x` as an index,
 * and can't replace the whole document.
 */

const MIB = 1024 * 1024
/**
 * Copying an object into itself doubles it: thirty copies would fill any memory. In UTF-16 units.
 */
const MAX_COPIED = 32 * MIB

const pointerSchema = z.string().regex(/^(\/([^~/]|~[01])*)*$/, 'is not a JSON pointer')
const patchSchema = z.array(
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('add'), path: pointerSchema, value: z.unknown() }),
    z.object({ op: z.literal('remove'), path: pointerSchema }),
    z.object({ op: z.literal('replace'), path: pointerSchema, value: z.unknown() }),
    z.object({ op: z.literal('move'), path: pointerSchema, from: pointerSchema }),
    z.object({ op: z.literal('copy'), path: pointerSchema, from: pointerSchema }),
    z.object({ op: z.literal('test'), path: pointerSchema, value: z.unknown() }),
  ]),
)

/**
 * `object` after a JSON Patch; all or nothing. Unchanged parts are shared with `object`, which isn't changed.
 *
 * @throws SatchelError `validation_failed` for an invalid patch, `version_conflict` if a `test` fails, `quota_exceeded`
 * if it copies more than an object can hold
 */
export const applyJsonPatch = (object: JsonObject, patch: readonly unknown[]): JsonObject => {
  const parsed = patchSchema.safeParse(patch)
  if (!parsed.success) throw invalid('', `the patch is wrong: ${firstProblem(parsed.error, 'patch')}`)
  const own = createOwn()
  const holder = own({ root: object })
  let copied = 0
  for (const step of parsed.data) {
    const path = segmentsOf(step.path)
    switch (step.op) {
      case 'add':
        add(own, holder, path, toJson(step.value, step.path))
        break
      case 'remove':
        remove(own, holder, path)
        break
      case 'replace':
        replace(own, holder, path, toJson(step.value, step.path))
        break
      case 'move': {
        if (step.path.startsWith(`${step.from}/`)) throw invalid(step.path, 'a value cannot move into itself')
        const moved = read(holder, segmentsOf(step.from))
        remove(own, holder, segmentsOf(step.from))
        add(own, holder, path, moved)
        break
      }
      case 'copy': {
        const copy = cloneJson(read(holder, segmentsOf(step.from)))
        copied += JSON.stringify(copy).length
        if (copied > MAX_COPIED)
          throw exceeded({
            what: step.path,
            bytes: copied,
            limit: MAX_COPIED,
            largest: [{ schemaUri: '', id: step.path, bytes: copied }],
          })
        add(own, holder, path, copy)
        break
      }
      case 'test':
        if (!sameJson(read(holder, path), toJson(step.value, step.path)))
          throw new SatchelError('version_conflict', {
            params: { id: step.path },
            details: { pointers: [step.path] },
          })
    }
  }
  const { root } = holder
  if (!isObject(root)) throw invalid('', 'it would no longer be an object')
  return root
}

/** The document is a member of `root`, so that the whole of it has a parent like everything else. */
const segmentsOf = (pointer: string): string[] => [
  'root',
  ...pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')),
]

const pointerOf = (path: readonly string[]): string =>
  path
    .slice(1)
    .map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

const nothingAt = (path: readonly string[]): SatchelError =>
  invalid(pointerOf(path), 'there is nothing there')

const read = (holder: Json, path: readonly string[]): Json => {
  let at = holder
  for (const segment of path) {
    const next = Array.isArray(at)
      ? at[indexOf(segment) ?? -1]
      : isObject(at) && Object.hasOwn(at, segment)
        ? at[segment]
        : undefined
    if (next === undefined) throw nothingAt(path)
    at = next
  }
  return at
}

const indexOf = (segment: string): number | null => (/^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : null)

const add = (own: Own, holder: JsonObject, path: readonly string[], value: Json): void => {
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) {
    const index = name === '-' ? parent.length : indexOf(name)
    if (index === null || index > parent.length) throw nothingAt(path)
    parent.splice(index, 0, value)
  } else parent[name] = value
}

const remove = (own: Own, holder: JsonObject, path: readonly string[]): void => {
  read(holder, path)
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else Reflect.deleteProperty(parent, name)
}

const replace = (own: Own, holder: JsonObject, path: readonly string[], value: Json): void => {
  read(holder, path)
  const { parent, name } = locate(own, holder, path)
  if (Array.isArray(parent)) parent[Number(name)] = value
  else parent[name] = value
}

/** The container a path ends in, ready to be changed. */
const locate = (
  own: Own,
  holder: JsonObject,
  path: readonly string[],
): { parent: Json[] | JsonObject; name: string } => {
  const name = path.at(-1) ?? ''
  const leading = path.slice(0, -1)
  read(holder, leading)
  let parent: Json[] | JsonObject = holder
  for (const segment of leading) {
    const next: Json | undefined = Array.isArray(parent) ? parent[Number(segment)] : parent[segment]
    if (!Array.isArray(next) && !isObject(next)) throw nothingAt(path)
    const owned: Json[] | JsonObject = own(next)
    if (Array.isArray(parent)) parent[Number(segment)] = owned
    else parent[segment] = owned
    parent = owned
  }
  if (name === '__proto__') throw invalid(pointerOf(path), 'the name is not allowed')
  return { parent, name }
}
