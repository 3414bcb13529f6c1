/** Parses `group`, `aggregate` and `timezone`: our extension of ASM-QL, for sums and counts by group. */
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { localDates } from '../base/local-dates.ts'
import { queryInvalid, unknownField, unknownOperator } from './problems.ts'
import type { OrderBy } from './parse.ts'

const MAX_KEYS = 8
const MAX_AGGREGATES = 16
const LONGEST_NAME = 100

/** What objects are grouped by. `path`: its place in the query. */
export interface GroupKey {
  /** The member of a group that has it. */
  readonly name: string
  readonly field: string
  /** A part of a date, or each element of a list; null for the value itself. */
  readonly part: '$year' | '$month' | '$day' | '$each' | null
  readonly path: string
}

export interface Aggregate {
  readonly name: string
  readonly path: string
  readonly of: { readonly op: '$count' } | { readonly op: NumberOp | '$min' | '$max'; readonly field: string }
}
type NumberOp = '$sum' | '$avg'

export interface Grouping {
  readonly keys: readonly GroupKey[]
  readonly aggregates: readonly Aggregate[]
  /** IANA name, of days, months and years. */
  readonly timezone: string
}

/**
 * Reads how a query groups; null if it doesn't.
 *
 * @throws SatchelError `asmql_invalid`, `asmql_unknown_operator`, each naming the path
 */
export const groupingOf = (query: JsonObject): Grouping | null => {
  const { group = null, aggregate = null, timezone = null } = query
  if (group === null && aggregate === null) {
    if (timezone !== null) throw queryInvalid('timezone', 'there is nothing to group by date')
    return null
  }
  const grouping = {
    keys: group === null ? [] : keysOf(group),
    aggregates: aggregate === null ? [] : aggregatesOf(aggregate),
    timezone: timezoneOf(timezone),
  }
  const names = namesOf(grouping)
  if (names.length === 0) throw queryInvalid('group', 'it names no field')
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice !== undefined) throw queryInvalid('group', `two members of a group would be called ${twice}`)
  return grouping
}

/** The members of a group. */
const namesOf = ({ keys, aggregates }: Pick<Grouping, 'keys' | 'aggregates'>): string[] =>
  [...keys, ...aggregates].map(({ name }) => name)

/** Groups are sorted by their members. Errors: `asmql_unknown_field`. */
export const checkGroupOrder = (grouping: Grouping, order: readonly OrderBy[]): void => {
  const names = namesOf(grouping)
  const unknown = order.findIndex(({ field }) => !names.includes(field))
  if (unknown >= 0) throw unknownField(`order.${String(unknown)}.field`)
}

const keysOf = (group: Json): GroupKey[] => {
  if (!Array.isArray(group) || group.length > MAX_KEYS)
    throw queryInvalid('group', `it is not a list of at most ${String(MAX_KEYS)} fields`)
  return group.map((item, n): GroupKey => {
    const at = `group.${String(n)}`
    if (typeof item === 'string') return { name: nameOf(item, at), field: item, part: null, path: at }
    const [name, value] = onlyMember(item, at)
    const path = `${at}.${name}`
    if (typeof value === 'string') return { name: nameOf(name, path), field: value, part: null, path }
    const [part, field] = onlyMember(value, path)
    const inside = `${path}.${part}`
    if (part !== '$year' && part !== '$month' && part !== '$day' && part !== '$each')
      throw unknownOperator(inside)
    return { name: nameOf(name, path), field: fieldOf(field, inside), part, path: inside }
  })
}

const aggregatesOf = (aggregate: Json): Aggregate[] => {
  const members = isObject(aggregate) ? Object.entries(aggregate) : null
  if (members === null || members.length === 0 || members.length > MAX_AGGREGATES)
    throw queryInvalid('aggregate', `it is not an object of at most ${String(MAX_AGGREGATES)} results`)
  return members.map(([name, value]): Aggregate => {
    const at = `aggregate.${name}`
    const [op, operand] = onlyMember(value, at)
    const path = `${at}.${op}`
    switch (op) {
      case '$count':
        if (operand !== true) throw queryInvalid(path, 'it is not true')
        return { name: nameOf(name, at), path, of: { op } }
      case '$sum':
      case '$avg':
      case '$min':
      case '$max':
        return { name: nameOf(name, at), path, of: { op, field: fieldOf(operand, path) } }
      default:
        throw unknownOperator(path)
    }
  })
}

const onlyMember = (value: Json | undefined, path: string): [string, Json] => {
  const members = isObject(value) ? Object.entries(value) : []
  const [only] = members
  if (only === undefined || members.length > 1)
    throw queryInvalid(path, 'it is not an object with one member')
  return only
}

const fieldOf = (value: Json, path: string): string => {
  if (typeof value !== 'string') throw queryInvalid(path, 'it is not a field')
  return value
}

const nameOf = (name: string, path: string): string => {
  if (name === '' || name.length > LONGEST_NAME || name.startsWith('$'))
    throw queryInvalid(path, `a name is a text of at most ${String(LONGEST_NAME)} characters without $`)
  return name
}

/** Without one, people mean the days of their own calendar. */
const timezoneOf = (value: Json): string => {
  if (value === null) return Intl.DateTimeFormat().resolvedOptions().timeZone
  if (typeof value !== 'string') throw queryInvalid('timezone', 'it is not a text')
  try {
    localDates(value)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw queryInvalid('timezone', 'it is not the name of a time zone, such as Europe/Madrid')
  }
  return value
}
