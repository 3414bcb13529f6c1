import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { readAnnotations, type Annotations } from './annotations.ts'
import { policyTypeProblem, TYPE_OF_CONTAINER } from './policy-types.ts'
import { createShape, policyOf, typesOf, type Place, type Policy } from './shape.ts'

/**
 * A schema with its container's defaults written into it: the merge rule of the members that have none of their own,
 * and the type of their values by `valueRef` if they have none (asm.md 1.2, 1.3). Validation and merging use this one.
 */
export const effectiveSchema = (body: JsonObject): JsonObject => {
  const { annotations } = readAnnotations(body)
  const { properties } = body
  const saysNothing = annotations.container === 'object' && annotations.policy === null
  if (saysNothing || !isObject(properties)) return body
  const shape = createShape(body)
  const spellOut = (name: string, member: Json): Json => {
    const place = shape.at([name])
    if (place === null || !isObject(member)) return member
    const policy = policyOf(place) === null ? memberPolicy(annotations, place) : null
    return { ...member, ...(policy !== null && { 'x-crdt': policy }), ...valuesOf(annotations, place) }
  }
  const spelled = Object.entries(properties).map(([name, member]) => [name, spellOut(name, member)] as const)
  return { ...body, properties: Object.fromEntries(spelled) }
}

/** The names of the members that form the container: the maps of a `map`, the lists of a `list` or `log`. */
export const containerMembers = (body: JsonObject, { container }: Annotations): string[] => {
  const { properties } = body
  if (container === 'object' || !isObject(properties)) return []
  const shape = createShape(body)
  return Object.keys(properties).filter((name) => {
    const place = shape.at([name])
    return place !== null && isOnly(place, TYPE_OF_CONTAINER[container])
  })
}

const memberPolicy = (annotations: Annotations, place: Place): Policy | null => {
  const { container, policy } = annotations
  if (container !== 'object' && !isOnly(place, TYPE_OF_CONTAINER[container])) return null
  const rule = policy ?? DEFAULTS[container] ?? null
  return rule === null || policyTypeProblem(rule, typesOf(place)) !== null ? null : rule
}

const DEFAULTS: Readonly<Partial<Record<Annotations['container'], Policy>>> = {
  map: 'or_map',
  log: 'log_rga',
}

const valuesOf = ({ container, valueRef }: Annotations, place: Place): JsonObject => {
  if (container === 'object' || valueRef === null || !isOnly(place, TYPE_OF_CONTAINER[container])) return {}
  const says = (keywords: readonly string[]): boolean =>
    place.own.some((node) => keywords.some((keyword) => node[keyword] !== undefined))
  if (container === 'map')
    return says(['properties', 'additionalProperties', 'patternProperties'])
      ? {}
      : { additionalProperties: { $ref: valueRef } }
  return says(['items', 'prefixItems']) ? {} : { items: { $ref: valueRef } }
}

const isOnly = (place: Place, type: string): boolean => {
  const types = typesOf(place)
  return types?.size === 1 && types.has(type)
}
