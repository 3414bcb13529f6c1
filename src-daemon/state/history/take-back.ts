import { isObject, memberOf, sameJson, toJcs, toPointer, type Json, type JsonObject } from '../base/json.ts'
import type { FieldPlan, Plan, PlanNode } from '../merge/plan.ts'
import type { RevertedObject } from '../../contract/state-history.ts'

type Kept = RevertedObject['kept']

interface Values {
  /** The value without earlier undone changes; `after`: also without those undone now. */
  readonly before: Json | undefined
  readonly after: Json | undefined
  /** The current value. */
  readonly current: Json | undefined
}

/**
 * `current` with the step from `before` to `after` applied: registers become what they are in `after`, counters change
 * by the difference, sets and logs get what is new and keep what they can't remove. Fields that are equal in both stay.
 */
export const takeBack = (
  plan: Plan,
  objects: { readonly before: JsonObject; readonly after: JsonObject; readonly current: JsonObject },
  /** Top-level fields that aren't content: the id, and the time of the last change. */
  own: readonly string[],
  /** Whether an undone revert wrote there: then its value goes, even if it had won over a concurrent write. */
  isRewritten: (path: readonly string[]) => boolean,
): { readonly object: JsonObject; readonly kept: Kept } => {
  const kept: Kept = []

  const value = (node: PlanNode, path: readonly string[], values: Values): Json | undefined => {
    const { before, after, current } = values
    if (sameJson(before, after) && !isRewritten(path)) return current
    if (node.kind === 'field') return field(node, path, values)
    if (sameJson(before, after) && !isObject(after)) return current
    if (!isObject(before) || !isObject(after) || !isObject(current)) return after
    return members(node.member, path, { before, after, current })
  }

  const members = (
    nodeOf: (name: string) => PlanNode,
    path: readonly string[],
    { before, after, current }: { before: JsonObject; after: JsonObject; current: JsonObject },
  ): JsonObject => {
    const result: JsonObject = {}
    for (const name of new Set([...Object.keys(current), ...Object.keys(after)])) {
      const values = {
        before: memberOf(before, name),
        after: memberOf(after, name),
        current: memberOf(current, name),
      }
      const isOwn = path.length === 0 && own.includes(name)
      const next = isOwn ? values.current : value(nodeOf(name), [...path, name], values)
      if (next !== undefined) result[name] = next
    }
    return result
  }

  const field = ({ policy }: FieldPlan, path: readonly string[], values: Values): Json | undefined => {
    const { before, after, current } = values
    if (policy === 'grow_only_set' || policy === 'log_rga') return growing(path, values)
    // What others have typed meanwhile in texts and lists is only in `current`.
    if (policy === 'rga_text' || policy === 'ordered_list') return sameJson(before, after) ? current : after
    // Two devices that undid the same change have both subtracted it.
    if (policy === 'counter' && !sameJson(before, after)) return count(values)
    return after
  }

  const growing = (path: readonly string[], { before, after, current }: Values): Json | undefined => {
    if (!Array.isArray(current) || current.length === 0) return after
    const had = new Set(current.map(toJcs))
    const wanted = Array.isArray(after) ? after : []
    const stays = new Set(wanted.map(toJcs))
    const isRefused =
      Array.isArray(before) && before.some((item) => had.has(toJcs(item)) && !stays.has(toJcs(item)))
    if (isRefused) kept.push({ path: toPointer(path), reason: 'append_only' })
    return [...current, ...wanted.filter((item) => !had.has(toJcs(item)))]
  }

  return { object: members(plan.root.member, [], objects), kept }
}

const count = ({ before, after, current }: Values): Json | undefined => {
  if (after === undefined && sameJson(before, current)) return undefined
  if (typeof current !== 'number') return after
  return current + numberOf(after) - numberOf(before)
}

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)
