import { invalid, isObject, memberOf, sameJson, toPointer, type Json, type JsonObject } from '../json.ts'
import { toSet } from '../policies/grow-only-set.ts'
import { entryId, firstOfEach } from '../policies/log-rga.ts'
import { compareText } from '../policies/types.ts'
import type { ObjectPlan, Plan, PlanNode } from './plan.ts'

/**
 * Brings what a caller wrote to the form in which it will read (asm.md 2): sets in JCS order, entries of a log each once
 * and new ones by id. `before` is the object that is updated, null for a new one. `after` stays as it is; what is shared with
 * `before` has its form already.
 */
export const normalise = (plan: Plan, before: JsonObject | null, after: JsonObject): JsonObject => {
  const visit = (node: PlanNode, from: Json | undefined, to: Json): Json => {
    if (to === from) return to
    if (node.kind === 'field') {
      if (!Array.isArray(to)) return to
      if (node.policy === 'grow_only_set') return toSet(to)
      return node.policy === 'log_rga' ? asLog(Array.isArray(from) ? from : [], to) : to
    }
    return isObject(to) ? members(node, from, to) : to
  }

  const members = (node: ObjectPlan, from: Json | undefined, to: JsonObject): JsonObject => {
    let changed: JsonObject | null = null
    for (const name of Object.keys(to)) {
      const value = to[name]
      if (typeof value !== 'object' || value === null) continue
      const normal = visit(node.member(name), memberOf(from, name), value)
      if (normal !== value) (changed ??= { ...to })[name] = normal
    }
    return changed ?? to
  }

  return members(plan.root, before ?? undefined, after)
}

/** What was there keeps its place; entries of one change read in the order of their ids. */
const asLog = (from: readonly Json[], to: readonly Json[]): Json[] => {
  // Not what a log allows; it is refused where changes are made of it.
  if (from.some((entry, n) => !sameJson(entry, to[n]))) return [...to]
  const added = to.slice(from.length).sort((a, b) => compareText(entryId(a), entryId(b)))
  return firstOfEach([...from, ...added])
}

/** Refuses a patch that changes what names the object. Errors: `validation_failed`. */
export const checkSameId = (name: string, before: JsonObject, after: JsonObject): void => {
  if (!sameJson(before[name], after[name])) throw invalid(toPointer([name]), 'it cannot be changed')
}
