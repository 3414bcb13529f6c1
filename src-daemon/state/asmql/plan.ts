import { indexDirection, type KeyColumn } from '../view/columns.ts'
import { indexNameOf } from '../view/tables.ts'
import type { Access } from './access.ts'
import { and, isTrue, list, or, PLACE, raw, sql, TRUE, type Fragment } from './fragment.ts'
import { ROW_COLUMNS } from './found.ts'

/** A field to sort by: its key, and its column where it has an index. */
export interface SortKey {
  readonly key: Fragment
  readonly direction: 'asc' | 'desc'
  readonly column: KeyColumn | null
}

/**
 * Where the page before ended, as far as it changes the SQL: which of its sort keys were null. Null on the first page.
 */
export type Resume = readonly boolean[] | null

export interface PlanInput {
  readonly view: string
  /** Before the id, which comes last. */
  readonly order: readonly SortKey[]
  readonly ids: SortKey['direction']
  /** What remains to be tested when `access` is used; of the whole condition when it is null. */
  readonly filter: Fragment
  readonly access: Access | null
  readonly resume: Resume
  /** Whether objects of the schema expire. */
  readonly expires: boolean
}

/**
 * A page in steps: each gives rows that sort after those of the one before, and the next runs while the page is not full.
 * The last parameter of each is the number of rows still wanted.
 */
export type Steps = readonly PlannedStep[]

export interface PlannedStep {
  /** Reports each row it looks at. */
  readonly metered: Fragment
  /** Where an index answers the whole condition, so that the rows can be counted and charged at once. */
  readonly indexed: IndexedStep | null
}

export interface IndexedStep {
  /**
   * How many rows are looked at, as far as the last parameter; `given`: those that come out; `offset`: those passed over within
   * the index alone.
   */
  readonly count: Fragment | 'given' | 'offset'
  /** The same rows as the metered statement gives; null where the count is what was asked for. */
  readonly rows: Fragment | null
}

const VISIBLE = sql`(v.expires_at IS NULL OR v.expires_at >= ${{ now: true }})`
/** First in every condition: what it costs to look at a row is charged before anything of it is read. */
const VISIT = raw('satchel_visit(octet_length(v.object))')
/**
 * For a row that is charged with the others at once: its object. A page of small ones is within any
 * budget of bytes, and asking for each takes a tenth of the time of a page.
 */
const READ = raw('(octet_length(v.object) < 4096 OR satchel_read(octet_length(v.object)))')
const LIMIT = raw(`LIMIT ${PLACE}`)

const metered = (step: Fragment): PlannedStep => ({ metered: step, indexed: null })

/** `bare`: every row that is looked at is given. */
const stepOf = (step: (visit: Fragment) => Fragment, bare: boolean): PlannedStep => ({
  metered: step(VISIT),
  indexed: bare ? { count: 'given', rows: step(READ) } : null,
})

/**
 * Sorts what `access` (or the whole table) gives: pages by keyset, never by offset. Only keys are sorted, and the objects of the page read
 * after that: carrying all of them through the sorter takes longer than everything else.
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
 * The page of what `found` gives in order, with its objects. The rows come in the order of what is joined first, as CROSS JOIN demands;
 * sorting them again would carry the objects.
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

/** A page of a few rows among those that `access` gives, told by their numbers; for one sort key with a column. */
export interface NarrowedStep {
  /** The numbers of all rows that `access` gives, as far as the last parameter. */
  readonly rows: Fragment
  /** The sort key of each row whose number is in a JSON list, in its order, as CROSS JOIN demands. */
  readonly keys: Fragment
  /** The page of the rows whose numbers are the JSON list that takes the place of a position after the last. */
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
  // Where rows come by id, SQLite may see it; otherwise it must not walk the whole table by id.
  raw(`${access === null || access.kind === 'equal' ? 'v.id' : '+v.id'} ${ids}`),
]

const countOf = ({ probe }: Access): Fragment => sql`SELECT count(*) FROM (${probe} ${LIMIT})`

const keyName = (n: number): string => `k${String(n)}`

const sortWords = (direction: SortKey['direction']): string =>
  direction === 'asc' ? 'ASC NULLS LAST' : 'DESC NULLS LAST'

/** Rows after the one with these keys: nulls come last in both directions, equal keys go by id. */
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
 * Walks the index of the sort key and stops when the page is full, so that its cost does not grow with the table: first what
 * is left of the value at which the page before ended, then the other values, then the nulls, which come last in either
 * direction.
 *
 * In the direction the index is made for, that is how it reads. In the other one equal keys would come by id downwards, and
 * SQLite would sort all rows of a value, half a table where there are two; so values are found one by one, each by a
 * look-up, and the rows of each read upwards, as the index has them.
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

  /** Where the values begin, and where they end. */
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
  // Times are rarely equal by the thousand, so sorting those of one value is cheaper than looking each value up.
  const asItStands = by.direction === indexDirection(column) || column.kind === 'instant'
  if (!inNulls) add(asItStands ? straight : byValue)
  // A range has no nulls in it.
  if (lower === null && upper === null) add(nulls)
  return steps
}

export interface SkipInput extends Omit<PlanInput, 'resume'> {
  /** The sort key whose index is walked, with the range to keep within; null where the rows are sorted. */
  readonly walk: { readonly column: KeyColumn; readonly range: Access | null } | null
}

/**
 * The row before the one at `offset`: its sort keys and its id, which is where a page after it begins. Pages themselves go by
 * keyset; this is for whoever shows rows by their number. Where the index knows everything that is asked, no object is read.
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
    // While nothing is deleted softly, the index of the ids alone knows them all.
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
  // The nulls come after all values, however many those are.
  const nulls = (visit: Fragment): Fragment =>
    sql`${select} ${walked(visit, [raw(`${key} IS NULL`)])} ORDER BY v.id
      LIMIT max(0, ${{ offset: true }} - 1 - (SELECT count(*) ${walked(visit, isThere)})), ${raw(PLACE)}`
  return (bounds.length === 0 ? [values, nulls] : [values]).map((step) => ({
    metered: step(VISIT),
    indexed: isTrue(filter) && !expires ? { count: 'offset', rows: step(TRUE) } : null,
  }))
}

/** The numbers of all rows in their order, as one JSON list: handing over each by itself takes as long as finding it. */
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

/** The rows whose numbers are the JSON list that takes the place of a position, in its order. */
export const listedStep = ({ view, order }: Pick<PlanInput, 'view' | 'order'>): PlannedStep =>
  metered(sql`SELECT ${columns(order)} FROM json_each(${{ position: 0 }}) AS e
    CROSS JOIN ${raw(view)} AS v ON v.row = e.value AND ${VISIT} ORDER BY e.key ${LIMIT}`)

/**
 * Counts with `satchel_hit`, which still knows how far it came when the budget ends; or by an index alone, where it answers
 * the whole condition and nothing expires.
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

/** A chain as it is written, since SQLite tests its parts in that order. */
const flat = (conditions: readonly Fragment[]): Fragment => ({
  text: conditions
    .filter((condition) => !isTrue(condition))
    .map(({ text }) => text)
    .join(' AND '),
  params: conditions.flatMap(({ params }) => params),
})
