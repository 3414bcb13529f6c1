import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { patternSchemas } from './patterns.ts'

/** A merge rule of a field (asm.md 1.3). */
export const POLICIES = [
  'lww_register',
  'mv_register',
  'rga_text',
  'grow_only_set',
  'or_map',
  'counter',
  'flag',
  'log_rga',
] as const
export type Policy = (typeof POLICIES)[number]

/** The target of an object's path in its schema: every subschema that applies to it. */
export interface Place {
  readonly variants: readonly JsonObject[]
  /** The subschema itself and the targets of its `$ref`s, without the branches of `anyOf` and the like. */
  readonly own: readonly JsonObject[]
}

/** A field reached through named members only, never through a list. */
export interface Field {
  readonly path: readonly string[]
  readonly place: Place
}

/** Questions about a schema that need no validation. */
export interface Shape {
  readonly root: Place
  /** The place a subschema of this schema applies to. */
  of(node: JsonObject): Place
  /** The member `segment` of `place`; null if the schema has none. */
  member(place: Place, segment: string): Place | null
  /** The place of `path` from the root; null if the schema has none. */
  at(path: readonly string[]): Place | null
  /** The elements of a list at `place`. */
  elements(place: Place): Place
  /** Every declared field, up to `MAX_FIELDS`. */
  readonly fields: readonly Field[]
}

const MAX_DEPTH = 16
/** References can expand a few lines into any number of fields; no real form has this many. */
export const MAX_FIELDS = 1000
const ANYTHING: JsonObject = {}

export const createShape = (schema: JsonObject): Shape => {
  const placeOf = (nodes: readonly JsonObject[]): Place => {
    const own = new Set<JsonObject>()
    for (const node of nodes) followRefs(node, own)
    const variants = new Set<JsonObject>()
    for (const node of own) addBranches(node, variants)
    return { own: [...own], variants: [...variants] }
  }

  const followRefs = (node: JsonObject, into: Set<JsonObject>): void => {
    if (into.has(node)) return
    into.add(node)
    const target = typeof node['$ref'] === 'string' ? resolveRef(schema, node['$ref']) : null
    if (target !== null) followRefs(target, into)
  }

  const addBranches = (node: JsonObject, into: Set<JsonObject>): void => {
    if (into.has(node)) return
    into.add(node)
    const target = typeof node['$ref'] === 'string' ? resolveRef(schema, node['$ref']) : null
    const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => asList(node[key]))
    for (const branch of [target, ...branches, node['if'], node['then'], node['else']])
      if (isObject(branch)) addBranches(branch, into)
  }

  const member = (place: Place, segment: string): Place | null => {
    const found = place.variants.flatMap((node) => memberSchemas(node, segment))
    if (found.length > 0) return placeOf(found)
    return isFreeForm(place) ? placeOf([ANYTHING]) : null
  }

  const at = (path: readonly string[]): Place | null =>
    path.reduce<Place | null>((place, segment) => place && member(place, segment), root)

  const elements = (place: Place): Place => {
    const items = place.variants
      .flatMap((node) => [node['items'], ...asList(node['prefixItems'])])
      .filter(isObject)
    return placeOf(items.length > 0 ? items : [ANYTHING])
  }

  const collect = (place: Place, path: readonly string[], into: Field[]): Field[] => {
    if (path.length >= MAX_DEPTH || into.length > MAX_FIELDS) return into
    const names = new Set(
      place.variants.flatMap((node) => (isObject(node['properties']) ? Object.keys(node['properties']) : [])),
    )
    for (const name of names) {
      if (into.length > MAX_FIELDS) break
      const next = member(place, name)
      // A schema that contains itself would recurse forever.
      if (next === null || next.own.some((node) => place.own.includes(node))) continue
      into.push({ path: [...path, name], place: next })
      collect(next, [...path, name], into)
    }
    return into
  }

  const root = placeOf([schema])
  let fields: Field[] | undefined
  return {
    root,
    of: (node) => placeOf([node]),
    member,
    at,
    elements,
    get fields() {
      return (fields ??= collect(root, [], []))
    },
  }
}

/** The target of a local `$ref`; null if there is none. */
export const resolveRef = (schema: JsonObject, ref: string): JsonObject | null => {
  if (ref === '#') return schema
  if (!ref.startsWith('#/')) return null
  let node: Json | undefined = schema
  for (const raw of ref.slice(2).split('/')) {
    const segment = decodeSegment(raw)
    if (segment === null) return null
    if (Array.isArray(node)) node = node[Number(segment)]
    else if (isObject(node) && Object.hasOwn(node, segment)) node = node[segment]
    else return null
  }
  return isObject(node) ? node : null
}

const decodeSegment = (raw: string): string | null => {
  try {
    return decodeURIComponent(raw).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null // percent signs that are not UTF-8
  }
}

const memberSchemas = (node: JsonObject, segment: string): JsonObject[] => {
  const { properties, additionalProperties, patternProperties } = node
  if (isObject(properties) && Object.hasOwn(properties, segment)) return [asSchema(properties[segment])]
  if (/^\d+$/.test(segment)) {
    const items = [asList(node['prefixItems'])[Number(segment)] ?? node['items']].filter(isObject)
    if (items.length > 0) return items
  }
  const matching = isObject(patternProperties) ? patternSchemas(patternProperties, segment) : []
  if (matching.length > 0) return matching.map(asSchema)
  return isObject(additionalProperties) || additionalProperties === true
    ? [asSchema(additionalProperties)]
    : []
}

/** An object whose schema names no members may have any. */
const isFreeForm = ({ variants }: Place): boolean =>
  variants.every(
    (node) =>
      node['properties'] === undefined &&
      node['additionalProperties'] !== false &&
      (node['type'] === undefined ||
        asList(node['type']).includes('object') ||
        asList(node['type']).includes('array')),
  )

const asSchema = (node: Json | undefined): JsonObject => (isObject(node) ? node : ANYTHING)

const asList = (value: Json | undefined): Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The JSON types a field may have, or null if its schema doesn't say. */
export const typesOf = ({ own }: Place): ReadonlySet<string> | null => {
  for (const node of own) {
    if (node['type'] !== undefined) return new Set(asList(node['type']).map(String))
    const values = node['const'] === undefined ? node['enum'] : [node['const']]
    if (Array.isArray(values)) return new Set(values.map(typeName))
  }
  return null
}

/** The same, including the branches of `anyOf` and the like. */
export const possibleTypesOf = (place: Place): ReadonlySet<string> | null => {
  const own = typesOf(place)
  if (own !== null) return own
  const types = place.variants.flatMap((node) => [...(typesOf({ own: [node], variants: [] }) ?? [])])
  return types.length === 0 ? null : new Set(types)
}

const typeName = (value: Json): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'object'
        ? 'object'
        : typeof value

export const isDateTime = ({ own }: Place): boolean => own.some((node) => node['format'] === 'date-time')

export const isIndexed = ({ own }: Place): boolean => own.some((node) => node['x-index'] === true)

/** The declared merge rule of a field, or null for the default of its type. */
export const policyOf = ({ own }: Place): Policy | null => {
  for (const node of own) {
    const name = POLICIES.find((policy) => policy === node['x-crdt'])
    if (name !== undefined) return name
  }
  return null
}
