/** What a damaged database still records about lost changes. */
import type { Database, DamagedStore } from '../../storage/index.ts'
import { VIEWS } from './foundations.ts'

const PREFIX_BYTES = 4
/** Enough bytes of a hash to distinguish changes; full hashes would fill memory. */
const SHORT_BYTES = 12
/** How many hashes are tried if it is unknown which one it is. */
const MAX_TRIED = 1000

const shortOf = (hash: Buffer): string => hash.toString('latin1', 0, SHORT_BYTES)
const prefixOf = (hash: Buffer): string => hash.toString('latin1', 0, PREFIX_BYTES)

/**
 * Hashes that changes between two positions may have had: a view names the last change of each object, and the look-up
 * by hash the beginning of each hash by position.
 */
export const lostHashes = (
  db: Database,
  damaged: DamagedStore,
): ((after: number, before: number) => readonly Buffer[]) => {
  const known = new Set<string>()
  for (const hash of db.prepare('SELECT hash FROM changes').pluck().iterate() as Iterable<Buffer>)
    known.add(shortOf(hash))
  const candidates: Buffer[] = []
  for (const view of damaged.tables(VIEWS))
    for (const { version } of damaged.rows(view))
      if (Buffer.isBuffer(version) && !known.has(shortOf(version))) candidates.push(version)
  const byPrefix = Map.groupBy(candidates, prefixOf)
  const prefixes = lostRows(db, damaged, 'change_hashes', 'prefix')
    .flatMap(({ position, value }) =>
      Buffer.isBuffer(value) ? [{ position, prefix: value.toString('latin1') }] : [],
    )
    .sort((a, b) => a.position - b.position)
  return (after, before) => {
    const between = prefixes.filter(({ position }) => position > after && position < before)
    return between.length === 0
      ? candidates.slice(0, MAX_TRIED)
      : between.flatMap(({ prefix }) => byPrefix.get(prefix) ?? [])
  }
}

/** Whether there may be more changes than the log still shows. */
export const hasOpenEnd = (damaged: DamagedStore): boolean => damaged.openEnds.has('changes')

/** Objects of lost changes, with the position of the last one each; `isAllKnown` if all of them are known. */
export const objectsWithLosses = (
  db: Database,
  damaged: DamagedStore,
  lost: number,
): { readonly lostObjects: ReadonlyMap<number, number>; readonly isAllKnown: boolean } => {
  const rows = lostRows(db, damaged, 'change_objects', 'object')
  const lostObjects = new Map<number, number>()
  for (const { position, value } of rows)
    if (typeof value === 'number') lostObjects.set(value, Math.max(position, lostObjects.get(value) ?? 0))
  return { lostObjects, isAllKnown: rows.length >= lost && !hasOpenEnd(damaged) }
}

/** Rows of a look-up table by position, of changes that aren't there. */
const lostRows = (db: Database, damaged: DamagedStore, table: string, column: string) => {
  const there = new Set(db.prepare('SELECT position FROM changes').pluck().all() as number[])
  return [...damaged.rows(table)].flatMap(({ position, [column]: value }) =>
    typeof position === 'number' && !there.has(position) ? [{ position, value }] : [],
  )
}
