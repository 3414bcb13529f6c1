import { indexDirection, type KeyColumn } from '../view/columns.ts'
import { indexNameOf } from '../view/tables.ts'
import type { Access } from './access.ts'
import { and, isTrue, list, or, PLACE, raw, sql, TRUE, type Fragment } from './fragment.ts'
import { ROW_COLUMNS } from './found.ts'

/** A field to sort by: its key, and its column if it is indexed. */
export interface SortKey {
  readonly key: Fragment
  readonly direction: 'asc' | 'desc'
  readonly column: KeyColumn | null
}

/**
 * The end of the previous page, as far as it affects the SQL: which of its sort keys were null. Null on the first page.
 */
export type Resume = readonly boolean[] | null

export interface PlanInput {
  readonly view: string
  /** Without the id, which comes last. */
  readonly order: readonly SortKey[]
  readonly ids: SortKey['direction']
  /** The condition that remains to be tested with `access`; all of it if that is null. */
  readonly filter: Fragment
  readonly access: Access | null
  readonly resume: Resume
  /** Whether objects of the schema expire. */
  readonly expires: boolean
}

/**
 * A page in steps: each returns rows that sort after the previous step's, and runs only while the page isn't full. The
 * last parameter of each is the number of rows still wanted.
 */
export type Steps = readonly PlannedStep[]

export interface PlannedStep {
  /** Reports each row it reads. */
  readonly metered: Fragment
  /** Set if an index answers the whole condition, so that rows can be counted and charged at once. */
  readonly indexed: IndexedStep | null
}

export interface IndexedStep {
  /**
   * Counts the rows read, up to the last parameter; `given`: the rows returned; `offset`: those skipped within the
   * index alone.
   */
  readonly count: Fragment | 'given' | 'offset'
  /** The same rows as the metered statement; null if only the count is needed. */
  readonly rows: Fragment | null
  /** Set if the index has everything, so that any number of rows is read as fast as it is counted. */
  readonly covers?: true
}

export const VISIBLE = sql`(v.expires_at IS NULL OR v.expires_at >= ${{ now: true }})`
/** First in every condition, so that a row is charged before it is read. */
export const VISIT = raw('satchel_visit(octet_length(v.object))')
/**
 * Charges the object of a row that was counted with others. A page of small objects is within any byte budget, and
 * charging each takes a tenth of the page's time.
 */
const READ = raw('(octet_length(v.object) < 4096 OR satchel_read(octet_length(v.object)))')
const LIMIT = raw(`LIMIT ${PLACE}`)

const metered = (step: Fragment): PlannedStep => ({ metered: step, indexed: null })

/** `bare`: every row read is returned. */
const stepOf = (step: (visit: Fragment) => Fragment, bare: boolean): PlannedStep => ({
  metered: step(VISIT),
  indexed: bare ? { count: 'given', rows: step(READ) } : null,
})

/**
 * Sorts the rows of `access` (or the whole table): pages by keyset, never by offset. Only keys are sorted, and the
 * page's objects are read afterwards: carrying all of them through the sorter takes longer than everything else.
 */
export const sortedSteps = (input: PlanInput): Steps => {
  const { view, order, filter, access, resume, expires } = input
  const natural = order.length === 0
  const from = access === null ? `${view} AS v${natural ? '' : ' NOT INDEXED'}` : access.from
  const sorting = sortingOf(input)
  const conditions = [raw('v.deleted = 0'), ...(expires ? [VISIBLE] : [])]
  if (access !== null) conditions.push(access.bound)
  conditions.push(filter)
  if (resume !== null) conditions.push(afterPosition(input, resume))
  const where = flat(conditions)
  const isByIdAlready = natural && (access === null || access.kind === 'equal')
  if (isByIdAlready) {
    const byId = (visit: Fragment): Fragment =>
      sql`SELECT ${columns(order)} FROM ${raw(from)} WHERE ${visit} AND ${where} ORDER BY ${list(sorting)} ${LIMIT}`
    return [stepOf(byId, access !== null && isTrue(filter) && !expires)]
  }

  const page = (condition: Fragment, read: Fragment): Fragment =>
    pageOf({ view, order }, sql`FROM ${raw(from)} WHERE ${condition} ORDER BY ${list(sorting)}`, read)
  const isIndexed = access !== null && isTrue(filter) && order.every(({ column }) => column !== null)
  return [
    {
      metered: page(sql`${VISIT} AND ${where}`, TRUE),
      indexed: isIndexed ? { count: countOf(access), rows: page(where, READ) } : null,
    },
  ]
}

/**
 * The page of what `found` returns in order, with its objects. CROSS JOIN keeps the order of the first table; sorting
 * again would carry the objects.
 */
const pageOf = (
  { view, order }: Pick<PlanInput, 'view' | 'order'>,
  found: Fragment,
  read: Fragment,
): Fragment => {
  const keyed = list([raw('v.row AS at'), ...order.map(({ key }, n) => sql`${key} AS ${raw(keyName(n))}`)])
  return sql`
    SELECT ${raw([ROW_COLUMNS, ...order.map((_, n) => `p.${keyName(n)}`)].join(', '))}
    FROM (SELECT ${keyed} ${found} ${LIMIT}) AS p CROSS JOIN ${raw(view)} AS v ON v.row = p.at AND ${read}`
}

/** A page of a few rows of `access`, given by their numbers; for one sort key with a column. */
export interface NarrowedStep {
  /** The numbers of all rows of `access`, up to the last parameter. */
  readonly rows: Fragment
  /** The sort key of each row in a JSON list of row numbers, in the list's order, which CROSS JOIN keeps. */
  readonly keys: Fragment
  /** The page of the rows in a JSON list of numbers, which is passed as an additional position. */
  readonly page: Fragment
}

export const narrowedStep = (
  input: Pick<PlanInput, 'view' | 'order' | 'ids' | 'resume'> & { readonly access: Access },
  column: KeyColumn,
): NarrowedStep => {
  const { view, order, access, resume } = input
  const listed = (numbers: Fragment): Fragment =>
    sql`FROM json_each(${numbers}) AS e CROSS JOIN ${raw(view)} AS v ON v.row = e.value`
  const condition = resume === null ? TRUE : afterPosition(input, resume)
  return {
    rows: sql`${access.probe} ${LIMIT}`,
    keys: sql`SELECT ${raw(`v.${column.column}`)} ${listed(raw(PLACE))}`,
    page: pageOf(
      { view, order },
      sql`${listed(sql`${{ position: order.length + 1 }}`)} WHERE ${condition} ORDER BY ${list(sortingOf(input))}`,
      READ,
    ),
  }
}

const sortingOf = ({ order, ids, access }: Pick<PlanInput, 'order' | 'ids' | 'access'>): Fragment[] => [
  ...order.map(({ key, direction }) => sql`${key} ${raw(sortWords(direction))}`),
  // If rows come by id, SQLite may use that; otherwise it must not walk the whole table by id.
  raw(`${access === null || access.kind === 'equal' ? 'v.id' : '+v.id'} ${ids}`),
]

const countOf = ({ probe }: Access): Fragment => sql`SELECT count(*) FROM (${probe} ${LIMIT})`

const keyName = (n: number): string => `k${String(n)}`

const sortWords = (direction: SortKey['direction']): string =>
  direction === 'asc' ? 'ASC NULLS LAST' : 'DESC NULLS LAST'

/** Rows after the one with these keys: nulls come last in both directions, equal keys are ordered by id. */
const afterPosition = (
  { order, ids }: Pick<PlanInput, 'order' | 'ids'>,
  nulls: readonly boolean[],
): Fragment => {
  const same = order.map(({ key }, n) =>
    nulls[n] === true ? sql`${key} IS NULL` : sql`${key} = ${{ position: n }}`,
  )
  const steps = order.flatMap(({ key, direction }, n) => {
    if (nulls[n] === true) return []
    const later = sql`(${key} ${raw(direction === 'asc' ? '>' : '<')} ${{ position: n }} OR ${key} IS NULL)`
    return [and([...same.slice(0, n), later])]
  })
  const laterId = sql`v.id ${raw(ids === 'asc' ? '>' : '<')} ${{ position: order.length }}`
  return or([...steps, and([...same, laterId])])
}

/**
 * Walks the index of the sort key and stops when the page is full, so that the cost doesn't grow with the table: first
 * the rest of the value at which the previous page ended, then the other values, then the nulls, which come last in
 * either direction.
 *
 * In the index's own direction that is how it reads. In the other one equal keys would come by descending id, and
 * SQLite would sort all rows of a value, half a table if there are two values; so values are found one by one, each by
 * a look-up, and the rows of each are read in ascending order, as the index has them.
 */
export const walkSteps = (input: PlanInput & { readonly by: SortKey; readonly column: KeyColumn }): Steps => {
  const { view, by, column, access, filter, resume, expires } = input
  const index = indexNameOf(view, column.column)
  const key = `v.${column.column}`
  const table = `${view} AS v INDEXED BY ${index}`
  const select = sql`SELECT ${columns([by])} FROM`
  const where = (visit: Fragment, ...conditions: Fragment[]): Fragment =>
    sql`WHERE ${flat([visit, raw('v.deleted = 0'), ...(expires ? [VISIBLE] : []), ...conditions, filter])}`
  const lower = access?.lower ?? null
  const upper = access?.upper ?? null
  const downwards = by.direction === 'desc'
  const inNulls = resume?.[0] === true
  const resumed = resume !== null && !inNulls
  const last = { position: 0 }
  const lastId = { position: 1 }

  /** The bounds of the values. */
  const bounds = (of: string): [Fragment, Fragment] => {
    const [begin, end] = downwards ? [upper, lower] : [lower, upper]
    const start = resumed
      ? sql`${raw(of)} ${raw(downwards ? '<' : '>')} ${last}`
      : (begin?.(of) ?? raw(`${of} IS NOT NULL`))
    return [start, end?.(of) ?? raw(`${of} IS NOT NULL`)]
  }

  const rest = (visit: Fragment): Fragment =>
    sql`${select} ${raw(table)} ${where(visit, sql`${raw(key)} = ${last} AND v.id > ${lastId}`)} ORDER BY v.id ${LIMIT}`

  const straight = (visit: Fragment): Fragment =>
    sql`${select} ${raw(table)} ${where(visit, ...bounds(key))} ORDER BY ${raw(`${key} ${downwards ? 'DESC' : 'ASC'}`)}, v.id ${LIMIT}`

  const byValue = (visit: Fragment): Fragment => {
    const of = `u.${column.column}`
    const [start, end] = bounds(of)
    const next = (from: Fragment): Fragment =>
      sql`(SELECT ${raw(of)} FROM ${raw(`${view} AS u INDEXED BY ${index}`)} WHERE u.deleted = 0 AND ${from} AND ${end}
        ORDER BY ${raw(`${of} ${downwards ? 'DESC' : 'ASC'}`)} LIMIT 1)`
    return sql`WITH RECURSIVE g (x) AS (
        SELECT ${next(start)}
        UNION ALL SELECT ${next(raw(`${of} ${downwards ? '<' : '>'} g.x`))} FROM g WHERE g.x IS NOT NULL)
      ${select} g CROSS JOIN ${raw(table)} ${where(visit, raw(`${key} = g.x`))} ${LIMIT}`
  }

  const nulls = (visit: Fragment): Fragment => {
    const start = inNulls ? [sql`v.id > ${lastId}`] : []
    return sql`${select} ${raw(table)} ${where(visit, raw(`${key} IS NULL`), ...start)} ORDER BY v.id ${LIMIT}`
  }

  const steps: PlannedStep[] = []
  const add = (step: (visit: Fragment) => Fragment): unknown =>
    steps.push(stepOf(step, isTrue(filter) && !expires))
  if (resumed) add(rest)
  // Thousands of equal times are rare, so sorting those of one value is cheaper than looking up each value.
  const asItStands = by.direction === indexDirection(column) || column.kind === 'instant'
  if (!inNulls) add(asItStands ? straight : byValue)
  // A range contains no nulls.
  if (lower === null && upper === null) add(nulls)
  return steps
}

export interface SkipInput extends Omit<PlanInput, 'resume'> {
  /** The sort key whose index is walked, and the range to stay within; null if rows are sorted. */
  readonly walk: { readonly column: KeyColumn; readonly range: Access | null } | null
}

/**
 * The row before `offset`: its sort keys and its id, after which a page starts. Pages themselves use keysets; this is
 * for showing rows by number. If the index covers the whole query, no object is read.
 */
export const skipSteps = (input: SkipInput): Steps => {
  const { view, order, ids, filter, access, walk, expires } = input
  const position = [...order.map(({ key }, n) => sql`${key} AS ${raw(keyName(n))}`), raw('v.id')]
  const tested = [raw('v.deleted = 0'), ...(expires ? [VISIBLE] : [])]
  const passing = sql`LIMIT ${{ offset: true }} - 1, ${raw(PLACE)}`
  const [by] = order
  if (walk === null || by === undefined) {
    const from = access === null ? `${view} AS v${order.length === 0 ? '' : ' NOT INDEXED'}` : access.from
    const where = flat([VISIT, ...tested, ...(access === null ? [] : [access.bound]), filter])
    const passed = sql`SELECT ${list(position)} FROM ${raw(from)} WHERE ${where} ORDER BY ${list(sortingOf(input))} ${passing}`
    if (order.length > 0 || access !== null || !isTrue(filter) || expires) return [metered(passed)]
    // While nothing is soft-deleted, the index of ids is complete.
    const listed = sql`SELECT v.id FROM ${raw(view)} AS v
      WHERE (SELECT count(*) FROM ${raw(view)}) = (SELECT objects FROM state_view_totals WHERE view = ${view})
      ORDER BY v.id ${raw(ids)} ${passing}`
    return [{ metered: listed, indexed: { count: 'offset', rows: listed } }, metered(passed)]
  }

  const { column, range } = walk
  const key = `v.${column.column}`
  const from = sql`FROM ${raw(`${view} AS v INDEXED BY ${indexNameOf(view, column.column)}`)}`
  const bounds = [range?.lower?.(key), range?.upper?.(key)].filter((bound) => bound !== undefined)
  const isThere = bounds.length === 0 ? [raw(`${key} IS NOT NULL`)] : bounds
  const walked = (visit: Fragment, conditions: readonly Fragment[]): Fragment =>
    sql`${from} WHERE ${flat([visit, ...tested, ...conditions, filter])}`
  const select = sql`SELECT ${raw(key)} AS k0, v.id`
  const sorted = raw(`ORDER BY ${key} ${by.direction === 'asc' ? 'ASC' : 'DESC'}, v.id`)
  const values = (visit: Fragment): Fragment => sql`${select} ${walked(visit, isThere)} ${sorted} ${passing}`
  // Nulls come after all values, however many there are.
  const nulls = (visit: Fragment): Fragment =>
    sql`${select} ${walked(visit, [raw(`${key} IS NULL`)])} ORDER BY v.id
      LIMIT max(0, ${{ offset: true }} - 1 - (SELECT count(*) ${walked(visit, isThere)})), ${raw(PLACE)}`
  return (bounds.length === 0 ? [values, nulls] : [values]).map((step) => ({
    metered: step(VISIT),
    indexed: isTrue(filter) && !expires ? { count: 'offset', rows: step(TRUE) } : null,
  }))
}

/** The numbers of all rows in order, as one JSON list: passing each individually takes as long as finding it. */
export const orderStep = (
  input: Pick<PlanInput, 'view' | 'order' | 'ids' | 'filter' | 'access'>,
): PlannedStep => {
  const { view, filter, access } = input
  const from = access === null ? `${view} AS v NOT INDEXED` : access.from
  const where = flat([VISIT, raw('v.deleted = 0'), ...(access === null ? [] : [access.bound]), filter])
  return metered(
    sql`SELECT json_group_array(v.row ORDER BY ${list(sortingOf(input))}) FROM ${raw(from)} WHERE ${where} ${LIMIT}`,
  )
}

/** The rows of a JSON list of numbers, passed as a position, in its order. */
export const listedStep = ({ view, order }: Pick<PlanInput, 'view' | 'order'>): PlannedStep =>
  metered(sql`SELECT ${columns(order)} FROM json_each(${{ position: 0 }}) AS e
    CROSS JOIN ${raw(view)} AS v ON v.row = e.value AND ${VISIT} ORDER BY e.key ${LIMIT}`)

/**
 * Counts with `satchel_hit`, which keeps its count when the budget ends; or by an index alone, if it answers the whole
 * condition and nothing expires.
 */
export const countStep = ({
  view,
  filter,
  access,
  expires,
}: Pick<PlanInput, 'view' | 'filter' | 'access'> & { readonly expires: boolean }): PlannedStep => {
  const from = access === null ? `${view} AS v NOT INDEXED` : access.from
  const conditions = [
    VISIT,
    raw('v.deleted = 0'),
    ...(expires ? [VISIBLE] : []),
    ...(access === null ? [] : [access.bound]),
    filter,
  ]
  return {
    metered: sql`SELECT sum(satchel_hit(v.row)) FROM ${raw(from)} WHERE ${flat(conditions)} ${LIMIT}`,
    indexed: access !== null && isTrue(filter) && !expires ? { count: countOf(access), rows: null } : null,
  }
}

const columns = (order: readonly SortKey[]): Fragment =>
  list([raw(ROW_COLUMNS), ...order.map(({ key }, n) => sql`${key} AS ${raw(keyName(n))}`)])

/** A chain in the order written, in which SQLite tests its parts. */
export const flat = (conditions: readonly Fragment[]): Fragment => ({
  text: conditions
    .filter((condition) => !isTrue(condition))
    .map(({ text }) => text)
    .join(' AND '),
  params: conditions.flatMap(({ params }) => params),
})
