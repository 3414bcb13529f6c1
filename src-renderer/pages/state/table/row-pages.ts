import type { CountResult, StateObject } from '../../../../src-daemon/contract/state.ts'

/** An answer of `state.query`. */
export interface Page {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
}

/** Which rows: those a cursor leads to, or those that follow the first `offset`. */
export type RowPart = { readonly limit: number } & ({ readonly cursor: string } | { readonly offset: number })

export interface RowPagesDeps {
  readonly query: (part: RowPart) => Promise<Page>
  readonly count: () => Promise<CountResult>
  /** Rows of one page; fewer where objects are large. */
  readonly pageSize: number
  /** Something that is shown has changed. */
  readonly onChange: () => void
}

export type RowPages = ReturnType<typeof createRowPages>

/** So much of a page beyond what is in view is read ahead, on each side. */
const AHEAD = 0.4
/** Looked at before anything is said about it. */
const FIRST_ROWS = 50
/** Pages kept around what is shown; the rest is asked for again. */
const KEPT = 30
/** Pages from the top that are read again by themselves when something changed; beyond, the reader is asked. */
const NEAR = 10
/** Rows that fit into the tallest element browsers can scroll. */
export const MAX_ROWS_SHOWN = 500_000

/**
 * Rows of a query by their number, read when they are looked at. Where the page before was read its cursor leads on, which costs the
 * least; elsewhere the daemon passes over the rows before.
 */
export const createRowPages = ({ query, count, pageSize, onChange }: RowPagesDeps) => {
  const pages = new Map<number, readonly StateObject[]>()
  /** Page number to what leads there; the first needs nothing. */
  let cursors = new Map<number, string>()
  /** Pages read before the last change; shown until they are read again. */
  let old = new Set<number>()
  let counted: CountResult | null = null
  /** Rows there are, once the end was seen. */
  let end: number | null = null
  /** There are no more rows than this: a page behind it was empty. */
  let ceiling = Number.POSITIVE_INFINITY
  let inView = { start: 0, end: FIRST_ROWS }
  let answered = false
  let running = false
  let closed = false
  /** Answers to questions of an earlier one are dropped. */
  let generation = 0
  let failure: unknown = null
  let changedBelow = false

  const total = (): number => {
    if (end !== null) return end
    const farthest = Math.max(0, ...cursors.keys())
    // Behind a cursor there was at least one more row when it was made.
    const known = farthest === 0 ? 0 : farthest * pageSize + 1
    return Math.min(ceiling, Math.max(counted?.count ?? 0, known))
  }

  const lastPage = (): number => {
    const rows = total()
    if (rows > 0) return Math.ceil(rows / pageSize) - 1
    // Nothing counted yet, or nothing there: the first page says it.
    return 0
  }

  const missing = (page: number): boolean => !pages.has(page) || old.has(page)

  const pageOf = (row: number): number =>
    Math.max(0, Math.min(lastPage(), Math.floor(Math.max(0, row) / pageSize)))

  /** What is in view comes before what is near to it. */
  const nextMissing = (): number | null => {
    const first = pageOf(inView.start)
    const last = pageOf(Math.max(inView.start, inView.end - 1))
    for (let page = first; page <= last; page++) if (missing(page)) return page
    const ahead = AHEAD * pageSize
    const near = [pageOf(inView.end - 1 + ahead), pageOf(inView.start - ahead)]
    return near.find((page) => missing(page)) ?? null
  }

  const keep = (page: number, items: readonly StateObject[]) => {
    pages.set(page, items)
    old.delete(page)
    if (pages.size <= KEPT) return
    const middle = pageOf((inView.start + inView.end) / 2)
    const farthest = [...pages.keys()].reduce((a, b) => (Math.abs(b - middle) > Math.abs(a - middle) ? b : a))
    pages.delete(farthest)
    old.delete(farthest)
  }

  const sawEnd = (rows: number) => {
    end = rows
    for (const page of pages.keys())
      if (page > 0 && page * pageSize >= rows) {
        pages.delete(page)
        old.delete(page)
      }
    for (const page of cursors.keys()) if (page > 0 && page * pageSize >= rows) cursors.delete(page)
  }

  const step = async (page: number): Promise<void> => {
    const mine = generation
    const cursor = cursors.get(page)
    const answer = await query({
      limit: pageSize,
      ...(cursor === undefined ? { offset: page * pageSize } : { cursor }),
    })
    if (mine !== generation) return
    answered = true
    if (answer.items.length === 0 && page > 0) {
      // Rows went since they were counted.
      ceiling = Math.min(ceiling, page * pageSize)
      end = null
      await askCount()
      return
    }
    keep(page, answer.items)
    if (answer.cursor === null) sawEnd(page * pageSize + answer.items.length)
    else {
      cursors.set(page + 1, answer.cursor)
      if (end !== null && (page + 1) * pageSize >= end) end = null
    }
  }

  const tell = () => {
    if (!closed) onChange()
  }

  const run = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      for (
        let target = nextMissing();
        target !== null && failure === null && !closed;
        target = nextMissing()
      ) {
        const mine = generation
        try {
          await step(target)
        } catch (thrown) {
          if (mine === generation) failure = thrown
        }
        tell()
      }
    } finally {
      running = false
    }
    tell()
  }

  const askCount = async (): Promise<void> => {
    const mine = generation
    try {
      const answer = await count()
      if (mine !== generation || closed) return
      counted = answer
    } catch (thrown) {
      if (mine !== generation || closed) return
      // Why the rows cannot be read says more than why they cannot be counted.
      failure ??= thrown
    }
    onChange()
    void run()
  }

  /** Reads again from the start; what is shown stays until its place is read. */
  const reload = (): Promise<void> => {
    generation += 1
    cursors = new Map()
    ceiling = Number.POSITIVE_INFINITY
    old = new Set(pages.keys())
    end = null
    failure = null
    changedBelow = false
    const counting = askCount()
    return Promise.all([counting, run()]).then(() => undefined)
  }

  return {
    /** Says which rows are looked at, `[start, end)`. */
    show: (rows: { start: number; end: number }): Promise<void> => {
      inView = rows
      return run()
    },
    reload,
    /** Something was changed: near the top it is read again, further down `changed` says so. */
    refresh: (): Promise<void> => {
      if (pageOf(inView.start) <= NEAR || failure !== null) return reload()
      changedBelow = true
      onChange()
      return Promise.resolve()
    },
    at: (row: number): StateObject | undefined => pages.get(Math.floor(row / pageSize))?.[row % pageSize],
    /** Number of the row with this id among those in memory; null when it is not there. */
    indexOf: (id: string): number | null => {
      for (const [page, items] of pages) {
        const index = items.findIndex((item) => item.id === id)
        if (index !== -1) return page * pageSize + index
      }
      return null
    },
    total,
    /** Whether `total` is what there is, not only what is known so far. */
    exact: (): boolean => end !== null || (counted?.exact ?? false),
    /** Whether anything was answered yet. */
    known: (): boolean => answered,
    loaded: (): number => [...pages.values()].reduce((sum, items) => sum + items.length, 0),
    reading: (): boolean => running,
    failure: (): unknown => failure,
    changed: (): boolean => changedBelow,
    close: () => {
      closed = true
      generation += 1
    },
  }
}
