/** Changes of an object from the last one backwards, read only as far as a fast-forward merge needs them. */
import type { Statements } from '../base/statements.ts'
import { clockText } from '../base/time.ts'
import { decodeOps } from './codec.ts'
import type { InternTable } from './intern-table.ts'
import type { ChangeTable, UnindexedChange } from './change-table.ts'
import { isRevert } from './stamp.ts'
import type { Retractions } from './retractions.ts'
import type { OpsStore } from './stored-ops.ts'
import type { EarlierChange, EarlierChanges, Op, OpLog, StoredOps } from './types.ts'
import type { Writers } from './writers.ts'

/**
 * What a fast-forward merge needs of every earlier change, as an array: creating rows with names, and bytes, takes
 * longer than reading them.
 */
const WHO = 'c.position, c.writer, c.seq, c.ms, c.counter, c.origin'
type WhoRow = readonly [
  position: number,
  writer: number,
  seq: number,
  ms: number,
  counter: number,
  origin: number,
  ops?: Buffer | null,
]

/*
 * A sign before a parameter hides from SQLite that it is one. Otherwise SQLite plans again whenever a value is bound,
 * in case another plan is better for it, which costs ten times as much as finding a few rows.
 */

/** Of an object, before a position; ascending unless `DESC` follows. */
const INDEXED_WHO = `SELECT ${WHO} FROM change_objects b CROSS JOIN changes c ON c.position = b.position
   WHERE b.object = +? AND b.position < +? ORDER BY b.position`
const FIRST_WHO = `${INDEXED_WHO} LIMIT +?`
const WHO_BACKWARDS = `${INDEXED_WHO} DESC LIMIT +?`
const WHO_AT = `SELECT ${WHO} FROM changes c WHERE c.position = ?`
/** Positions of the changes of many objects, up to a limit. */
const INDEXED_OF = `SELECT object, position FROM change_objects
   WHERE object IN (SELECT value FROM json_each(+?)) AND position < +? LIMIT +?`
/** Includes the ops of an uncompressed change if they are short. */
const WHO_OF = `SELECT ${WHO}, iif(c.kind = 0 AND c.ops_hash IS NULL AND length(c.ops) <= 256, c.ops, NULL) FROM changes c
   WHERE c.position IN (SELECT value FROM json_each(+?))`

/** Changes read at a time if all of them are scanned. */
const PAGE = 1000
/** Changes of one object read at a time, and initially, when usually only the last few are needed. */
const SHORT = 8
/** Objects with more changes than this together are read one by one. */
const MAX_TOGETHER = 4096

/** Whose ops they are, for decoding. */
type Place = Pick<StoredOps, 'schema' | 'object_id'>

export interface EarlierDeps {
  readonly statement: Statements
  readonly numbers: InternTable
  readonly writers: Writers
  readonly table: ChangeTable
  readonly opsStore: OpsStore
  readonly retractions: Pick<Retractions, 'timeOf'>
}

/** Reads the changes of objects backwards, as far as a merge needs them. */
export const createEarlier = ({
  statement,
  numbers,
  writers,
  table,
  opsStore,
  retractions,
}: EarlierDeps): Pick<OpLog, 'earlier' | 'earlierOf'> => {
  const earlier: OpLog['earlier'] = (schema, objectId, before) => {
    const object = numbers.findObject(schema, objectId)
    return object === null ? NOTHING : alone({ schema, object_id: objectId }, object, before)
  }

  /** Read as far as it is iterated. */
  const alone = (place: Place, object: number, before: number): EarlierChanges => {
    const tail = tailOf(object, before)
    // Going backwards in SQLite is slower for a few.
    const first = statement(FIRST_WHO)
      .raw()
      .all(object, before, SHORT + 1) as WhoRow[]
    const isAll = first.length <= SHORT
    const indexed = isAll
      ? first.length
      : (statement('SELECT count(*) FROM change_objects WHERE object = ? AND position < ?')
          .pluck()
          .get(object, before) as number)
    const changes = function* (): Generator<EarlierChange> {
      for (let n = tail.length - 1; n >= 0; n--)
        yield toEarlier(statement(WHO_AT).raw().get(tail[n]?.position) as WhoRow, place)
      for (const row of isAll ? first.reverse() : backwards(object, before)) yield toEarlier(row, place)
    }
    return { count: indexed + tail.length, changes: changes(), last: () => lastOf(object, before, tail) }
  }

  const earlierOf: OpLog['earlierOf'] = (schema, asked) => {
    const [only] = asked
    if (only !== undefined && asked.length === 1) return [earlier(schema, only.objectId, only.before)]
    const objects = asked.map(({ objectId }) => numbers.findObject(schema, objectId) ?? 0)
    const indexed = indexedOf(objects, Math.max(...asked.map(({ before }) => before)))
    if (indexed === null) return asked.map(({ objectId, before }) => earlier(schema, objectId, before))
    const positions = asked.map(({ before }, n) => {
      const object = objects[n] ?? 0
      const first = (indexed.get(object) ?? []).filter((position) => position < before)
      return [...first, ...tailOf(object, before).map(({ position }) => position)]
    })
    const rows = rowsAt(positions.flatMap((all) => (all.length <= SHORT ? all : [])))
    return asked.map(({ objectId, before }, n) => {
      const place = { schema, object_id: objectId }
      const all = positions[n] ?? []
      if (all.length > SHORT) return alone(place, objects[n] ?? 0, before)
      const changes: EarlierChange[] = []
      for (let at = all.length - 1; at >= 0; at--) {
        const row = rows.get(all[at] ?? 0)
        if (row !== undefined) changes.push(toEarlier(row, place))
      }
      return { count: changes.length, changes, last: () => lastAmong(changes) }
    })
  }

  /** Positions of each object's indexed changes, ascending; null if there are too many. */
  const indexedOf = (objects: readonly number[], before: number): Map<number, number[]> | null => {
    const rows = statement(INDEXED_OF)
      .raw()
      .all(JSON.stringify(objects), before, MAX_TOGETHER + 1)
    if (rows.length > MAX_TOGETHER) return null
    const positions = new Map<number, number[]>()
    for (const [object, position] of rows as (readonly [object: number, position: number])[]) {
      const known = positions.get(object)
      if (known === undefined) positions.set(object, [position])
      else known.push(position)
    }
    return positions
  }

  const rowsAt = (positions: readonly number[]): Map<number, WhoRow> => {
    const rows = statement(WHO_OF).raw().all(JSON.stringify(positions)) as WhoRow[]
    return new Map(rows.map((row) => [row[0], row]))
  }

  const tailOf = (object: number, before: number): readonly UnindexedChange[] => {
    const tail = table.tailOf(object)
    const last = tail.at(-1)
    return last === undefined || last.position < before
      ? tail
      : tail.filter(({ position }) => position < before)
  }

  const backwards = function* (object: number, before: number): Generator<WhoRow> {
    for (let last = before, limit = SHORT; ; limit = PAGE) {
      const rows = statement(WHO_BACKWARDS).raw().all(object, last, limit) as WhoRow[]
      for (const row of rows) {
        last = row[0]
        yield row
      }
      if (rows.length < limit) return
    }
  }

  const toEarlier = (
    [position, writer, seq, ms, counter, origin, ops = null]: WhoRow,
    place: Place,
  ): EarlierChange => {
    const { log, actor } = writers.byId(writer)
    const clock = clockText({ ms, counter })
    return {
      log,
      actor,
      seq,
      clock,
      time: retractions.timeOf(writer, seq, clock),
      yields: isRevert(numbers.originOf(origin).origin),
      hash: () => statement('SELECT hash FROM changes WHERE position = ?').pluck().get(position) as Buffer,
      said: () => (ops === null ? readOps(position, place) : decodeOps(ops)),
    }
  }

  const readOps = (position: number, place: Place): readonly Op[] | null => {
    const stored = statement('SELECT ops, ops_hash FROM changes WHERE position = ?').get(position)
    return opsStore.read({ ...(stored as Pick<StoredOps, 'ops' | 'ops_hash'>), ...place })
  }

  const lastOf = (
    object: number,
    before: number,
    tail: readonly UnindexedChange[],
  ): Map<string, number> | null => {
    const indexed = statement(
      `SELECT writer, max(seq) AS seq FROM changes
       WHERE position IN (SELECT position FROM change_objects WHERE object = ? AND position < ?) GROUP BY writer`,
    ).all(object, before) as { writer: number; seq: number }[]
    // A writer's numbers increase, and these come later.
    const last = new Map(indexed.map(({ writer, seq }) => [writer, seq]))
    for (const { writer, seq } of tail) last.set(writer, seq)
    return lastAmong(
      Array.from(last, ([writer, seq]) => {
        const { log, actor } = writers.byId(writer)
        return { log, actor, seq }
      }),
    )
  }

  return { earlier, earlierOf }
}

const NOTHING: EarlierChanges = { count: 0, changes: [], last: () => new Map() }

/** The last number of each replica; null if they are of several logs. */
const lastAmong = (
  changes: readonly Pick<EarlierChange, 'log' | 'actor' | 'seq'>[],
): Map<string, number> | null => {
  const last = new Map<string, number>()
  for (const { log, actor, seq } of changes) {
    if (log !== changes[0]?.log) return null
    last.set(actor, Math.max(seq, last.get(actor) ?? 0))
  }
  return last
}
