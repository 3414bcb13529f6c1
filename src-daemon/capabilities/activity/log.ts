import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { notingDown, type Database } from '../../storage/index.ts'
import type { ActivityService } from '../core/types.ts'
import type { ActivityFilter, ActivityFormat } from '../../contract/activity.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'
import type { DecidedBy } from '../../contract/approvals.ts'
import { COLUMNS, recordOf, rowOf } from './record-row.ts'
import { searchText, matchOf } from './words.ts'

export interface ActivityLog extends ActivityService {
  readonly append: (record: ActivityRecord) => void
  readonly ofCall: (turnId: string, callId: string) => ActivityRecord | null
}

/** Lines of one part of an export. */
const EXPORTED = 500
/** How many old lines are indexed at a time. */
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
  const { listen: onChange, emit } = createEmitter()
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
    emit()
  }

  // The room that made the change has saved it, so the caller needn't wait for this line to reach the disk.
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
    // Words of deleted lines stay in the index until its parts are merged.
    db.exec("INSERT INTO activity_words (activity_words) VALUES ('optimize')")
    emit()
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

/** A line about something the person did that isn't a call. */
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

/** A filter as SQL over `activity`, with its parameters bound by name. */
interface FilterSql {
  readonly where: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

const CLAUSES = {
  capability: 'capability = @capability',
  tool: 'capability_id = @tool',
  outcome: 'outcome = @outcome',
  kind: 'kind = @kind',
  client: 'client = @client',
  conversationId: 'conversation_id = @conversationId',
  turnId: 'turn_id = @turnId',
  from: 'at >= @from',
  to: 'at < @to',
} as const satisfies Record<Exclude<keyof ActivityFilter, 'text' | 'agents'>, string>

/** The conditions of partial indexes, which SQLite uses only if the query has the same. */
const AGENTS = {
  any: "(caller = 'agent' OR effect = 'agent' OR capability GLOB 'anp:*' OR capability GLOB 'a2a:*')",
  from: "(caller = 'agent' OR effect = 'agent' OR capability GLOB 'anp:*' OR capability GLOB 'a2a:*') AND caller = 'agent'",
  to: "(caller = 'agent' OR effect = 'agent' OR capability GLOB 'anp:*' OR capability GLOB 'a2a:*') AND caller <> 'agent'",
} as const satisfies Record<NonNullable<ActivityFilter['agents']>, string>

const NAMES = Object.keys(CLAUSES) as (keyof typeof CLAUSES)[] // `Object.keys` calls every key a string

/** Null when nothing can match: a question without a word. */
const filterSql = (filter: ActivityFilter): FilterSql | null => {
  const where: string[] = []
  const params: Record<string, string> = {}
  for (const name of NAMES) {
    const value = filter[name]
    if (value === undefined) continue
    where.push(CLAUSES[name])
    // SQLite uses the partial index of failures only if the query has the same condition.
    if (name === 'outcome' && value !== 'ok') where.push("outcome <> 'ok'")
    // One form of instants, so that their order as text is that of time.
    params[name] = name === 'from' || name === 'to' ? new Date(value).toISOString() : value
  }
  if (filter.agents !== undefined) where.push(AGENTS[filter.agents])
  if (filter.text !== undefined && filter.text.trim() !== '') {
    const match = matchOf(filter.text)
    if (match === null) return null
    where.push('position IN (SELECT rowid FROM activity_words WHERE activity_words MATCH @match)')
    params['match'] = match
  }
  return { where, params }
}

/** Lines of the log as text. JSON lines hold all of it; CSV has one column for each fact, arguments and result as JSON. */
const exportText = (
  records: readonly ActivityRecord[],
  { format, first }: { format: ActivityFormat; first: boolean },
): string =>
  format === 'jsonl'
    ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
    : `${first ? `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}` : ''}${records.map(csvOf).join('')}`

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const CELLS = {
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  caller: ({ caller }) => caller,
  client: ({ client }) => client,
  tool: ({ capabilityId }) => capabilityId,
  version: ({ version }) => version,
  outcome: ({ outcome }) => outcome,
  effect: ({ effect }) => effect,
  target: ({ target }) => target,
  decision: ({ decision }) => decision.kind,
  by: ({ decision }) => ('by' in decision ? decision.by : null),
  approval: ({ decision }) => ('approvalId' in decision ? decision.approvalId : null),
  duration_ms: ({ result }) => result.duration_ms,
  waited_ms: ({ waitedMs }) => waitedMs,
  bytes_in: ({ bytes }) => bytes.in,
  bytes_out: ({ bytes }) => bytes.out,
  prompt_tokens: ({ tokens }) => tokens?.prompt ?? null,
  completion_tokens: ({ tokens }) => tokens?.completion ?? null,
  conversation: ({ conversationId }) => conversationId,
  turn: ({ turnId }) => turnId,
  call: ({ callId }) => callId,
  arguments: ({ arguments: args }) => JSON.stringify(args),
  result: ({ result }) => JSON.stringify(result.output),
  error: ({ result }) => (result.error === null ? null : `${result.error.code}: ${result.error.message}`),
} as const satisfies Record<string, (record: ActivityRecord) => string | number | null>

const HEADINGS = Object.keys(CELLS)

const csvOf = (record: ActivityRecord): string => csvLine(Object.values(CELLS).map((cell) => cell(record)))

/** What a spreadsheet would run as a formula when it opens the file, also in full-width form and after white space. */
const FORMULA = /^\s*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]|^[\t\r\n]/u
const NEEDS_QUOTES = /[",\r\n]/

/** One cell by RFC 4180. Text that a spreadsheet would run is led by an apostrophe, which shows it as text. */
const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 wants CRLF. */
const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`
