/** Checks a log whose changes were copied from a damaged database: what holds by its hash stays. */
import type { Database } from '../../storage/index.ts'
import { sha256 } from '../../platform/sha256.ts'
import { createStatements, type Statements } from '../base/statements.ts'
import { decodeSeen, headerBytes } from '../log/codec.ts'
import { HARD_DELETE } from '../log/recording.ts'
import { type Row, SELECT } from '../log/reading.ts'
import { createStoredChanges } from '../log/stored-changes.ts'
import type { Writer } from '../log/writers.ts'
import type { IncomingChange } from '../log/types.ts'

/** What became of the changes. */
export interface CheckedChains {
  readonly kept: number
  /** Lost, too: the change before it, whose hash it names, is lost, so that nothing shows that it is undamaged. */
  readonly unverified: readonly UnverifiedChange[]
  /** Left out, because it is not what its hash says, or can't be read. */
  readonly wrong: number
  /** Missing: not there at all, or wrong. */
  readonly lost: number
  /** When the last one that was kept was made; null if none was. */
  readonly lastMs: number | null
}

export interface UnverifiedChange {
  readonly change: IncomingChange
  readonly position: number
}

/** The change before the next one of a writer: its number, and the hashes it may have had. */
interface Before {
  readonly seq: number
  readonly hashes: readonly (Buffer | null)[]
}

/**
 * Checks every change by its hash and the one before it, writer by writer; removes invalid ones, and records where
 * changes are missing. `lostHashes`: possible hashes of missing changes, by their first four bytes.
 * The caller holds the transaction.
 */
export const checkChains = (
  db: Database,
  lostHashes: (after: number, before: number) => readonly Buffer[],
): CheckedChains => {
  const statement = createStatements(db)
  const stored = createStoredChanges(statement)

  const sum = { kept: 0, wrong: 0, lost: 0, lastMs: null as number | null }
  const unverified: UnverifiedChange[] = []
  const remove = db.prepare('DELETE FROM changes WHERE position = ?')
  const addGap = db.prepare('INSERT INTO log_gaps (writer, after, seq, previous) VALUES (?, ?, ?, ?)')
  db.exec('CREATE INDEX salvage_by_writer ON changes (writer, seq)')

  const read = (row: Row): IncomingChange | null => {
    try {
      const change = stored.change(row, null)
      const isWhole = change.ops === null || row.ops_hash === null || sha256(change.ops).equals(row.ops_hash)
      return isWhole ? change : null
    } catch {
      // The change can't be read.
      return null
    }
  }

  const follow = (writer: Writer): void => {
    let before: Before = { seq: writer.base_seq, hashes: [writer.base_hash] }
    let last: Row | null = null
    let wrongSince = 0
    const rows = db.prepare(
      `${SELECT} WHERE c.writer = ? AND c.seq >= ? ORDER BY c.seq, c.position LIMIT 500`,
    )
    for (let from = 0; ;) {
      const page = rows.all(writer.id, from) as Row[]
      for (const row of page) {
        if (last !== null && row.seq <= last.seq) {
          remove.run(row.position)
          continue
        }
        const change = read(row)
        const isNext = row.seq === before.seq + 1
        const candidates =
          isNext || row.seq <= writer.base_seq ? before.hashes : lostHashes(last?.position ?? 0, row.position)
        const held = candidates.find((previous) => change !== null && holds(change, previous))
        if (held === undefined) {
          remove.run(row.position)
          wrongSince += 1
          if (isNext || change === null) sum.wrong += 1
          else unverified.push({ change, position: row.position })
          const own = isNext ? candidates.flatMap((hash) => ownHash(change, hash)) : []
          before = { seq: row.seq, hashes: [row.hash, ...own] }
          continue
        }
        if (row.seq !== (last?.seq ?? writer.base_seq) + 1 && row.seq > writer.base_seq) {
          addGap.run(writer.id, last?.seq ?? writer.base_seq, row.seq, held)
          sum.lost += row.seq - (last?.seq ?? writer.base_seq) - 1
        }
        sum.kept += 1
        sum.lastMs = Math.max(row.ms, sum.lastMs ?? row.ms)
        wrongSince = 0
        before = { seq: row.seq, hashes: [row.hash] }
        last = row
      }
      const end = page.at(-1)
      if (end === undefined || page.length < 500) break
      from = end.seq + 1
    }
    // The head may be older than the changes (log_settled), and then says nothing of those at the end.
    sum.lost += Math.max(0, wrongSince, writer.seq - (last?.seq ?? writer.base_seq))
    setHead(statement, writer, last)
  }

  sum.lost += removeStrays(db)
  for (const { id } of statement('SELECT id FROM log_writers').all() as { id: number }[])
    follow({ ...stored.writer(id) })
  db.exec('DROP INDEX salvage_by_writer')
  noteLostEnds(statement, stored.writer)
  db.prepare(
    'UPDATE log_objects SET gone = 1 WHERE id IN (SELECT object FROM changes WHERE kind = 2 AND ops = ?)',
  ).run(HARD_DELETE)
  return { ...sum, unverified }
}

const holds = (change: IncomingChange, previous: Buffer | null): boolean =>
  sha256(headerBytes({ ...change, previous })).equals(change.hash)

/** The hash computed from a change's content: its stored one may be damaged. */
const ownHash = (change: IncomingChange | null, previous: Buffer | null): readonly Buffer[] =>
  change === null ? [] : [sha256(headerBytes({ ...change, previous }))]

/** Devices with later ones will send them again. */
const setHead = (statement: Statements, writer: Writer, last: Row | null): void => {
  const { seq, hash, ms, counter } = last ?? {
    seq: writer.base_seq,
    hash: writer.base_hash,
    ms: -1,
    counter: 0,
  }
  // The new replica hasn't announced yet what it has seen.
  statement('UPDATE log_writers SET seq = ?, hash = ?, ms = ?, counter = ?, told = 0 WHERE id = ?').run(
    ...[seq, hash, ms, counter, writer.id],
  )
}

/** Where changes that are here have seen later ones of a writer, those will have to be placed before them. */
const noteLostEnds = (statement: Statements, writerOf: (id: number) => Writer): void => {
  const rows = statement('SELECT seen FROM changes WHERE seen IS NOT NULL').pluck().all() as string[]
  const latest = new Map<number, number>()
  for (const seen of rows)
    for (const { writer, seq } of decodeSeen(seen, writerOf))
      latest.set(writer.id, Math.max(seq, latest.get(writer.id) ?? 0))
  const last = statement('SELECT seq FROM log_writers WHERE id = ?').pluck()
  for (const [writer, seq] of latest) {
    const after = Number(last.get(writer))
    if (seq > after)
      statement('INSERT INTO log_gaps (writer, after, seq, previous) VALUES (?, ?, ?, NULL)').run(
        writer,
        after,
        seq + 1,
      )
  }
}

/** Room between two neighbours in the log, for what comes back. */
const ROOM = 65_536

/** Renumbers the log, so that lost changes can be placed in it (log/placing.ts). Nothing that refers to it is there yet. */
export const spreadOut = (db: Database): void => {
  db.exec(`
    CREATE TEMP TABLE spread AS SELECT position AS old, row_number() OVER (ORDER BY position) * ${String(ROOM)} AS new FROM changes;
    CREATE UNIQUE INDEX temp.spread_by_old ON spread (old);
    DELETE FROM state_evictions WHERE position NOT IN (SELECT old FROM spread);
    UPDATE state_evictions SET position = -(SELECT new FROM spread WHERE old = position);
    UPDATE state_evictions SET position = -position;
    UPDATE changes SET position = -(SELECT new FROM spread WHERE old = position);
    UPDATE changes SET position = -position;
    DROP TABLE spread;`)
}

/**
 * Removes changes of unknown writers, and returns their number; then those of objects and schemas that aren't known, up
 * to which each writer is then known to have written.
 */
const removeStrays = (db: Database): number => {
  const { changes } = db.prepare('DELETE FROM changes WHERE writer NOT IN (SELECT id FROM log_writers)').run()
  const strays = 'object NOT IN (SELECT o.id FROM log_objects o JOIN state_schemas s ON s.id = o.schema)'
  db.exec(
    `UPDATE log_writers SET seq = max(seq, coalesce((SELECT max(seq) FROM changes WHERE writer = log_writers.id AND ${strays}), 0));
     DELETE FROM changes WHERE ${strays}`,
  )
  return changes
}
