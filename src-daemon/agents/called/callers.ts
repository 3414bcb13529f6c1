import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import { agentCallerSchema, type AgentAnswer } from '../../contract/agents.ts'

/**
 * How many unknown agents can wait in the inbox; more are refused without a record, so that it cannot be
 * flooded.
 */
const MAX_WAITING = 100
/** Characters kept of the arguments of a refused request. */
const SHOWN_PARAMS = 4000

/** Agents that may call, that may not, and that wait for an answer. */
export interface Callers {
  find(did: string): StoredCaller | null
  list(): readonly StoredCaller[]
  /** Records a refused request. False if the inbox is full and nothing was recorded. */
  asked(did: string, request: { method: string; params: unknown }): boolean
  /** Counts an allowed call. */
  called(did: string): void
  answer(input: Pick<AgentAnswer, 'did' | 'status' | 'label'>): StoredCaller
  /** False if it was unknown. */
  forget(did: string): boolean
}

const callerSchema = agentCallerSchema.omit({ until: true })
/** An agent as it is stored. `tools`: what it was allowed before that was written into authorizations. */
type StoredCaller = z.infer<typeof callerSchema>

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = callerSchema.extend({ tools: jsonText, asked: jsonText.nullable() })

export const createCallers = ({ db, now }: { readonly db: Database; readonly now: () => Date }): Callers => {
  const columns = `did, label, status, tools, asked, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt, calls`
  const all = db.prepare(
    `SELECT ${columns} FROM agent_callers ORDER BY status = 'asked' DESC, last_seen_at DESC, did`,
  )
  const one = db.prepare(`SELECT ${columns} FROM agent_callers WHERE did = ?`)
  const waiting = db.prepare(`SELECT count(*) FROM agent_callers WHERE status = 'asked'`).pluck()
  const put = db.prepare(
    `INSERT INTO agent_callers (did, label, status, tools, asked, first_seen_at, last_seen_at, calls)
     VALUES (@did, @label, @status, '[]', @asked, @at, @at, 0)
     ON CONFLICT (did) DO UPDATE SET label = @label, status = @status, tools = '[]', asked = @asked`,
  )
  const seen = db.prepare(
    `INSERT INTO agent_callers (did, label, status, tools, asked, first_seen_at, last_seen_at, calls)
     VALUES (@did, '', 'asked', '[]', @asked, @at, @at, 0)
     ON CONFLICT (did) DO UPDATE SET asked = @asked, last_seen_at = @at`,
  )
  const count = db.prepare('UPDATE agent_callers SET calls = calls + 1, last_seen_at = ? WHERE did = ?')
  const remove = db.prepare('DELETE FROM agent_callers WHERE did = ?')

  const find = (did: string): StoredCaller | null => {
    const row = one.get(did)
    return row === undefined ? null : callerOf(row)
  }

  return {
    find,
    list: () => all.all().map(callerOf),
    asked: db.transaction((did: string, { method, params }: { method: string; params: unknown }) => {
      if (one.get(did) === undefined && z.int().parse(waiting.get()) >= MAX_WAITING) return false
      const at = now().toISOString()
      const asked = { method, params: JSON.stringify(params).slice(0, SHOWN_PARAMS), at }
      seen.run({ did, asked: JSON.stringify(asked), at })
      return true
    }),
    called: (did) => {
      count.run(now().toISOString(), did)
    },
    answer: db.transaction(({ did, status, label }: Pick<AgentAnswer, 'did' | 'status' | 'label'>) => {
      const before = find(did)
      put.run({
        did,
        status,
        label: label ?? before?.label ?? '',
        asked: before?.asked === undefined || before.asked === null ? null : JSON.stringify(before.asked),
        at: now().toISOString(),
      })
      return callerSchema.parse(find(did))
    }),
    forget: (did) => remove.run(did).changes > 0,
  }
}

const callerOf = (row: unknown): StoredCaller => callerSchema.parse(rowSchema.parse(row))
