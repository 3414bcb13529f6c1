import canonicalize from 'canonicalize'
import { SatchelError } from '../platform/errors.ts'
import {
  cloneJson,
  invalid,
  isObject,
  memberOf,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from './json.ts'
import { policyOf, type Place, type Policy, type Shape } from './schema-shape.ts'

/**
 * What a change does to one object. Each op says what was meant, not only what came out, so that concurrent ones can be
 * merged by the rule of the field: a counter keeps the amount added, a set what was put in. `seen` is the version the
 * writer had before them (hex hash of a change).
 */
export type Op =
  | { op: 'create'; id: string; object: JsonObject }
  | { op: 'set'; path: string[]; value: Json; seen: string }
  | { op: 'remove'; path: string[]; seen: string }
  | { op: 'add'; path: string[]; by: number }
  | { op: 'insert'; path: string[]; values: Json[] }
  | { op: 'append'; path: string[]; entries: Json[] }
  | { op: 'delete'; mode: 'soft' | 'hard' }

/** The ops that turn `before` into `after`, field by field. Errors: `crdt_violation`. */
export const diff = (shape: Shape, before: JsonObject, after: JsonObject, seen: string): Op[] => {
  const ops: Op[] = []

  const members = (place: Place | null, path: readonly string[], from: JsonObject, to: JsonObject): void => {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const next = place && shape.member(place, name)
      value(next, [...path, name], memberOf(from, name), memberOf(to, name))
    }
  }

  const value = (place: Place | null, path: string[], from: Json | undefined, to: Json | undefined): void => {
    if (sameJson(from, to)) return
    const policy = place && policyOf(place)
    const merges = policy === null || policy === 'or_map'
    if (policy === 'grow_only_set' && Array.isArray(from)) growSet(path, from, to)
    else if (policy === 'log_rga' && Array.isArray(from)) appendLog(path, from, to)
    else if (policy === 'counter' && typeof from === 'number' && typeof to === 'number') count(path, from, to)
    else if (to === undefined) ops.push({ op: 'remove', path, seen })
    else if (merges && isObject(from) && isObject(to)) members(place, path, from, to)
    else ops.push({ op: 'set', path, value: to, seen })
  }

  const growSet = (path: string[], from: readonly Json[], to: Json | undefined): void => {
    const kept = new Set((Array.isArray(to) ? to : []).map(keyOf))
    if (from.some((item) => !kept.has(keyOf(item))))
      throw violation(path, 'grow_only_set', 'nothing can be removed')
    const had = new Set(from.map(keyOf))
    ops.push({
      op: 'insert',
      path,
      values: (Array.isArray(to) ? to : []).filter((item) => !had.has(keyOf(item))),
    })
  }

  const appendLog = (path: string[], from: readonly Json[], to: Json | undefined): void => {
    const entries = Array.isArray(to) ? to : []
    if (from.some((entry, n) => !sameJson(entry, entries[n])))
      throw violation(path, 'log_rga', 'entries can only be added at the end')
    ops.push({ op: 'append', path, entries: entries.slice(from.length) })
  }

  const count = (path: string[], from: number, to: number): void => {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !Number.isSafeInteger(to - from))
      throw violation(path, 'counter', 'the number is too large')
    ops.push({ op: 'add', path, by: to - from })
  }

  members(shape.root, [], before, after)
  return ops
}

/** The object after `ops`; null when it is gone. The view is only ever what this gives, which is why it can be rebuilt. */
export const applyOps = (object: JsonObject | null, ops: readonly Op[]): JsonObject | null => {
  let current = object && cloneJson(object)
  for (const op of ops) {
    if (op.op === 'create') current = cloneJson(op.object)
    else if (op.op === 'delete') current = op.mode === 'hard' ? null : current
    else if (current !== null) applyToField(current, op)
  }
  return current
}

const applyToField = (object: JsonObject, op: Exclude<Op, { op: 'create' | 'delete' }>): void => {
  const name = op.path.at(-1)
  const parent = valueAt(object, op.path.slice(0, -1))
  if (name === undefined || !isObject(parent)) return
  const old = memberOf(parent, name)
  switch (op.op) {
    case 'set':
      parent[name] = cloneJson(op.value)
      break
    case 'remove':
      Reflect.deleteProperty(parent, name)
      break
    case 'add':
      parent[name] = (typeof old === 'number' ? old : 0) + op.by
      break
    case 'insert':
      parent[name] = toSet([...(Array.isArray(old) ? old : []), ...op.values])
      break
    case 'append':
      parent[name] = toLog([...(Array.isArray(old) ? old : []), ...op.entries])
  }
}

/** Brings sets and logs to the form in which they read (asm.md 2); changes `object`. */
export const normalise = (shape: Shape, object: JsonObject): JsonObject => {
  for (const { path, place } of shape.fields) {
    const policy = policyOf(place)
    if (policy !== 'grow_only_set' && policy !== 'log_rga') continue
    const parent = valueAt(object, path.slice(0, -1))
    const name = path.at(-1)
    const list = name === undefined ? undefined : memberOf(parent, name)
    if (isObject(parent) && name !== undefined && Array.isArray(list))
      parent[name] = policy === 'grow_only_set' ? toSet(list) : toLog(list)
  }
  return object
}

/** JSON pointers of what the ops touch; `''` is the whole object. */
export const touchedPaths = (ops: readonly Op[]): string[] =>
  ops.flatMap((op) => {
    if (op.op === 'create') return Object.keys(op.object).map((name) => toPointer([name]))
    return op.op === 'delete' ? [''] : [toPointer(op.path)]
  })

export const sameJson = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && keyOf(a) === keyOf(b))

/** In JCS order, no duplicates. */
const toSet = (values: readonly Json[]): Json[] =>
  [...new Map(values.map((value) => [keyOf(value), value]))]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, value]) => value)

/** The same entry twice counts once. */
const toLog = (entries: readonly Json[]): Json[] => {
  const seen = new Set<Json>()
  return entries.filter((entry) => {
    const id = isObject(entry) ? entry['id'] : undefined
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

const keyOf = (value: Json): string => canonicalize(value) ?? 'null'

const violation = (path: readonly string[], policy: Policy, problem: string): SatchelError =>
  new SatchelError('crdt_violation', {
    params: { path: toPointer(path), policy, problem },
    details: { pointers: [toPointer(path)], policy },
  })

/** Refuses a patch that changes what names the object. */
export const checkSameId = (name: string, before: JsonObject, after: JsonObject): void => {
  if (!sameJson(before[name], after[name])) throw invalid(toPointer([name]), 'it cannot be changed')
}
