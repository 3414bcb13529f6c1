import type { AsmQuery, JsonRecord } from '../../../../src-daemon/contract/state.ts'
import { asRecord } from '../../../features/state-objects/schema-properties.ts'
import type { Sort } from './object-query.ts'

/** The part of a query a user types; the table adds the schema and the number of rows. */
export interface TypedQuery {
  readonly where: JsonRecord | null
  readonly order: readonly Sort[]
  /** Set if groups are requested; these are ordered by their own members. */
  readonly grouping?: Grouping
}

/** The part of a query that makes groups of its objects. */
export type Grouping = Pick<AsmQuery, 'group' | 'aggregate' | 'timezone' | 'order'>

export type ReadText =
  | { readonly query: TypedQuery }
  | { readonly problem: 'json' | 'shape' | 'order'; readonly line?: number; readonly path?: string }
  /** Members set by the table. */
  | { readonly problem: 'member'; readonly path: string }

const GROUPING = ['group', 'aggregate', 'timezone']
const OUTLINE = ['select', 'from', 'where', 'order', 'limit', 'cursor', 'explain', ...GROUPING]

/** A query as formatted text. */
export const writeText = ({ where, order }: TypedQuery): string =>
  JSON.stringify({ ...(where === null ? {} : { where }), ...(order.length === 0 ? {} : { order }) }, null, 2)

/** Parses typed ASM-QL: `where`, `order` and what groups, or a bare filter (asm.md 5). */
export const readText = (text: string): ReadText => {
  if (text.trim() === '') return { query: { where: null, order: [] } }
  const parsed = parse(text)
  if ('line' in parsed) return { problem: 'json', line: parsed.line }
  const query = asRecord(parsed.value)
  if (query === null) return { problem: 'shape' }
  const names = Object.keys(query)
  if (names.length > 0 && !names.some((name) => OUTLINE.includes(name)))
    return { query: { where: query, order: [] } }
  const strange = names.find((name) => !['where', 'order', ...GROUPING].includes(name))
  if (strange !== undefined) return { problem: 'member', path: strange }
  const where = query['where'] === undefined || query['where'] === null ? null : asRecord(query['where'])
  if (where === null && query['where'] !== undefined && query['where'] !== null)
    return { problem: 'shape', path: 'where' }
  const order = readOrder(query['order'])
  if (order === null) return { problem: 'order', path: 'order' }
  const filter = where !== null && Object.keys(where).length === 0 ? null : where
  const asked = Object.entries(query).filter(([name]) => GROUPING.includes(name))
  if (asked.length === 0) return { query: { where: filter, order } }
  // The daemon reports their problems.
  const grouping: Grouping = { ...Object.fromEntries(asked), order: order.map((one) => ({ ...one })) }
  return { query: { where: filter, order: [], grouping } }
}

const readOrder = (order: unknown): readonly Sort[] | null => {
  if (order === undefined || order === null) return []
  if (!Array.isArray(order)) return null
  const read = order.map((one: unknown): Sort | null => {
    const { field, direction = 'asc' } = asRecord(one) ?? {}
    return typeof field === 'string' && (direction === 'asc' || direction === 'desc')
      ? { field, direction }
      : null
  })
  return read.every((one) => one !== null) ? read : null
}

const parse = (text: string): { readonly value: unknown } | { readonly line: number } => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (thrown) {
    // Half-typed JSON isn't an error; the user is shown the line. Engines report the position in different ways, or not
    // at all.
    const message = thrown instanceof Error ? thrown.message : ''
    const line = /line (\d+)/.exec(message)?.[1]
    const position = /position (\d+)/.exec(message)?.[1]
    if (line !== undefined) return { line: Number(line) }
    const before = position === undefined ? text : text.slice(0, Number(position))
    return { line: before.split('\n').length }
  }
}

/** Finds the daemon's dotted path in `text` (JSON): the range of its last name, or null. */
export const rangeOf = (text: string, path: string): { start: number; end: number } | null => {
  // Names may contain dots, so at each step the longest run of the path that exists as a name wins.
  const parts = path.split('.')
  let at = 0
  let found: { start: number; end: number } | null = null
  for (let n = 0; n < parts.length;) {
    const index = Number(parts[n])
    if (Number.isInteger(index) && parts[n] !== '') {
      at = itemStart(text, at, index) ?? at
      n += 1
      continue
    }
    let taken = 0
    for (let length = parts.length - n; length > 0 && taken === 0; length--) {
      const name = JSON.stringify(parts.slice(n, n + length).join('.'))
      const start = text.indexOf(name, at)
      if (start === -1) continue
      found = { start, end: start + name.length }
      at = found.end
      taken = length
    }
    if (taken === 0) return found
    n += taken
  }
  return found
}

/** Where item `index` of the next list after `at` begins. */
const itemStart = (text: string, at: number, index: number): number | null => {
  const open = text.indexOf('[', at)
  if (open === -1) return null
  let depth = 0
  let seen = 0
  let quoted = false
  for (let n = open + 1; n < text.length; n++) {
    const character = text[n]
    if (quoted) {
      if (character === '\\') n += 1
      else if (character === '"') quoted = false
      continue
    }
    if (depth === 0 && seen === index) return n
    if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ',' && depth === 0) seen += 1
  }
  return null
}
