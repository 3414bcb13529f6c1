/** Which merge rule applies at each place of a schema. */
import { isObject, type JsonObject } from '../base/json.ts'
import type { FieldPolicy } from '../policies/index.ts'
import { policyOf, type Place, type Shape } from '../schema/shape.ts'

/** How the value at a place merges: member by member, or as one field. */
export type PlanNode = ObjectPlan | FieldPlan

export interface ObjectPlan {
  readonly kind: 'object'
  /** Also for members the schema doesn't name. */
  member(name: string): PlanNode
}

export interface FieldPlan {
  readonly kind: 'field'
  readonly policy: FieldPolicy
}

/** How the objects of a schema merge. */
export interface Plan {
  readonly root: ObjectPlan
  /** Null below a field, which is a single unit. */
  at(path: readonly string[]): PlanNode | null
}

/** Names matching a pattern are cached, but there may be any number of them. */
const MAX_REMEMBERED = 1000
const REGISTER: FieldPlan = { kind: 'field', policy: 'lww_register' }

const known = new WeakMap<Shape, Plan>()

/** How the objects of a schema merge; made once. */
export const planOf = (shape: Shape): Plan => {
  const made = known.get(shape) ?? createPlan(shape)
  known.set(shape, made)
  return made
}

/**
 * The merge rule of every place of a schema (asm.md 1.3), after its container's defaults were written into it
 * (schema/effective.ts): that of `x-crdt`; else by type: an object member by member, a list as an ordered list,
 * anything else (including mixed or no type) as a register of the whole value. Computed on demand, once per place.
 */
const createPlan = (shape: Shape): Plan => {
  const nodeOf = (place: Place): PlanNode => {
    const declared = policyOf(place)
    const type = onlyTypeOf(place)
    if (type === 'object' && (declared ?? 'or_map') === 'or_map') return objectPlan(place)
    if (declared !== null && declared !== 'or_map') return { kind: 'field', policy: declared }
    return type === 'array' ? { kind: 'field', policy: 'ordered_list' } : REGISTER
  }

  const objectPlan = (place: Place): ObjectPlan => {
    const named = new Set(place.variants.flatMap(namesOf))
    const hasPatterns = place.variants.some((node) => node['patternProperties'] !== undefined)
    const remembered = new Map<string, PlanNode>()
    /** The plan of all unnamed members, unless their names decide (patterns). */
    let others: PlanNode | undefined

    const member = (name: string): PlanNode => {
      if (!hasPatterns && !named.has(name)) return (others ??= find(name))
      const known = remembered.get(name)
      if (known !== undefined) return known
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      const node = find(name)
      remembered.set(name, node)
      return node
    }

    const find = (name: string): PlanNode => {
      const found = shape.member(place, name)
      return found === null ? REGISTER : nodeOf(found)
    }

    return { kind: 'object', member }
  }

  const root = objectPlan(shape.root)
  return {
    root,
    at: (path) =>
      path.reduce<PlanNode | null>(
        (node, name) => (node?.kind === 'object' ? node.member(name) : null),
        root,
      ),
  }
}

const namesOf = ({ properties }: JsonObject): string[] =>
  isObject(properties) ? Object.keys(properties) : []

/** The only type at a place; null if there are several, or the schema doesn't say. */
const onlyTypeOf = ({ own }: Place): string | null => {
  const types = new Set(
    own.flatMap(({ type }) => (type === undefined ? [] : Array.isArray(type) ? type : [type])),
  )
  const [only] = types
  return types.size === 1 && typeof only === 'string' ? only : null
}
