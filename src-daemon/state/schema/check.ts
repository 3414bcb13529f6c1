import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { isObject, toJsonObject, type Json, type JsonObject } from '../base/json.ts'
import { ASM_KEYWORDS, readAnnotations } from './annotations.ts'
import { effectiveSchema } from './effective.ts'
import { policyTypeProblem, TYPE_OF_CONTAINER } from './policy-types.ts'
import { placeText, schemaInvalid, type SchemaProblem } from './problems.ts'
import {
  createShape,
  isIndexed,
  MAX_FIELDS,
  POLICIES,
  possibleTypesOf,
  resolveRef,
  typesOf,
  type Place,
} from './shape.ts'
import { namespaceProblem, type NamespaceRights } from './uri.ts'

const MAX_DEPTH = 64
/** Each is updated with every write. */
const MAX_INDEXES = 32
const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const SCALARS = ['string', 'number', 'integer', 'boolean', 'null']

/** Members whose value is one subschema, a list of them, or a map of them. */
const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['items', 'one'],
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['propertyNames', 'one'],
  ['unevaluatedProperties', 'one'],
  ['unevaluatedItems', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependentSchemas', 'map'],
])

/** Below these, there is one value for many elements, so no column can hold it. */
const MANY = [
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'patternProperties',
  'unevaluatedItems',
]

/** Annotations of a single field. */
const FIELD_KEYWORDS = ['x-crdt', 'x-index', 'x-search']

/** Annotations of the whole object, which are allowed at the root only. */
const ROOT_ONLY = ASM_KEYWORDS.filter((keyword) => keyword.startsWith('x-'))

/**
 * Checks what JSON Schema itself doesn't: the name, local references, and the `x-` rules of asm.md 1.2 to 1.6.
 *
 * @returns the Schema URI
 * @throws SatchelError `schema_invalid` naming the place
 */
export const checkSchemaRules = (schema: JsonObject, owner: string, rights: NamespaceRights = {}): string => {
  const uri = uriOf(schema)
  const first = ruleProblems(schema, owner, rights).find(({ severity }) => severity !== 'warning')
  if (first !== undefined) throw schemaInvalid(uri, first.problem)
  return uri
}

const uriOf = (schema: JsonObject): string => (typeof schema['$id'] === 'string' ? schema['$id'] : '')

/**
 * The same, with all problems, for showing where they are; a `warning` doesn't prevent the use of the schema. The input
 * needn't be JSON that state could store.
 */
export const schemaProblems = (
  schema: Readonly<Record<string, unknown>>,
  owner: string,
  rights: NamespaceRights = {},
): SchemaProblem[] => {
  try {
    return ruleProblems(toJsonObject(schema), owner, rights)
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    const { problems } = refusedJsonSchema.parse(thrown.details)
    return problems.map(({ pointer, problem }) => ({ at: pointer.split('/').slice(1), problem }))
  }
}

const refusedJsonSchema = z.object({
  problems: z.array(z.object({ pointer: z.string(), problem: z.string() })),
})

const ruleProblems = (schema: JsonObject, owner: string, rights: NamespaceRights): SchemaProblem[] => {
  const problems: SchemaProblem[] = []
  const shape = createShape(schema)
  const refuse = (at: Path, problem: string): void => {
    problems.push({ at, problem: `${placeText(at)} ${problem}` })
  }

  const checkNode = (node: Json | undefined, path: Path, many: boolean): void => {
    if (typeof node === 'boolean') return
    if (!isObject(node)) {
      refuse(path, 'is not a schema')
      return
    }
    if (path.length >= MAX_DEPTH) {
      refuse(path, 'is nested too deeply')
      return
    }
    if (path.length > 0) checkInner(node, path)
    checkReference(node, path)
    checkField(node, path, many)
    for (const [key, value] of Object.entries(node)) {
      const holds = SUBSCHEMAS.get(key)
      if (holds === undefined) continue
      const isMany = many || MANY.includes(key)
      if (holds === 'one') checkNode(value, [...path, key], isMany)
      // A value that isn't a list or map here is refused by the meta-schema.
      else if (holds === 'list' ? Array.isArray(value) : isObject(value))
        for (const [name, item] of Object.entries(value as Json[] | JsonObject))
          checkNode(item, [...path, key, name], isMany)
    }
  }

  const checkInner = (node: JsonObject, path: Path): void => {
    if (node['$id'] !== undefined) refuse([...path, '$id'], 'is an $id of its own')
    for (const key of ['x-asm', ...ROOT_ONLY])
      if (node[key] !== undefined) refuse([...path, key], 'can only stand at the root of a schema')
  }

  const checkReference = (node: JsonObject, path: Path): void => {
    for (const key of ['$dynamicRef', '$recursiveRef'])
      if (node[key] !== undefined) refuse([...path, key], 'is not supported')
    const ref = node['$ref']
    if (ref === undefined) return
    if (typeof ref !== 'string' || resolveRef(schema, ref) === null)
      refuse([...path, '$ref'], 'does not lead to a place in the same schema')
  }

  const checkField = (node: JsonObject, path: Path, many: boolean): void => {
    if (FIELD_KEYWORDS.every((key) => node[key] === undefined)) return
    const place = shape.of(node)
    if (node['x-crdt'] !== undefined) checkPolicy(node['x-crdt'], place, [...path, 'x-crdt'])
    for (const key of ['x-index', 'x-search']) {
      const value = node[key]
      const at = [...path, key]
      if (value === undefined) continue
      if (typeof value !== 'boolean') refuse(at, 'is not true or false')
      else if (!value) continue
      else if (many) refuse(at, 'is inside a list or a map; it belongs on the field that holds it')
      else checkAsked(key, place, at)
    }
  }

  const checkPolicy = (name: Json, place: Place, at: Path): void => {
    const policy = POLICIES.find((known) => known === name)
    if (policy === undefined) {
      refuse(at, `is not a merge rule: ${JSON.stringify(name)}`)
      return
    }
    const problem = policyTypeProblem(policy, typesOf(place))
    if (problem !== null) refuse(at, problem)
  }

  /** Only scalars or strings, or lists of them, can be indexed or searched. */
  const checkAsked = (key: string, place: Place, at: Path): void => {
    const allowed = key === 'x-index' ? SCALARS : ['string', 'null']
    const what = key === 'x-index' ? 'scalars or lists of scalars' : 'strings or lists of strings'
    const isOf = (types: ReadonlySet<string> | null): boolean =>
      types !== null && [...types].every((type) => allowed.includes(type))
    const types = possibleTypesOf(place)
    const alone = types === null ? null : new Set([...types].filter((type) => type !== 'array'))
    const listed = types?.has('array') === true
    if (types === null || (alone !== null && !isOf(alone))) refuse(at, `is for ${what} only`)
    else if (listed && !isOf(possibleTypesOf(shape.elements(place)))) refuse(at, `is for ${what} only`)
  }

  const checkContainer = (): void => {
    const read = readAnnotations(schema)
    for (const { at, problem } of read.problems) refuse(at, problem)
    for (const { at, problem } of read.warnings)
      problems.push({ at, problem: `${placeText(at)} ${problem}`, severity: 'warning' })
    const { container, policy } = read.annotations
    if (policy === null) return
    const problem = policyTypeProblem(policy, new Set([TYPE_OF_CONTAINER[container]]))
    if (problem !== null) refuse(['x-asm', 'crdt'], problem)
  }

  const misplaced = namespaceProblem(uriOf(schema), owner, rights)
  if (misplaced !== null) problems.push({ at: ['$id'], problem: misplaced })
  if (schema['$schema'] !== undefined && schema['$schema'] !== META_SCHEMA)
    refuse(['$schema'], `is not ${META_SCHEMA}`)
  if (schema['type'] !== 'object') refuse(['type'], 'is not object')
  checkNode(schema, [], false)
  checkContainer()
  // Counting fields follows every reference, so all have to be valid first.
  if (problems.some(({ severity }) => severity !== 'warning')) return problems
  const { fields } = createShape(effectiveSchema(schema))
  if (fields.length > MAX_FIELDS) refuse([], `spells out to more than ${String(MAX_FIELDS)} fields`)
  if (fields.filter(({ place }) => isIndexed(place)).length > MAX_INDEXES)
    refuse([], `has more than ${String(MAX_INDEXES)} fields with x-index`)
  return problems
}

type Path = readonly string[]
