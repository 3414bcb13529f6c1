import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { notingDown, type Database } from '../../storage/index.ts'
import type { ActivityService } from '../types.ts'
import type { ActivityFilter } from '../../contract/activity.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'
import type { DecidedBy } from '../../contract/approvals.ts'
import { exportText } from './export-text.ts'
import { filterSql } from './filter.ts'
import { COLUMNS, recordOf, rowOf } from './record-row.ts'
import { searchText } from './words.ts'

export interface ActivityLog extends ActivityService {
  readonly append: (record: ActivityRecord) => void
  readonly ofCall: (turnId: string, callId: string) => ActivityRecord | null
}

/** Lines of one part of an export. */
const EXPORTED = 500
/** Lines indexed at a time when the words of old ones are made. */
const INDEXED = 1000

/**
 * The append-only log of every call (acp.md 7.5), with an index of its words. SQLite itself refuses to change a line, and to delete one
 * unless its owner clears the log. Errors of `list` and `export`: `invalid_request` for a line there is not.
 */
export const createActivityLog = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): ActivityLog => {
  const { listen: onChange, tell } = createEmitter()
  const insert = db.prepare(
    `INSERT INTO activity (id, at, kind, caller, client, conversation_id, turn_id, call_id, capability, capability_id, version, effect, target,
       outcome, waited_ms, bytes_in, bytes_out, prompt_tokens, completion_tokens, decision, arguments, result)
     VALUES (@id, @at, @kind, @caller, @client, @conversationId, @turnId, @callId, @capability, @capabilityId, @version, @effect, @target,
       @outcome, @waitedMs, @bytesIn, @bytesOut, @promptTokens, @completionTokens, @decision, @arguments, @result)`,
  )
  const insertWords = db.prepare('INSERT INTO activity_words (rowid, words) VALUES (?, ?)')
  const positionOf = db.prepare('SELECT position FROM activity WHERE id = ?').pluck()
  const byCall = db.prepare(
    `SELECT ${COLUMNS} FROM activity WHERE turn_id = ? AND call_id = ? AND kind = 'call' ORDER BY position DESC LIMIT 1`,
  )

  const append: ActivityLog['append'] = (record) => {
    write(record)
    tell()
  }

  // What the call did was saved by whoever did it: this line need not hold up its caller for the disk.
  const write = notingDown(db, (record: ActivityRecord) => {
    const { lastInsertRowid } = insert.run(rowOf(record))
    insertWords.run(lastInsertRowid, searchText(record))
  })

  const list: ActivityService['list'] = ({ limit, before, ...filter }) => {
    const place = before === undefined ? null : placeOf(before)
    const rows = page(
      filter,
      place === null ? null : { clause: 'position < @place', place },
      'DESC',
      limit + 1,
    )
    return { records: rows.slice(0, limit), more: rows.length > limit }
  }

  const exportLines: ActivityService['export'] = ({ format, after, ...filter }) => {
    const place = after === undefined ? null : placeOf(after)
    const rows = page(
      filter,
      place === null ? null : { clause: 'position > @place', place },
      'ASC',
      EXPORTED + 1,
    )
    const records = rows.slice(0, EXPORTED)
    const [last] = records.slice(-1)
    const next = rows.length > EXPORTED ? (last?.id ?? null) : null
    return { text: exportText(records, { format, first: place === null }), lines: records.length, next }
  }

  const page = (
    filter: ActivityFilter,
    from: { clause: string; place: number } | null,
    order: 'ASC' | 'DESC',
    limit: number,
  ): ActivityRecord[] => {
    const sql = filterSql(filter)
    if (sql === null) return []
    const clauses = from === null ? sql.where : [...sql.where, from.clause]
    const where = clauses.length === 0 ? '' : `WHERE ${clauses.join(' AND ')}`
    return db
      .prepare(`SELECT ${COLUMNS} FROM activity ${where} ORDER BY position ${order} LIMIT @limit`)
      .all({ ...sql.params, limit, ...(from === null ? {} : { place: from.place }) })
      .map(recordOf)
  }

  const placeOf = (id: string): number => {
    const place = z.int().optional().parse(positionOf.get(id))
    if (place === undefined)
      throw new SatchelError('invalid_request', { params: { problem: `no line ${id}` } })
    return place
  }

  const clear: ActivityService['clear'] = ({ before, by }) => {
    const lines = remove(new Date(before).toISOString(), by)
    if (lines === 0) return 0
    // Words of lines that are gone stay in the index until its parts are merged.
    db.exec("INSERT INTO activity_words (activity_words) VALUES ('optimize')")
    tell()
    return lines
  }

  /** The lines go and the line about it comes, or neither. */
  const remove = db.transaction((before: string, by: DecidedBy): number => {
    db.prepare('INSERT INTO activity_clearing (before) VALUES (?)').run(before)
    db.prepare('DELETE FROM activity_words WHERE rowid IN (SELECT position FROM activity WHERE at < ?)').run(
      before,
    )
    const { changes } = db.prepare('DELETE FROM activity WHERE at < ?').run(before)
    db.exec('DELETE FROM activity_clearing')
    if (changes > 0)
      write(personsAct({ kind: 'cleared', at: now(), by, arguments: { before, lines: changes } }))
    return changes
  })

  indexOlderLines(db)

  return {
    append,
    list,
    export: exportLines,
    clear,
    ofCall: (turnId, callId) => {
      const row = byCall.get(turnId, callId)
      return row === undefined ? null : recordOf(row)
    },
    onChange,
  }
}

/** A line about something the person did, which is no call. */
export const personsAct = (act: {
  readonly kind: 'revoked' | 'cleared'
  readonly at: Date
  readonly by: DecidedBy
  readonly capabilityId?: string
  readonly version?: string
  readonly arguments: Readonly<Record<string, unknown>>
}): ActivityRecord => ({
  id: newId(),
  at: act.at.toISOString(),
  kind: act.kind,
  caller: act.by === 'renderer' ? 'renderer' : 'cli',
  client: null,
  conversationId: null,
  turnId: null,
  callId: null,
  capabilityId: act.capabilityId ?? '',
  version: act.version ?? '',
  effect: null,
  target: null,
  arguments: act.arguments,
  result: { ok: true, output: {}, error: null, duration_ms: 0, x_changes: [] },
  outcome: 'ok',
  decision: { kind: 'user_act', by: act.by },
  waitedMs: 0,
  bytes: { in: 0, out: 0 },
  tokens: null,
})

/** Lines of a version without the index get their words at the first opening. */
const indexOlderLines = (db: Database): void => {
  if (db.readonly) return
  const last = db.prepare('SELECT max(rowid) FROM activity_words').pluck()
  const missing = db.prepare(
    `SELECT position, ${COLUMNS} FROM activity WHERE position > ? ORDER BY position LIMIT ${String(INDEXED)}`,
  )
  const insert = db.prepare('INSERT INTO activity_words (rowid, words) VALUES (?, ?)')
  const step = db.transaction((): number => {
    const rows = z.array(z.looseObject({ position: z.int() })).parse(missing.all(last.get() ?? 0))
    for (const row of rows) insert.run(row.position, searchText(recordOf(row)))
    return rows.length
  })
  while (step() === INDEXED);
}
