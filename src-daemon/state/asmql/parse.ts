/** Parses and validates an ASM-QL query. */
import { SatchelError } from '../../platform/errors.ts'
import { isObject, toJson, type Json, type JsonObject } from '../base/json.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import { checkGroupOrder, type Grouping, groupingOf } from './grouping.ts'
import { queryInvalid, unknownMember } from './problems.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000
const MAX_ORDER = 8
/** Deeper values get a full check. */
const MAX_DEPTH = 32
/** The members of a query. */
const QUERY_MEMBERS: readonly string[] = [
  'select',
  'from',
  'where',
  'order',
  'limit',
  'cursor',
  'explain',
  'group',
  'aggregate',
  'timezone',
]
const ORDER_MEMBERS = ['field', 'direction']

export interface OrderBy {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** A structurally valid query; fields and operators are checked against the schema when it is compiled. */
export interface ParsedQuery {
  readonly select: readonly string[] | null
  readonly from: string | null
  readonly where: JsonObject
  readonly order: readonly OrderBy[]
  readonly limit: number
  readonly cursor: string | null
  readonly explain: boolean
  /** Set if groups are asked for, not objects. */
  readonly grouping: Grouping | null
}

/**
 * Parses an ASM-QL query (asm.md 6). An object with none of its members is a bare filter, its `where`, unless one looks
 * like a misspelt member; so is a mixture whose members are all fields of the schema (`isField`), as it can't be
 * anything else. Written by hand, since a schema library would take longer than the query.
 *
 * @throws SatchelError `asmql_invalid`, `asmql_unknown_member`, and those of groups, each naming the path
 */
export const parseQuery = (input: unknown, isField: (name: string) => boolean): ParsedQuery => {
  const given = readJson(input)
  const json = isBareFilter(given, isField) ? { where: given } : given
  checkMembers(json, QUERY_MEMBERS, '')
  const where = json['where'] ?? {}
  if (!isObject(where)) throw queryInvalid('where', 'it is not an object')
  const grouping = groupingOf(json)
  const select = selectOf(json['select'] ?? null)
  const order = orderOf(json['order'] ?? [])
  if (grouping !== null) {
    checkGroupOrder(grouping, order)
    if (select !== null) throw queryInvalid('select', 'groups have no fields to select')
  }
  return {
    select,
    from: textOf('from', json['from']),
    where,
    order,
    limit: limitOf(json['limit'] ?? DEFAULT_LIMIT),
    cursor: textOf('cursor', json['cursor']),
    explain: explainOf(json['explain'] ?? false),
    grouping,
  }
}

const isBareFilter = (query: JsonObject, isField: (name: string) => boolean): boolean => {
  const names = Object.keys(query)
  const others = names.filter((name) => !QUERY_MEMBERS.includes(name))
  if (others.length === 0) return false
  const isMisspelt = (name: string): boolean =>
    !name.startsWith('$') && nearestName(name, QUERY_MEMBERS) !== null && !isField(name)
  return others.length === names.length ? !names.some(isMisspelt) : names.every(isField)
}

/** Refuses members that mean nothing: they would be dropped in silence. `path` ends with a dot. */
const checkMembers = (json: JsonObject, known: readonly string[], path: string): void => {
  const unknown = Object.keys(json).find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownMember(`${path}${unknown}`, unknown, known)
}

const readJson = (input: unknown): JsonObject => {
  try {
    const json = isJson(input, 0) ? input : toJson(input)
    if (isObject(json)) return json
  } catch (thrown) {
    if (!(thrown instanceof SatchelError)) throw thrown
    throw queryInvalid('query', `it is not JSON: ${String(thrown.params['problem'] ?? '')}`)
  }
  throw queryInvalid('query', 'it is not an object')
}

/** Whether it is plain JSON already, so that it needn't be copied. */
const isJson = (value: unknown, depth: number): value is Json => {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.entries(value).every(
    ([name, member]) => name !== '__proto__' && name.isWellFormed() && isJson(member, depth + 1),
  )
}

const textOf = (path: string, value: Json | undefined): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw queryInvalid(path, 'it is not a text')
  return value
}

const selectOf = (value: Json): string[] | null => {
  if (value === null) return null
  if (!Array.isArray(value) || value.length === 0) throw queryInvalid('select', 'it is not a list of fields')
  return value.map((field, n) => {
    if (typeof field !== 'string') throw queryInvalid(`select.${String(n)}`, 'it is not a text')
    return field
  })
}

const orderOf = (value: Json): OrderBy[] => {
  if (!Array.isArray(value) || value.length > MAX_ORDER)
    throw queryInvalid('order', `it is not a list of at most ${String(MAX_ORDER)} fields`)
  return value.map((item, n) => {
    const path = `order.${String(n)}`
    if (!isObject(item)) throw queryInvalid(path, 'it is not an object')
    checkMembers(item, ORDER_MEMBERS, `${path}.`)
    const { field, direction = 'asc' } = item
    if (typeof field !== 'string') throw queryInvalid(`${path}.field`, 'it is not a text')
    if (direction !== 'asc' && direction !== 'desc')
      throw queryInvalid(`${path}.direction`, 'it is neither asc nor desc')
    return { field, direction }
  })
}

const limitOf = (value: Json): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) return value
  throw queryInvalid('limit', `it is not a whole number from 1 to ${String(MAX_LIMIT)}`)
}

const explainOf = (value: Json): boolean => {
  if (typeof value !== 'boolean') throw queryInvalid('explain', 'it is neither true nor false')
  return value
}
