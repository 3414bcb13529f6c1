import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { parseDuration, type Duration } from './duration.ts'
import type { SchemaProblem } from './problems.ts'
import { createShape, POLICIES, resolveRef, typesOf, type Policy } from './shape.ts'

const CONTAINERS = ['object', 'map', 'list', 'log'] as const
export const COMPRESSIONS = ['br', 'zstd', 'gzip'] as const
const VISIBILITIES = ['private', 'shared', 'public'] as const
/** Supported values of `x-retention.strategy`; others are accepted with a warning (asm.md 7.2). */
const STRATEGIES = ['evict_low_importance']
/** Pages that show objects to a person. */
export const OBJECT_VIEWS = ['note', 'tasks', 'cards', 'table'] as const
/** Other names of container-level policies (asm.md 1.3). */
const POLICY_ALIASES: Readonly<Record<string, string>> = { append_only: 'log_rga' }

export type Container = (typeof CONTAINERS)[number]
export type Compression = (typeof COMPRESSIONS)[number]

export interface Retention {
  readonly window: Duration
  readonly strategy: string
  /** Whether the strategy is known; otherwise nothing is evicted. */
  readonly known: boolean
}

/** A schema's annotations beyond JSON Schema (asm.md 1.2). */
export interface Annotations {
  readonly container: Container
  /** The merge rule of the container's members, aliases resolved; null for the default. */
  readonly policy: Policy | null
  readonly keyType: 'string' | null
  readonly valueRef: string | null
  readonly ttl: Duration | null
  readonly retention: Retention | null
  readonly compression: Compression | null
  readonly visibility: (typeof VISIBILITIES)[number]
  /** Names of the text fields that serve as title and summary; null: see `presentationOf`. */
  readonly title: string | null
  readonly summary: string | null
  readonly view: (typeof OBJECT_VIEWS)[number] | null
}

/** Members of `x-asm`; those with `x-` may also stand at the root, beside it. */
export const ASM_KEYWORDS = [
  'container',
  'crdt',
  'keyType',
  'valueRef',
  'x-ttl',
  'x-retention',
  'x-compression',
  'x-visibility',
  'x-title',
  'x-summary',
  'x-view',
] as const

const AT_ROOT = ASM_KEYWORDS.filter((keyword) => keyword.startsWith('x-'))

export interface ReadAnnotations {
  readonly annotations: Annotations
  readonly problems: readonly SchemaProblem[]
  readonly warnings: readonly SchemaProblem[]
}

/**
 * Reads `x-asm` and the annotations beside it: `x-asm` wins, and a contradiction is a problem, as is any unknown
 * keyword (asm.md 1.2). Invalid annotations are treated as absent.
 */
export const readAnnotations = (schema: JsonObject): ReadAnnotations => {
  const problems: SchemaProblem[] = []
  const warnings: SchemaProblem[] = []
  const refuse = (at: readonly string[], problem: string): null => {
    problems.push({ at, problem })
    return null
  }
  const declared = schema['x-asm'] ?? {}
  if (!isObject(declared)) refuse(['x-asm'], 'is not an object')
  const asm = isObject(declared) ? declared : {}
  const placeOf = (keyword: string): string[] =>
    asm[keyword] === undefined && AT_ROOT.some((name) => name === keyword) ? [keyword] : ['x-asm', keyword]
  const valueOf = (keyword: string): Json | undefined =>
    asm[keyword] ?? (AT_ROOT.some((name) => name === keyword) ? schema[keyword] : undefined)

  const oneOf = <T extends string>(keyword: string, values: readonly T[]): T | null => {
    const value = valueOf(keyword)
    if (value === undefined) return null
    return (
      values.find((known) => known === value) ?? refuse(placeOf(keyword), `is none of ${values.join(', ')}`)
    )
  }

  const readPolicy = (): Policy | null => {
    const name = asm['crdt']
    if (name === undefined) return null
    const policy = typeof name === 'string' ? (POLICY_ALIASES[name] ?? name) : null
    return (
      POLICIES.find((known) => known === policy) ??
      refuse(['x-asm', 'crdt'], `is not a merge rule: ${JSON.stringify(name)}`)
    )
  }

  const readValueRef = (): string | null => {
    const ref = asm['valueRef']
    if (ref === undefined) return null
    return typeof ref === 'string' && resolveRef(schema, ref) !== null
      ? ref
      : refuse(['x-asm', 'valueRef'], 'does not lead to a place in the same schema')
  }

  const readTtl = (): Duration | null => {
    const value = valueOf('x-ttl')
    return value === undefined ? null : (parseDuration(value) ?? refuse(placeOf('x-ttl'), NO_DURATION))
  }

  const readRetention = (): Retention | null => {
    const value = valueOf('x-retention')
    const at = placeOf('x-retention')
    if (value === undefined) return null
    if (!isObject(value)) return refuse(at, 'is not an object with window and strategy')
    for (const key of Object.keys(value))
      if (key !== 'window' && key !== 'strategy') refuse([...at, key], UNKNOWN)
    const window = parseDuration(value['window']) ?? refuse([...at, 'window'], NO_DURATION)
    const { strategy } = value
    if (typeof strategy !== 'string') return refuse([...at, 'strategy'], 'is not the name of a strategy')
    const known = STRATEGIES.includes(strategy)
    if (!known)
      warnings.push({ at: [...at, 'strategy'], problem: `is unknown, so nothing leaves by it: ${strategy}` })
    return window && { window, strategy, known }
  }

  const readTextField = (keyword: string): string | null => {
    const name = valueOf(keyword)
    if (name === undefined) return null
    if (
      typeof name !== 'string' ||
      !isObject(schema['properties']) ||
      !Object.hasOwn(schema['properties'], name)
    )
      return refuse(placeOf(keyword), 'is not the name of a property')
    const place = createShape(schema).at([name])
    const isText = place !== null && typesOf(place)?.has('string') === true
    return isText ? name : refuse(placeOf(keyword), 'does not name a text')
  }

  for (const keyword of Object.keys(asm))
    if (!ASM_KEYWORDS.some((known) => known === keyword)) refuse(['x-asm', keyword], UNKNOWN)
  for (const keyword of AT_ROOT) {
    const [inner, outer] = [asm[keyword], schema[keyword]]
    if (inner !== undefined && outer !== undefined && !same(inner, outer))
      refuse(['x-asm', keyword], 'contradicts the one beside x-asm')
  }
  const annotations: Annotations = {
    container: oneOf('container', CONTAINERS) ?? 'object',
    policy: readPolicy(),
    keyType: oneOf('keyType', ['string']),
    valueRef: readValueRef(),
    ttl: readTtl(),
    retention: readRetention(),
    compression: oneOf('x-compression', COMPRESSIONS),
    visibility: oneOf('x-visibility', VISIBILITIES) ?? 'private',
    title: readTextField('x-title'),
    summary: readTextField('x-summary'),
    view: oneOf('x-view', OBJECT_VIEWS),
  }
  return { annotations, problems, warnings }
}

const NO_DURATION = 'is not an ISO 8601 duration such as P14D'
const UNKNOWN = 'is unknown'

/** Ignores the order of members. */
const same = (a: Json, b: Json): boolean => {
  if (!isObject(a) || !isObject(b)) return JSON.stringify(a) === JSON.stringify(b)
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const [left, right] = [a[name], b[name]]
      return left !== undefined && right !== undefined && same(left, right)
    })
  )
}
