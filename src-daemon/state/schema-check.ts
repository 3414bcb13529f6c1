import { SatchelError } from '../platform/errors.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { createShape, isIndexed, MAX_FIELDS, POLICIES, resolveRef } from './schema-shape.ts'
import { namespaceProblem } from './schema-uri.ts'

const MAX_DEPTH = 64
/** Each is kept up to date with every write. */
const MAX_INDEXES = 32
const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const CONTAINERS = ['object', 'map', 'list', 'log']
const DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?!$)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/
const VISIBILITIES = ['private', 'shared', 'public']
const CONTAINER_ALIASES: Readonly<Record<string, string>> = { append_only: 'log_rga' }

/** What each merge rule can work on (asm.md 1.4); the registers take anything. */
const TYPE_OF_POLICY: Readonly<Record<string, string>> = {
  rga_text: 'string',
  grow_only_set: 'array',
  counter: 'integer',
  flag: 'boolean',
  or_map: 'object',
  log_rga: 'array',
}

/** Members whose value is one subschema, a list of them, or a map of them. */
const SUBSCHEMAS = [
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]
const SUBSCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const SUBSCHEMA_MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

/**
 * Checks what JSON Schema itself does not: the name, local references, and the `x-` rules of asm.md 1.2 to 1.6.
 *
 * @returns the Schema URI
 * @throws SatchelError `schema_invalid` naming the place
 */
export const checkSchemaRules = (schema: JsonObject, owner: string): string => {
  const uri = typeof schema['$id'] === 'string' ? schema['$id'] : ''
  const refuse = (problem: string): never => {
    throw schemaInvalid(uri, problem)
  }

  const checkNode = (node: Json | undefined, path: string): void => {
    if (typeof node === 'boolean') return
    if (!isObject(node)) return refuse(`${path} is not a schema`)
    if (path.split('/').length > MAX_DEPTH) return refuse(`${path} is nested too deeply`)
    if (path !== '#' && node['$id'] !== undefined) refuse(`${path} has an $id of its own`)
    checkReference(node, path)
    checkPolicy(node, path)
    if (path !== '#' && node['x-asm'] !== undefined) checkContainer(node['x-asm'], node, `${path}/x-asm`)
    for (const key of SUBSCHEMAS) if (node[key] !== undefined) checkNode(node[key], `${path}/${key}`)
    for (const key of SUBSCHEMA_LISTS) {
      const list = node[key]
      if (Array.isArray(list))
        for (const [n, item] of list.entries()) checkNode(item, `${path}/${key}/${String(n)}`)
    }
    for (const key of SUBSCHEMA_MAPS) {
      const map = node[key]
      if (isObject(map))
        for (const [name, item] of Object.entries(map)) checkNode(item, `${path}/${key}/${name}`)
    }
  }

  const checkReference = (node: JsonObject, path: string): void => {
    for (const key of ['$dynamicRef', '$recursiveRef'])
      if (node[key] !== undefined) refuse(`${path}/${key} is not supported`)
    const ref = node['$ref']
    if (ref === undefined) return
    if (typeof ref !== 'string' || resolveRef(schema, ref) === null)
      refuse(`${path}/$ref does not lead to a place in the same schema`)
  }

  const checkPolicy = (node: JsonObject, path: string): void => {
    const policy = node['x-crdt']
    if (policy !== undefined) checkPolicyFor(policy, node, `${path}/x-crdt`)
    if (node['x-index'] !== undefined && typeof node['x-index'] !== 'boolean')
      refuse(`${path}/x-index is not true or false`)
  }

  const checkPolicyFor = (policy: Json, node: JsonObject, path: string): void => {
    if (!POLICIES.some((name) => name === policy))
      refuse(`${path} is not a merge rule: ${JSON.stringify(policy)}`)
    const wanted = TYPE_OF_POLICY[nameOf(policy)]
    const type =
      typeof node['$ref'] === 'string'
        ? (resolveRef(schema, node['$ref'])?.['type'] ?? node['type'])
        : node['type']
    if (wanted !== undefined && type !== wanted) refuse(`${path} ${nameOf(policy)} needs the type ${wanted}`)
  }

  const checkContainer = (asm: Json, node: JsonObject, path: string): void => {
    if (!isObject(asm)) return refuse(`${path} is not an object`)
    const { container, crdt, valueRef } = asm
    if (container !== undefined && !CONTAINERS.includes(nameOf(container)))
      refuse(`${path}/container is unknown`)
    if (crdt !== undefined) {
      const policy = CONTAINER_ALIASES[nameOf(crdt)] ?? nameOf(crdt)
      if (!POLICIES.some((name) => name === policy))
        refuse(`${path}/crdt is not a merge rule: ${JSON.stringify(crdt)}`)
    }
    if (valueRef !== undefined && (typeof valueRef !== 'string' || resolveRef(schema, valueRef) === null))
      refuse(`${path}/valueRef does not lead to a place in the same schema`)
    for (const key of ['x-ttl', 'x-retention', 'x-compression', 'x-visibility']) {
      const inner = asm[key]
      const outer = node[key]
      if (inner !== undefined && outer !== undefined && JSON.stringify(inner) !== JSON.stringify(outer))
        refuse(`${path}/${key} contradicts the one beside it`)
    }
    checkLifecycle({ ...node, ...asm }, path)
  }

  const checkLifecycle = (node: JsonObject, path: string): void => {
    const { 'x-ttl': ttl, 'x-retention': retention, 'x-visibility': visibility } = node
    if (ttl !== undefined && !(typeof ttl === 'string' && DURATION.test(ttl)))
      refuse(`${path}/x-ttl is not an ISO 8601 duration`)
    const window = isObject(retention) ? retention['window'] : undefined
    if (window !== undefined && !(typeof window === 'string' && DURATION.test(window)))
      refuse(`${path}/x-retention/window is not an ISO 8601 duration`)
    if (visibility !== undefined && !VISIBILITIES.includes(nameOf(visibility)))
      refuse(`${path}/x-visibility is unknown`)
  }

  const misplaced = namespaceProblem(uri, owner)
  if (misplaced !== null) refuse(misplaced)
  if (schema['$schema'] !== undefined && schema['$schema'] !== META_SCHEMA)
    refuse(`$schema is not ${META_SCHEMA}`)
  if (schema['type'] !== 'object') refuse('its type is not object')
  checkNode(schema, '#')
  checkContainer(schema['x-asm'] ?? {}, schema, '#/x-asm')
  const { fields } = createShape(schema)
  if (fields.length > MAX_FIELDS) refuse(`it spells out to more than ${String(MAX_FIELDS)} fields`)
  if (fields.filter(({ place }) => isIndexed(place)).length > MAX_INDEXES)
    refuse(`it has more than ${String(MAX_INDEXES)} fields with x-index`)
  return uri
}

export const schemaInvalid = (uri: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('schema_invalid', { params: { uri, problem }, details: { uri, problem }, cause })

const nameOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
