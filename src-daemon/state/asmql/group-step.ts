/** The SQL that groups the objects a condition finds. */
import type { Place, Shape } from '../schema/shape.ts'
import type { Comparison } from '../view/columns.ts'
import { indexNameOf } from '../view/tables.ts'
import type { Access } from './access.ts'
import { isTrue, list, PLACE, raw, sql, type Fragment } from './fragment.ts'
import type { Aggregate, Grouping, GroupKey } from './grouping.ts'
import { flat, type PlannedStep, VISIBLE, VISIT } from './plan.ts'
import { queryInvalid } from './problems.ts'
import { canBe, elementTarget, fieldOf, isSamePath, type Source, type Target } from './target.ts'

/** How a result of the SQL is read: a value as compared, or a mixed one with its JSON type in the column before. */
export type GroupColumn = { readonly name: string } & (
  | { readonly kind: Comparison; readonly isKey: boolean }
  | { readonly kind: 'count' | 'sum' | 'mean'; readonly isKey: false }
)

interface Groups {
  readonly columns: readonly GroupColumn[]
  /** Returns a row for each group, with the columns in order; `filter` is what remains to be tested with `access`. */
  step(access: Access | null, filter: Fragment): PlannedStep
}

interface GroupsInput {
  readonly shape: Shape
  readonly source: Source
  readonly view: string
  /** Whether objects of the schema expire. */
  readonly expires: boolean
  readonly grouping: Grouping
}

/** A column of the result: the input from each object, and its aggregate for a group. */
interface Part {
  readonly column: GroupColumn
  readonly inputs: readonly Fragment[]
  /** SQL's function for a result that isn't a key. */
  readonly result: string | null
  /** The field's own column, if nothing else of an object is read; `undefined` if nothing is. */
  readonly reads: string | null | undefined
}

/**
 * Groups by fields, parts of dates, and elements of lists.
 *
 * @throws SatchelError `asmql_unknown_field`, `asmql_invalid`, each naming the path
 */
export const createGroups = (input: GroupsInput): Groups => {
  const { view, expires, grouping } = input
  const joins: Fragment[] = []
  const parts = [
    ...grouping.keys.map((key) => keyPart(input, key, joins)),
    ...grouping.aggregates.map((aggregate) => aggregatePart(input, aggregate)),
  ]
  const keys = parts.filter(({ result }) => result === null).flatMap(({ inputs }) => inputs.length)
  const count = keys.reduce((sum, length) => sum + length, 0)
  const by =
    count === 0 ? '' : `GROUP BY ${Array.from({ length: count }, (_, n) => String(n + 1)).join(', ')}`

  const step: Groups['step'] = (access, filter) => {
    const own = onlyColumn(parts)
    const isCovered = own !== null && !expires && joins.length === 0 && isTrue(filter)
    if (isCovered && (access === null || access.column?.column === own)) return covered(own, access)
    const from = access === null ? `${view} AS v NOT INDEXED` : access.from
    const conditions = [VISIT, raw('v.deleted = 0'), ...(expires ? [VISIBLE] : [])]
    if (access !== null) conditions.push(access.bound)
    conditions.push(filter, ...joins.map((_, n) => raw(`satchel_visit(0 * g${String(n)}.id)`)))
    const tables = [raw(from), ...joins.map((join, n) => sql`json_each(${join}) AS ${raw(`g${String(n)}`)}`)]
    const read = parts.flatMap(({ inputs }) => inputs)
    // The limit keeps SQLite from merging this into the outer query, which would carry whole objects through its sorter.
    const rows = sql`SELECT ${read.length === 0 ? raw('1') : list(read.map((one, n) => sql`${one} AS ${raw(`c${String(n)}`)}`))}
      FROM ${joined(tables)} WHERE ${flat(conditions)} LIMIT -1`
    return {
      metered: sql`SELECT ${list(resultsOf(parts))} FROM (${rows}) ${raw(by)} LIMIT ${raw(PLACE)}`,
      indexed: null,
    }
  }

  /** By an index alone: no object is read. */
  const covered = (column: string, access: Access | null): PlannedStep => {
    const from = raw(`FROM ${view} AS v INDEXED BY ${indexNameOf(view, column)}`)
    const where = sql`WHERE ${flat([raw('v.deleted = 0'), ...(access === null ? [] : [access.bound])])}`
    const groups = sql`SELECT ${list(resultsOf(parts, (input) => bare(input, column)))} ${from} ${where} ${raw(by)} LIMIT ${raw(PLACE)}`
    // How many objects there are is known; counting them would take almost as long as grouping them.
    const read =
      access === null
        ? raw(`SELECT min(objects, ${PLACE}) FROM state_view_totals WHERE view = '${view}'`)
        : sql`SELECT count(*) FROM (${access.probe} LIMIT ${raw(PLACE)})`
    return { metered: groups, indexed: { count: read, rows: groups, covers: true } }
  }

  return { columns: parts.map(({ column }) => column), step }
}

const joined = (tables: readonly Fragment[]): Fragment => ({
  text: tables.map(({ text }) => text).join(' CROSS JOIN '),
  params: tables.flatMap(({ params }) => params),
})

/** Without the sign that keeps SQLite from using the column's index. */
const bare = ({ text, params }: Fragment, column: string): Fragment => ({
  text: text.replaceAll(`+v.${column}`, `v.${column}`),
  params,
})

/** What is selected: inputs by the name they have inside, or as `direct` says. */
const resultsOf = (parts: readonly Part[], direct?: (input: Fragment) => Fragment): Fragment[] => {
  let n = 0
  return parts.flatMap(({ inputs, result }) => {
    const read = inputs.map((input) => direct?.(input) ?? raw(`c${String(n++)}`))
    if (result === null) return read
    const [only] = read
    return [only === undefined ? raw(`${result}(*)`) : sql`${raw(result)}(${only})`]
  })
}

/** The only column read; null if there is none, or several. */
const onlyColumn = (parts: readonly Part[]): string | null => {
  const read = new Set(parts.map(({ reads }) => reads).filter((column) => column !== undefined))
  const [only = null] = read
  return read.size === 1 ? only : null
}

const keyPart = (input: GroupsInput, key: GroupKey, joins: Fragment[]): Part => {
  const { shape, source, grouping } = input
  const { name, part, path } = key
  const target = fieldOf(shape, source, key.field, path)
  const reads = columnOf(source, target)
  if (part === '$each') {
    if (!canBe(target.place, 'array')) throw queryInvalid(path, 'it is not a list')
    const element = elementTarget(`g${String(joins.length)}`, shape.elements(target.place))
    joins.push(
      sql`satchel_elements(CASE ${target.type} WHEN 'array' THEN ${target.json} END, ${raw(element.kind === 'instant' ? '1' : '0')})`,
    )
    return { ...valuePart(name, element, path), reads: null }
  }
  if (part === null) return { ...valuePart(name, target, path), reads }
  const column: GroupColumn = { name, kind: 'text', isKey: true }
  const length = raw({ $year: '4', $month: '7', $day: '10' }[part])
  if (target.kind === 'instant')
    return {
      column,
      inputs: [sql`substr(satchel_date(${target.key}, ${grouping.timezone}), 1, ${length})`],
      result: null,
      reads,
    }
  if (!isDate(target.place)) throw queryInvalid(path, 'it is neither a date-time nor a date')
  return { column, inputs: [sql`substr(${textOf(target)}, 1, ${length})`], result: null, reads }
}

const isDate = ({ own }: Place): boolean => own.some((node) => node['format'] === 'date')

/** Groups by the value itself. */
const valuePart = (name: string, target: Target, path: string): Omit<Part, 'reads'> => {
  if (!canBe(target.place, 'string', 'number', 'integer', 'boolean'))
    throw queryInvalid(path, 'its values are lists or objects; the elements of a list are grouped with $each')
  const { kind } = target
  const column: GroupColumn = { name, kind, isKey: true }
  if (kind !== 'mixed') return { column, inputs: [scalarOf(target)], result: null }
  const type = sql`CASE ${target.type} WHEN 'integer' THEN 'number' WHEN 'real' THEN 'number' WHEN 'null' THEN NULL ELSE ${target.type} END`
  const value = sql`CASE ${target.type} WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE ${target.key} END`
  return { column, inputs: [type, value], result: null }
}

/** The value of a field of one kind; null for what the schema doesn't allow there. */
const scalarOf = (target: Target): Fragment => {
  switch (target.kind) {
    case 'number':
      return numberOf(target)
    case 'boolean':
      return target.sure ? target.key : sql`CASE ${target.type} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`
    case 'text':
      return textOf(target)
    default:
      return target.key
  }
}

const numberOf = (target: Target): Fragment =>
  target.sure && target.kind === 'number'
    ? target.key
    : sql`CASE WHEN ${target.type} IN ('integer', 'real') THEN CAST(${target.value} AS REAL) END`

const textOf = (target: Target): Fragment =>
  target.sure && target.kind === 'text'
    ? target.key
    : sql`CASE ${target.type} WHEN 'text' THEN ${target.value} END`

const FUNCTIONS = { $sum: 'sum', $avg: 'avg', $min: 'min', $max: 'max' } as const

const aggregatePart = ({ shape, source }: GroupsInput, { name, path, of }: Aggregate): Part => {
  if (of.op === '$count')
    return { column: { name, kind: 'count', isKey: false }, inputs: [], result: 'count', reads: undefined }
  const target = fieldOf(shape, source, of.field, path)
  const result = FUNCTIONS[of.op]
  const reads = columnOf(source, target)
  if (of.op === '$sum' || of.op === '$avg') {
    if (!canBe(target.place, 'number', 'integer')) throw queryInvalid(path, 'it is not a number')
    const kind = of.op === '$sum' ? 'sum' : 'mean'
    return { column: { name, kind, isKey: false }, inputs: [numberOf(target)], result, reads }
  }
  if (!canBe(target.place, 'number', 'integer', 'string'))
    throw queryInvalid(path, 'it is neither a number nor a text')
  return { column: { name, kind: target.kind, isKey: false }, inputs: [extremeOf(target)], result, reads }
}

/** Numbers and texts; in mixed fields numbers come first. */
const extremeOf = (target: Target): Fragment =>
  target.kind === 'mixed'
    ? sql`CASE WHEN ${target.type} IN ('integer', 'real', 'text') THEN ${target.key} END`
    : scalarOf(target)

/** The field's own column, if it has one that is enough. */
const columnOf = (source: Source, { path, sure }: Target): string | null =>
  (sure && source.columns?.keys.find((one) => isSamePath(one.path, path ?? []))?.column) || null
