import type { Shape } from '../schema/shape.ts'
import { indexNameOf, memberTableOf, wordTableOf } from '../view/tables.ts'
import type { KeyColumn } from '../view/columns.ts'
import type { Filter, Operand, Test } from './filter.ts'
import { and, list, raw, sql, type Fragment, type Reading } from './fragment.ts'
import { canBe, fieldOf, isSamePath, type Source } from './target.ts'
import { memberListOf, slot, type Where } from './where.ts'

/** A way to reach the rows that satisfy part of the condition without reading the others. */
export interface Access {
  /** Dotted path of the field; `$text` for words. */
  readonly field: string
  readonly kind: 'equal' | 'range' | 'members' | 'words'
  /** Its key column, if it has one. */
  readonly column: KeyColumn | null
  /** The tables to read, with the row as `v`. */
  readonly from: string
  /** The condition over `from`, in a form the index can answer. */
  readonly bound: Fragment
  /** For ranges: bounds of `key`, which is any expression. */
  readonly lower: ((key: string) => Fragment) | null
  readonly upper: ((key: string) => Fragment) | null
  /** Returns the row number of each match, reading only the index. */
  readonly probe: Fragment
  /** The parts of the condition that are satisfied already. */
  readonly covers: readonly Test[] | Filter | null
}

/** Every access for the top level of a condition. */
export const accessesOf = (
  shape: Shape,
  source: Source,
  view: string,
  where: Where,
  filter: Filter,
): Access[] => {
  const accesses: Access[] = []
  const tests = new Map<string, { column: KeyColumn; tests: Test[] }>()

  const collect = (node: Filter): void => {
    if (node.kind === 'and') node.parts.forEach(collect)
    if (node.kind === 'text')
      accesses.push(
        words(
          where.match(source, null, node.operand, node.path),
          '$text',
          where.isWordsExact(source, null) ? node : null,
        ),
      )
    if (node.kind !== 'field') return
    const target = fieldOf(shape, source, node.name, node.path)
    const column = source.columns?.keys.find(({ path }) => isSamePath(path, target.path ?? []))
    if (column !== undefined) {
      const found = tests.get(column.column) ?? { column, tests: [] }
      found.tests.push(...node.tests)
      tests.set(column.column, found)
    }
    for (const test of node.tests) {
      if (test.op === '$text')
        accesses.push(
          words(
            where.match(source, target, test.operand, test.path),
            node.name,
            where.isWordsExact(source, target) ? [test] : null,
          ),
        )
      if (test.op === '$contains') {
        const members = memberListOf(source, target, test.operand)
        if (members !== null) accesses.push(membersAccess(node.name, members, test.operand, [test]))
      }
    }
  }

  const words = (match: Fragment, field: string, covers: Access['covers']): Access => {
    const table = wordTableOf(view)
    return {
      field,
      kind: 'words',
      column: null,
      from: `${table} AS w CROSS JOIN ${view} AS v ON v.row = w.rowid`,
      bound: match,
      lower: null,
      upper: null,
      probe: sql`SELECT w.rowid FROM ${raw(table)} AS w WHERE ${match}`,
      covers,
    }
  }

  const membersAccess = (
    field: string,
    { number, as }: { number: number; as: Reading },
    operand: Operand,
    covers: readonly Test[],
  ): Access => {
    const table = memberTableOf(view)
    const bound = sql`m.list = ${number} AND m.value = ${slot(operand, as)}`
    return {
      field,
      kind: 'members',
      column: null,
      from: `${table} AS m CROSS JOIN ${view} AS v ON v.row = m.row`,
      bound,
      lower: null,
      upper: null,
      probe: sql`SELECT m.row FROM ${raw(table)} AS m WHERE ${bound}`,
      covers,
    }
  }

  collect(filter)
  for (const { column, tests: all } of tests.values())
    accesses.push(...columnAccesses(shape, source, view, column, all))
  return accesses
}

const columnAccesses = (
  shape: Shape,
  source: Source,
  view: string,
  column: KeyColumn,
  tests: readonly Test[],
): Access[] => {
  const key = `v.${column.column}`
  const place = fieldOf(shape, source, column.path.join('.'), '').place
  const make = (kind: 'equal' | 'range', bound: Fragment, rest: Partial<Access>): Access => {
    const from = `${view} AS v INDEXED BY ${indexNameOf(view, column.column)}`
    return {
      field: column.path.join('.'),
      kind,
      column,
      from,
      bound,
      lower: null,
      upper: null,
      probe: sql`SELECT v.row FROM ${raw(from)} WHERE v.deleted = 0 AND ${bound}`,
      covers: null,
      ...rest,
    }
  }
  const exact = column.kind !== 'mixed'
  const found: Access[] = []
  for (const test of tests) {
    const operands = test.op === '$eq' ? [test.operand] : test.op === '$in' ? test.operands : []
    const readings = operands.map((operand) => readingFor(column, operand))
    if (operands.length === 0 || readings.includes(null)) continue
    const bounds = operands.map((operand, n) => sql`${slot(operand, readings[n] ?? 'value')}`)
    const [only] = bounds
    const bound =
      bounds.length === 1 && only !== undefined
        ? sql`${raw(key)} = ${only}`
        : sql`${raw(key)} IN (${list(bounds)})`
    // With one value, rows come sorted by id; with more they don't, but are found just as well.
    found.push(make(bounds.length === 1 ? 'equal' : 'range', bound, { covers: exact ? [test] : null }))
  }

  const lowers: { test: Test; sql: (key: string) => Fragment }[] = []
  const uppers: { test: Test; sql: (key: string) => Fragment }[] = []
  for (const test of tests) {
    if (
      test.op === '$startsWith' &&
      (column.kind === 'text' || column.kind === 'mixed') &&
      canBe(place, 'string')
    ) {
      lowers.push({ test, sql: (of) => sql`${raw(of)} >= ${slot(test.operand)}` })
      uppers.push({ test, sql: (of) => sql`${raw(of)} < ${slot(test.operand, 'end')}` })
    }
    if (test.op !== '$gt' && test.op !== '$gte' && test.op !== '$lt' && test.op !== '$lte') continue
    const reading = column.kind === 'boolean' ? null : readingFor(column, test.operand)
    if (reading === null) continue
    const sign = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' }[test.op]
    const bound = { test, sql: (of: string) => sql`${raw(of)} ${raw(sign)} ${slot(test.operand, reading)}` }
    if (sign.startsWith('>')) lowers.push(bound)
    else uppers.push(bound)
  }
  const [lower] = lowers
  const [upper] = uppers
  if (lower === undefined && upper === undefined) return found
  const covered = [lower, upper].flatMap((side) =>
    // `$startsWith` has two bounds, and is only answered if both are its own.
    side === undefined || (side.test.op === '$startsWith' && lower?.test !== upper?.test) ? [] : [side.test],
  )
  const sides = [lower, upper].flatMap((side) => (side === undefined ? [] : [side.sql(key)]))
  found.push(
    make('range', and(sides), {
      lower: lower?.sql ?? null,
      upper: upper?.sql ?? null,
      covers: exact ? covered : null,
    }),
  )
  return found
}

/** How an operand is compared with a key column; null if the column can't decide it. */
const readingFor = ({ kind }: KeyColumn, { type }: Operand): Reading | null => {
  if (type === 'string')
    return kind === 'instant' ? 'instant' : kind === 'text' || kind === 'mixed' ? 'value' : null
  if (type === 'number') return kind === 'number' || kind === 'mixed' ? 'value' : null
  return type === 'boolean' && kind === 'boolean' ? 'flag' : null
}
