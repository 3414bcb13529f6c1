import { isRecord } from '../../platform/is-record.ts'
import type { JsonObject } from '../../contract/packages.ts'

/**
 * Keywords whose members have names chosen by the author: a property called `x-y` or `$ref` is not a keyword.
 */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
/** Keywords whose value is data, not schema. */
const DATA = ['enum', 'const', 'default', 'examples']
/** Fields the runtime fills when the schema declares them (asm.md 3); they are not offered to a model. */
const FILLED = ['id', 'createdAt', 'updatedAt']
/** Expanding references can grow a schema without bound; no tool needs more than this. */
const MAX_NODES = 5000

/** Why the parameters of a tool cannot be used as they are. */
export interface InlineProblem {
  readonly code: 'ref_not_allowed' | 'invalid_regex'
  readonly found: string
}

/**
 * Replaces `{$ref: "#/schema"}` by the package's own schema, without `$id`, `$schema`, `x-*` (acp.md 7.2) and
 * without the fields that the runtime fills, so that neither the planner nor a model fills them in.
 */
export const inlineSchema = (
  parameters: JsonObject,
  schema: JsonObject,
  patternProblem: (pattern: string) => string | null,
): { parameters: JsonObject; problems: InlineProblem[] } => {
  const problems: InlineProblem[] = []
  let nodes = 0

  const copy = (value: unknown, root: JsonObject | null, open: readonly string[]): unknown => {
    nodes++
    if (nodes > MAX_NODES) {
      if (nodes === MAX_NODES + 1) problems.push({ code: 'ref_not_allowed', found: `> ${String(MAX_NODES)}` })
      return {}
    }
    if (Array.isArray(value)) return value.map((item) => copy(item, root, open))
    if (!isRecord(value)) return value
    const ref = value['$ref'] ?? value['$dynamicRef'] ?? value['$recursiveRef']
    if (ref !== undefined) return expand(value, ref, root, open)
    if (typeof value['pattern'] === 'string') checkPattern(value['pattern'])
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isKept(key, root))
        .map(([key, child]) => [key, member(key, child, root, open)]),
    )
  }

  const member = (key: string, child: unknown, root: JsonObject | null, open: readonly string[]): unknown => {
    if (DATA.includes(key)) return child
    if (!NAMED.includes(key) || !isRecord(child)) return copy(child, root, open)
    if (key === 'patternProperties') Object.keys(child).forEach(checkPattern)
    return Object.fromEntries(Object.entries(child).map(([name, one]) => [name, copy(one, root, open)]))
  }

  const expand = (
    holder: JsonObject,
    ref: unknown,
    root: JsonObject | null,
    open: readonly string[],
  ): unknown => {
    const { $ref: _ref, ...beside } = holder
    const target = root === null ? own(ref) : local(root, ref)
    if (target === null || holder['$ref'] === undefined || open.includes(String(ref))) {
      problems.push({ code: 'ref_not_allowed', found: String(ref) })
      return {}
    }
    const expanded = copy(target, root ?? schema, [...open, String(ref)])
    const rest = copy(beside, root, open)
    return { ...(isRecord(expanded) ? expanded : {}), ...(isRecord(rest) ? rest : {}) }
  }

  const own = (ref: unknown): JsonObject | null => (ref === '#/schema' ? withoutFilledFields(schema) : null)

  const checkPattern = (pattern: string): void => {
    const problem = patternProblem(pattern)
    if (problem !== null) problems.push({ code: 'invalid_regex', found: problem })
  }

  const inlined = copy(parameters, null, [])
  return { parameters: isRecord(inlined) ? inlined : {}, problems }
}

/** `$defs` of the package's schema are inlined where they are used. */
const isKept = (key: string, root: JsonObject | null): boolean =>
  !key.startsWith('x-') && key !== '$id' && key !== '$schema' && (root === null || key !== '$defs')

const withoutFilledFields = (schema: JsonObject): JsonObject => {
  const { properties, required } = schema
  const filled = FILLED.filter(
    (name) => name === 'id' || isDateTime(isRecord(properties) ? properties[name] : null),
  )
  return {
    ...schema,
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !filled.includes(name)),
          ),
        }
      : {}),
    ...(Array.isArray(required)
      ? { required: required.filter((name) => !filled.includes(String(name))) }
      : {}),
  }
}

const isDateTime = (property: unknown): boolean => isRecord(property) && property['format'] === 'date-time'

/** `#/$defs/x` inside the package's own schema. */
const local = (root: JsonObject, ref: unknown): JsonObject | null => {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return null
  let node: unknown = root
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    node = isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined
  }
  return isRecord(node) ? node : null
}
