import { isTree, childrenOf, INDEX_LEAF, kindOf, rowsOf, TABLE_LEAF, type StoredRow } from './records.ts'
import type { StoredPages } from './pages.ts'

/** A table or an index in a database file. */
export interface StoredTree {
  readonly kind: 'table' | 'index'
  readonly name: string
  /** The table itself, or that of the index. */
  readonly table: string
  readonly sql: string | null
  /** 0: on none of its pages. */
  readonly root: number
}

/** What rows of a table look like. */
export interface Fitting {
  readonly hasRowid: boolean
  /** A page may belong to any of several similar tables: the reader of the rows knows which. */
  readonly family: string | null
  /** Whether a row can belong to the table, by the number and types of its values. */
  fits(row: StoredRow): boolean
}

/** The readable content of a database file. */
export interface StoredTables {
  readonly trees: readonly StoredTree[]
  /** Pages that can't be read, or belong to nothing readable. */
  readonly unreadable: readonly number[]
  /** Trees with a part that can't be read. */
  readonly broken: ReadonlySet<string>
  /** Of these, the trees whose last rows may be in that part. */
  readonly openEnds: ReadonlySet<string>
  rows(name: string): Iterable<StoredRow>
}

const SCHEMA = 'sqlite_schema'
const SCHEMA_COLUMNS = 5
const KINDS: readonly unknown[] = ['table', 'index', 'view', 'trigger']

const isOfSchema = ({ values }: StoredRow): boolean =>
  values.length === SCHEMA_COLUMNS && KINDS.includes(values[0]) && typeof values[1] === 'string'

/**
 * Finds the tables of a database file and their rows: by their b-trees, and, for leaves that no readable page leads to
 * anymore, by their content. `fittingOf`: the form of the rows of its tables; a leaf is only used if it can belong to one
 * table.
 */
export const readTables = (
  pages: StoredPages,
  fittingOf: (trees: readonly StoredTree[]) => ReadonlyMap<string, Fitting>,
): StoredTables => {
  const kinds = new Uint8Array(pages.count + 1)
  const unreadable = new Set<number>()
  for (let page = 1; page <= pages.count; page++) {
    const bytes = pages.read(page)
    if (bytes === null) unreadable.add(page)
    else kinds[page] = kindOf(page, bytes)
  }
  const owned = new Uint8Array(pages.count + 1)
  const broken = new Set<string>()
  const openEnds = new Set<string>()

  /** The pages of a tree that can be read, in the order of its rows. */
  const walk = (name: string, root: number): readonly number[] => {
    const found: number[] = []
    const waiting = [root]
    let endsIn: number | null = null
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      const kind = kinds[page] ?? 0
      if (owned[page] === 1 || !isTree(kind)) {
        broken.add(name)
        if (owned[page] !== 1) unreadable.add(page)
        endsIn = null
        continue
      }
      owned[page] = 1
      found.push(page)
      endsIn = page
      if (kind === TABLE_LEAF || kind === INDEX_LEAF) continue
      const bytes = pages.read(page)
      if (bytes !== null) waiting.push(...childrenOf(page, bytes, pages).toReversed())
    }
    if (endsIn === null || losesRows(endsIn)) openEnds.add(name)
    return found
  }

  const losesRows = (page: number): boolean => {
    const bytes = pages.read(page)
    return bytes === null || rowsOf(page, bytes, pages).lost > 0
  }

  const rowsOn = function* (name: string, list: readonly number[]): Iterable<StoredRow> {
    for (const page of list) {
      const bytes = pages.read(page)
      if (bytes === null) continue
      const { rows, lost } = rowsOf(page, bytes, pages)
      if (lost > 0) broken.add(name)
      yield* rows
    }
  }

  /** Leaves of the schema that the first page, which is damaged, no longer leads to. */
  const lostSchemaPages = function* (): Iterable<number> {
    for (let page = 2; page <= pages.count; page++) {
      const bytes = owned[page] === 1 || kinds[page] !== TABLE_LEAF ? null : pages.read(page)
      const rows = bytes === null ? [] : rowsOf(page, bytes, pages).rows
      if (rows.length === 0 || !rows.every(isOfSchema)) continue
      owned[page] = 1
      yield page
    }
  }

  const schemaPages = [...walk(SCHEMA, 1)]
  if (broken.has(SCHEMA)) schemaPages.push(...lostSchemaPages())
  const trees = schemaOf(rowsOn(SCHEMA, schemaPages))
  const places = new Map<string, number[]>()
  for (const { name, root } of trees) places.set(name, root === 0 ? [] : [...walk(name, root)])
  const known = fittingOf(trees)
  for (const name of known.keys())
    if (!places.has(name)) {
      places.set(name, [])
      broken.add(name)
      openEnds.add(name)
    }

  // The remaining pages are below an unreadable one.
  const candidates = [...known].filter(([name]) => broken.has(name))
  for (let page = 2; page <= pages.count; page++) {
    const kind = kinds[page] ?? 0
    if (owned[page] === 1 || (kind !== TABLE_LEAF && kind !== INDEX_LEAF)) continue
    const bytes = pages.read(page)
    const rows = bytes === null ? [] : rowsOf(page, bytes, pages).rows
    const able = candidates.filter(
      ([, table]) => table.hasRowid === (kind === TABLE_LEAF) && rows.every((row) => table.fits(row)),
    )
    const families = new Set(able.map(([name, { family }]) => family ?? name))
    if (rows.length > 0 && families.size === 1) for (const [name] of able) places.get(name)?.push(page)
    else if (rows.length > 0 && kind === TABLE_LEAF) unreadable.add(page)
  }

  return {
    trees,
    unreadable: [...unreadable].sort((a, b) => a - b),
    broken,
    openEnds,
    rows: (name) => rowsOn(name, places.get(name) ?? []),
  }
}

const schemaOf = (rows: Iterable<StoredRow>): readonly StoredTree[] => {
  const trees: StoredTree[] = []
  for (const { values } of rows) {
    const [kind, name, table, root, sql] = values
    if (values.length !== SCHEMA_COLUMNS || (kind !== 'table' && kind !== 'index')) continue
    if (typeof name !== 'string' || typeof table !== 'string' || typeof root !== 'number') continue
    trees.push({ kind, name, table, root, sql: typeof sql === 'string' ? sql : null })
  }
  return trees
}
