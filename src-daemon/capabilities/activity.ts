import type { Database } from '../storage/index.ts'
import { activityRecordSchema, type ActivityRecord } from './types.ts'

export interface ActivityLog {
  readonly append: (record: ActivityRecord) => void
  readonly list: (input: { limit: number; before?: string | undefined }) => readonly ActivityRecord[]
  readonly ofCall: (turnId: string, callId: string) => ActivityRecord | null
}

/** Larger values are kept in state or not at all; the log says how large they were. In UTF-16 units of JSON. */
const LOGGED = 64 * 1024

/** The append-only log of every call (acp.md 7.5). */
export const createActivityLog = (db: Database): ActivityLog => {
  const insert = db.prepare(
    `INSERT INTO activity (id, at, caller, conversation_id, turn_id, call_id, capability_id, version, arguments, result)
     VALUES (@id, @at, @caller, @conversationId, @turnId, @callId, @capabilityId, @version, @arguments, @result)`,
  )
  const columns = `id, at, caller, conversation_id AS conversationId, turn_id AS turnId, call_id AS callId,
     capability_id AS capabilityId, version, arguments, result`
  const page = db.prepare(`SELECT ${columns} FROM activity ORDER BY position DESC LIMIT ?`)
  const older = db.prepare(
    `SELECT ${columns} FROM activity WHERE position < (SELECT position FROM activity WHERE id = ?)
     ORDER BY position DESC LIMIT ?`,
  )
  const byCall = db.prepare(
    `SELECT ${columns} FROM activity WHERE turn_id = ? AND call_id = ? ORDER BY position DESC LIMIT 1`,
  )

  return {
    append: (record) => {
      const { output } = record.result
      const result = { ...record.result, output: output === null ? null : bounded(output) }
      insert.run({
        ...record,
        arguments: JSON.stringify(bounded(record.arguments)),
        result: JSON.stringify(result),
      })
    },
    list: ({ limit, before }) =>
      (before === undefined ? page.all(limit) : older.all(before, limit)).map(parseRow),
    ofCall: (turnId, callId) => {
      const row = byCall.get(turnId, callId)
      return row === undefined ? null : parseRow(row)
    },
  }
}

const bounded = (value: unknown): unknown => {
  const size = JSON.stringify(value ?? null).length
  return size <= LOGGED ? (value ?? null) : { x_truncated: true, characters: size }
}

const parseRow = (row: unknown): ActivityRecord => {
  const json = activityRecordSchema.extend({ arguments: jsonText, result: jsonText }).parse(row)
  return activityRecordSchema.parse(json)
}

const jsonText = activityRecordSchema.shape.id.transform((text): unknown => JSON.parse(text))
