import { isObject, toPointer, type Json, type JsonObject } from '../base/json.ts'
import type { FieldPolicy, Policies } from '../policies/index.ts'
import { lwwRegister } from '../policies/lww-register.ts'
import { orMap } from '../policies/or-map.ts'
import type { Register } from '../policies/register.ts'
import { compareStamps, type FieldOp, type Stamp, type Write } from '../policies/types.ts'
import { latestOf } from '../policies/writes.ts'
import type { ObjectPlan } from './plan.ts'

/**
 * The result so far of all writes to an object, or to a nested one: an `or_map` (policies/or-map.ts) of fields and
 * objects. Mutable, so that replaying many writes makes no copies; the states of its fields are immutable.
 */
export interface ObjectState {
  readonly kind: 'object'
  readonly plan: ObjectPlan
  presence: readonly Stamp[]
  /** A non-object written here: the schema forbids it, but it may come from elsewhere. */
  other: Register
  readonly members: Map<string, ObjectState | FieldState>
}

export interface FieldState {
  readonly kind: 'field'
  readonly policy: FieldPolicy
  state: unknown
}

const REMOVE: FieldOp = { op: 'remove' }
const TOUCH: FieldOp = { op: 'set', value: {} }

export const newObjectState = (plan: ObjectPlan): ObjectState => ({
  kind: 'object',
  plan,
  presence: orMap.empty,
  other: lwwRegister.empty,
  members: new Map(),
})

/** Applies a write to the field or object at `path`. Its parents then exist, too. */
export const writeAt = (
  policies: Policies,
  object: ObjectState,
  path: readonly string[],
  op: FieldOp,
  write: Write,
): void => {
  let at: ObjectState | FieldState = object
  for (const name of path) {
    // A field is a single unit, and an object has no such member: our replicas never write that.
    if (at.kind === 'field' || name === '__proto__') return
    at.presence = orMap.apply(at.presence, TOUCH, write)
    at = memberState(policies, at, name)
  }
  if (at.kind === 'field') at.state = policies[at.policy].apply(at.state, op, write)
  else if (op.op === 'remove') hide(at, write)
  else if (op.op === 'set') put(policies, at, op.value, write)
}

const memberState = (policies: Policies, object: ObjectState, name: string): ObjectState | FieldState => {
  const known = object.members.get(name)
  if (known !== undefined) return known
  const plan = object.plan.member(name)
  const state: ObjectState | FieldState =
    plan.kind === 'object'
      ? newObjectState(plan)
      : { kind: 'field', policy: plan.policy, state: policies[plan.policy].empty }
  object.members.set(name, state)
  return state
}

/** Keeps the content: a write the remover didn't see restores it. */
export const hide = (object: ObjectState, write: Write): void => {
  object.presence = orMap.apply(object.presence, REMOVE, write)
  object.other = lwwRegister.apply(object.other, REMOVE, write)
}

/** Writes a whole value here, replacing all that `write` saw; concurrent writes stay and are merged with it. */
export const put = (policies: Policies, object: ObjectState, value: Json, write: Write): void => {
  reset(policies, object, write)
  if (isObject(value)) putMembers(policies, object, value, write)
  else object.other = lwwRegister.apply(object.other, { op: 'set', value }, write)
}

const reset = (policies: Policies, object: ObjectState, write: Write): void => {
  hide(object, write)
  for (const member of object.members.values()) {
    if (member.kind === 'object') reset(policies, member, write)
    else member.state = policies[member.policy].apply(member.state, REMOVE, write)
  }
}

const putMembers = (policies: Policies, object: ObjectState, value: JsonObject, write: Write): void => {
  object.presence = orMap.apply(object.presence, TOUCH, write)
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') continue
    const member = memberState(policies, object, name)
    if (member.kind === 'field')
      member.state = policies[member.policy].apply(member.state, { op: 'set', value: inner }, write)
    else if (isObject(inner)) putMembers(policies, member, inner, write)
    else member.other = lwwRegister.apply(member.other, { op: 'set', value: inner }, write)
  }
}

/** The content, whether or not the object is present. */
export const contentOf = (policies: Policies, object: ObjectState): JsonObject => {
  const content: JsonObject = {}
  for (const [name, member] of object.members) {
    const value =
      member.kind === 'object' ? readObject(policies, member) : policies[member.policy].read(member.state)
    if (value !== undefined) content[name] = value
  }
  return content
}

const readObject = (policies: Policies, object: ObjectState): Json | undefined =>
  readsAsObject(object) ? contentOf(policies, object) : lwwRegister.read(object.other)

const readsAsObject = ({ presence, other }: ObjectState): boolean => {
  const value = latestOf(other)
  const there = presence.reduce<Stamp | null>(
    (latest, stamp) => (latest === null || compareStamps(stamp, latest) > 0 ? stamp : latest),
    null,
  )
  return there !== null && (value === undefined || compareStamps(there, value.stamp) > 0)
}

/** Collects all concurrent values of its content in `into`, by JSON pointer. */
export const collectConflicts = (
  policies: Policies,
  object: ObjectState,
  path: readonly string[],
  into: Record<string, readonly Json[]>,
): void => {
  for (const [name, member] of object.members) {
    if (member.kind === 'object') {
      if (readsAsObject(member)) collectConflicts(policies, member, [...path, name], into)
      continue
    }
    const values = policies[member.policy].conflicts(member.state)
    if (values.length > 0) into[toPointer([...path, name])] = values
  }
}

/** The field at `path`; null if nothing was written there. */
export const fieldAt = (object: ObjectState, path: readonly string[]): FieldState | null => {
  let at: ObjectState | FieldState | undefined = object
  for (const name of path) at = at?.kind === 'object' ? at.members.get(name) : undefined
  return at?.kind === 'field' ? at : null
}
