/** Converts a caller's object to ops: its normal form, and the difference from before. */
import { SatchelError } from '../../platform/errors.ts'
import {
  invalid,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  sameJson,
  toJcs,
  toPointer,
} from '../base/json.ts'
import type { Op } from '../log/types.ts'
import type { FieldPolicy } from '../policies/index.ts'
import { compareText, type FieldOp } from '../policies/types.ts'
import type { ObjectPlan, Plan, PlanNode } from './plan.ts'
import type { EditSequence } from './types.ts'
import { toSet } from '../policies/grow-only-set.ts'
import { contradicting, entryId, firstOfEach } from '../policies/log-rga.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The ops that turn `before` into `after`, field by field, each expressing the intent: for a counter the amount added,
 * for a set what was inserted, for a text or list (through `edit`) what was inserted and deleted. A new object is one
 * `set` of all of it, a removed one is one `remove`. Both are in normal form (`normalise`). `rewritten`: JSON pointers
 * of registers that are set even if they stay the same, which settles concurrent values.
 *
 * @throws SatchelError `crdt_violation` (`path`, `policy`, `problem`) for what a field's rule doesn't allow
 */
export const diffObject = (
  plan: Plan,
  before: JsonObject,
  after: JsonObject,
  edit: EditSequence,
  rewritten: ReadonlySet<string> = NONE,
): Op[] => {
  const ops: Op[] = []

  const value = (
    node: PlanNode,
    path: readonly string[],
    from: Json | undefined,
    to: Json | undefined,
  ): void => {
    if (from === to && rewritten.size === 0) return
    if (node.kind === 'object' && isObject(from) && isObject(to)) {
      for (const name of Object.keys(from)) member(node, path, name, from, to)
      for (const name of Object.keys(to)) if (!Object.hasOwn(from, name)) member(node, path, name, from, to)
      return
    }
    if (sameJson(from, to)) {
      if (to !== undefined && rewritten.has(toPointer(path))) ops.push({ op: 'set', value: to, path })
      return
    }
    const op = node.kind === 'field' && from !== undefined ? fieldOp(node.policy, path, from, to, edit) : null
    ops.push({ ...(op ?? wholeValue(to)), path })
  }

  const member = (
    node: ObjectPlan,
    path: readonly string[],
    name: string,
    from: JsonObject,
    to: JsonObject,
  ): void => {
    const [old, now] = [memberOf(from, name), memberOf(to, name)]
    // Most members are shared, and this is all they cost.
    if (old === now && rewritten.size === 0) return
    value(node.member(name), [...path, name], old, now)
  }

  value(plan.root, [], before, after)
  return ops
}

const wholeValue = (to: Json | undefined): FieldOp =>
  to === undefined ? { op: 'remove' } : { op: 'set', value: to }

/** The op of the field's rule; null if it is an ordinary value. */
const fieldOp = (
  policy: FieldPolicy,
  path: readonly string[],
  from: Json,
  to: Json | undefined,
  edit: EditSequence,
): FieldOp | null => {
  switch (policy) {
    case 'grow_only_set':
      return Array.isArray(from) ? insertion(path, from, to) : null
    case 'log_rga':
      return Array.isArray(from) ? appending(path, from, to) : null
    case 'counter':
      return typeof from === 'number' && typeof to === 'number' ? addition(path, from, to) : null
    case 'rga_text':
      return typeof from === 'string' && typeof to === 'string' ? edit(path, to) : null
    case 'ordered_list':
      return Array.isArray(from) && Array.isArray(to) ? edit(path, to) : null
    case 'lww_register':
    case 'mv_register':
    case 'flag':
      return null
  }
}

const insertion = (path: readonly string[], from: readonly Json[], to: Json | undefined): FieldOp | null => {
  if (from.length === 0 && !Array.isArray(to)) return null
  const list = Array.isArray(to) ? to : []
  const kept = new Set(list.map(toJcs))
  if (!Array.isArray(to) || from.some((item) => !kept.has(toJcs(item))))
    throw violation(path, 'grow_only_set', 'nothing can be removed')
  const had = new Set(from.map(toJcs))
  return { op: 'insert', values: list.filter((item) => !had.has(toJcs(item))) }
}

const appending = (path: readonly string[], from: readonly Json[], to: Json | undefined): FieldOp | null => {
  if (from.length === 0 && !Array.isArray(to)) return null
  if (!Array.isArray(to) || from.some((entry, n) => !sameJson(entry, to[n])))
    throw violation(path, 'log_rga', 'entries can only be added at the end')
  return { op: 'append', entries: to.slice(from.length) }
}

const addition = (path: readonly string[], from: number, to: number): FieldOp => {
  const by = to - from
  if (![from, to, by].every(Number.isSafeInteger)) throw violation(path, 'counter', 'the number is too large')
  return { op: 'add', by }
}

const violation = (path: readonly string[], policy: FieldPolicy, problem: string): SatchelError =>
  new SatchelError('crdt_violation', {
    params: { path: toPointer(path), policy, problem },
    details: { pointers: [toPointer(path)], policy },
  })

/**
 * Converts what a caller wrote to the form in which it will be read (asm.md 2): sets in JCS order, entries of a log
 * each once and new ones sorted by id. `before` is the object being updated, null for a new one. `after` isn't changed;
 * what it shares with `before` is in normal form already.
 *
 * @throws SatchelError `crdt_violation` for a new entry whose id an entry with other content has
 */
export const normalise = (plan: Plan, before: JsonObject | null, after: JsonObject): JsonObject => {
  const visit = (node: PlanNode, path: readonly string[], from: Json | undefined, to: Json): Json => {
    if (node.kind === 'field') {
      if (!Array.isArray(to)) return to
      if (node.policy === 'grow_only_set') return toSet(to)
      return node.policy === 'log_rga' ? asLog(path, Array.isArray(from) ? from : [], to) : to
    }
    return isObject(to) ? members(node, path, from, to) : to
  }

  const members = (
    node: ObjectPlan,
    path: readonly string[],
    from: Json | undefined,
    to: JsonObject,
  ): JsonObject => {
    let changed: JsonObject | null = null
    for (const name of Object.keys(to)) {
      const value = to[name]
      if (typeof value !== 'object' || value === null) continue
      const old = memberOf(from, name)
      if (value === old) continue
      const normal = visit(node.member(name), [...path, name], old, value)
      if (normal !== value) (changed ??= { ...to })[name] = normal
    }
    return changed ?? to
  }

  return members(plan.root, [], before ?? undefined, after)
}

/** Earlier entries keep their place; entries of one change are ordered by their ids. */
const asLog = (path: readonly string[], from: readonly Json[], to: readonly Json[]): Json[] => {
  // Not allowed in a log; it is refused when the ops are made.
  if (from.some((entry, n) => !sameJson(entry, to[n]))) return [...to]
  const added = to.slice(from.length)
  const other = contradicting(from, added)
  if (other !== undefined)
    throw violation(path, 'log_rga', `there is another entry with the id ${entryId(other).slice(0, 200)}`)
  added.sort((a, b) => compareText(entryId(a), entryId(b)))
  return firstOfEach([...from, ...added])
}

/** Refuses a patch that changes the object's id. Errors: `validation_failed`. */
export const checkSameId = (name: string, before: JsonObject, after: JsonObject): void => {
  if (!sameJson(before[name], after[name])) throw invalid(toPointer([name]), 'it cannot be changed')
}
