import { isObject, memberOf, sameJson, toJcs, toPointer, type Json, type JsonObject } from '../base/json.ts'
import type { Plan, PlanNode } from '../merge/plan.ts'
import { compareText } from '../policies/types.ts'
import type { FieldDifference } from '../../contract/state-history.ts'

/**
 * The differences between two versions of an object, leaf by leaf. Objects are compared by member; sets and logs by
 * element; lists by element if elements changed in place, were added or removed, else as a whole; texts and registers
 * as a whole. A path leads to `before` in the older version and to `after` in the newer.
 */
export const differencesOf = (
  plan: Plan,
  before: JsonObject,
  after: JsonObject,
): readonly FieldDifference[] => {
  const found: FieldDifference[] = []

  const note = (path: readonly string[], from: Json | undefined, to: Json | undefined): void => {
    if (to === undefined) found.push({ path: toPointer(path), kind: 'removed', before: from })
    else if (from === undefined) found.push({ path: toPointer(path), kind: 'added', after: to })
    else found.push({ path: toPointer(path), kind: 'changed', before: from, after: to })
  }

  const value = (
    node: PlanNode | null,
    path: readonly string[],
    from: Json | undefined,
    to: Json | undefined,
  ): void => {
    if (sameJson(from, to)) return
    if (hasMembers(from, to)) members(node, path, from, to)
    else if (!Array.isArray(from) || !Array.isArray(to)) note(path, from, to)
    else if (isBag(node)) bag(path, from, to)
    else list(path, from, to)
  }

  const members = (
    node: PlanNode | null,
    path: readonly string[],
    from: Json | undefined,
    to: Json | undefined,
  ): void => {
    const names = new Set([
      ...Object.keys(isObject(from) ? from : {}),
      ...Object.keys(isObject(to) ? to : {}),
    ])
    for (const name of [...names].sort(compareText)) {
      const next = node?.kind === 'object' ? node.member(name) : null
      value(next, [...path, name], memberOf(from, name), memberOf(to, name))
    }
  }

  /** Sets and logs: elements in one and not in the other, regardless of order. */
  const bag = (path: readonly string[], from: readonly Json[], to: readonly Json[]): void => {
    for (const [index, item] of without(from, to)) note([...path, String(index)], item, undefined)
    for (const [index, item] of without(to, from)) note([...path, String(index)], undefined, item)
  }

  const list = (path: readonly string[], from: readonly Json[], to: readonly Json[]): void => {
    const start = sharedLength(from, to)
    const end = sharedLength(from.slice(start).reverse(), to.slice(start).reverse())
    const [old, fresh] = [from.slice(start, from.length - end), to.slice(start, to.length - end)]
    const at = (index: number): string[] => [...path, String(start + index)]
    if (old.length === fresh.length)
      old.forEach((item, n) => {
        value(null, at(n), item, fresh[n])
      })
    else if (old.length === 0)
      fresh.forEach((item, n) => {
        note(at(n), undefined, item)
      })
    else if (fresh.length === 0)
      old.forEach((item, n) => {
        note(at(n), item, undefined)
      })
    else note(path, [...from], [...to])
  }

  members(plan.root, [], before, after)
  return found
}

/** An object compared with an object, or with nothing: an empty one is a leaf like any value. */
const hasMembers = (from: Json | undefined, to: Json | undefined): boolean => {
  if (isObject(from) && isObject(to)) return true
  const only = from ?? to
  return (from === undefined || to === undefined) && isObject(only) && Object.keys(only).length > 0
}

const isBag = (node: PlanNode | null): boolean =>
  node?.kind === 'field' && (node.policy === 'grow_only_set' || node.policy === 'log_rga')

/** Elements of `list`, with their index, that `other` has fewer of. */
const without = (list: readonly Json[], other: readonly Json[]): (readonly [number, Json])[] => {
  const counts = new Map<string, number>()
  for (const item of other) {
    const key = toJcs(item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return list.flatMap((item, index) => {
    const key = toJcs(item)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left > 0 ? [] : [[index, item] as const]
  })
}

/** Length of the common prefix. */
const sharedLength = (a: readonly Json[], b: readonly Json[]): number => {
  let length = 0
  while (length < a.length && length < b.length && sameJson(a[length], b[length])) length += 1
  return length
}
