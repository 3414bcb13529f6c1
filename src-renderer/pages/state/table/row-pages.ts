import type { CountResult, StateObject } from '../../../../src-daemon/contract/state.ts'

/** A result of `state.query`. */
export interface Page {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
}

/** Which rows: those after a cursor, or those after the first `offset`. */
export type RowPart = { readonly limit: number } & ({ readonly cursor: string } | { readonly offset: number })

export interface RowPagesDeps {
  readonly query: (part: RowPart) => Promise<Page>
  readonly count: () => Promise<CountResult>
  /** Rows per page; fewer where objects are large. */
  readonly pageSize: number
  /** Something shown has changed. */
  readonly onChange: () => void
}

export type RowPages = ReturnType<typeof createRowPages>

/** The share of a page beyond the visible rows that is loaded ahead, on each side. */
const AHEAD = 0.4
/** Rows loaded first, before the table reports what is visible. */
const FIRST_ROWS = 50
/** Pages kept around the visible ones; others are loaded again. */
const KEPT = 30
/** Pages from the top that are reloaded automatically after a change; beyond, the user is asked. */
const NEAR = 10
/** Rows that fit into the tallest element browsers can scroll. */
export const MAX_ROWS_SHOWN = 500_000

/**
 * Rows of a query by their index, loaded when they become visible. If the previous page was loaded, its cursor is used,
 * which is cheapest; otherwise the daemon skips the rows before.
 */
export const createRowPages = ({ query, count, pageSize, onChange }: RowPagesDeps) => {
  const pages = new Map<number, readonly StateObject[]>()
  /** Page number to its cursor; the first needs none. */
  let cursors = new Map<number, string>()
  /** Pages loaded before the last change; shown until they are loaded again. */
  let old = new Set<number>()
  let counted: CountResult | null = null
  /** Number of rows, once the end was reached. */
  let end: number | null = null
  /** Upper bound on the number of rows: a page beyond it was empty. */
  let ceiling = Number.POSITIVE_INFINITY
  let inView = { start: 0, end: FIRST_ROWS }
  let answered = false
  let running = false
  let closed = false
  /** Answers of an earlier generation are dropped. */
  let generation = 0
  let failure: unknown = null
  let changedBelow = false

  const total = (): number => {
    if (end !== null) return end
    const farthest = Math.max(0, ...cursors.keys())
    // When a cursor was made, there was at least one more row after it.
    const known = farthest === 0 ? 0 : farthest * pageSize + 1
    return Math.min(ceiling, Math.max(counted?.count ?? 0, known))
  }

  const lastPage = (): number => {
    const rows = total()
    if (rows > 0) return Math.ceil(rows / pageSize) - 1
    // Nothing counted yet, or no rows: the first page will show it.
    return 0
  }

  const missing = (page: number): boolean => !pages.has(page) || old.has(page)

  const pageOf = (row: number): number =>
    Math.max(0, Math.min(lastPage(), Math.floor(Math.max(0, row) / pageSize)))

  /** Visible pages come before those near them. */
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
      // Rows were removed since they were counted.
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

  const notify = () => {
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
        notify()
      }
    } finally {
      running = false
    }
    notify()
  }

  const askCount = async (): Promise<void> => {
    const mine = generation
    try {
      const answer = await count()
      if (mine !== generation || closed) return
      counted = answer
    } catch (thrown) {
      if (mine !== generation || closed) return
      // The error of reading rows is more useful than that of counting them.
      failure ??= thrown
    }
    onChange()
    void run()
  }

  /** Loads everything again from the start; each row shown stays until its page is loaded. */
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
    /** Announces which rows are visible, `[start, end)`. */
    show: (rows: { start: number; end: number }): Promise<void> => {
      inView = rows
      return run()
    },
    reload,
    /** After a change: reloads near the top; further down it sets `changed`. */
    refresh: (): Promise<void> => {
      if (pageOf(inView.start) <= NEAR || failure !== null) return reload()
      changedBelow = true
      onChange()
      return Promise.resolve()
    },
    at: (row: number): StateObject | undefined => pages.get(Math.floor(row / pageSize))?.[row % pageSize],
    /** Index of the row with this id among the loaded ones; null when it isn't there. */
    indexOf: (id: string): number | null => {
      for (const [page, items] of pages) {
        const index = items.findIndex((item) => item.id === id)
        if (index !== -1) return page * pageSize + index
      }
      return null
    },
    total,
    /** Whether `total` is final, not only what is known so far. */
    exact: (): boolean => end !== null || (counted?.exact ?? false),
    /** Whether there was any answer yet. */
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
