import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import { agentCallerSchema, type AgentAnswer, type AgentCaller } from '../../contract/agents.ts'

/**
 * How many unknown agents can wait in the inbox; more are refused without a record, so that it cannot be
 * flooded.
 */
const MAX_WAITING = 100
/** Characters kept of the arguments of a refused request. */
const SHOWN_PARAMS = 4000

/** Agents that may call, that may not, and that wait for an answer. */
export interface Callers {
  find(did: string): AgentCaller | null
  list(): readonly AgentCaller[]
  /** Records a refused request. False if the inbox is full and nothing was recorded. */
  asked(did: string, request: { method: string; params: unknown }): boolean
  /** Counts an allowed call. */
  called(did: string): void
  answer(input: AgentAnswer): AgentCaller
  /** False if it was unknown. */
  forget(did: string): boolean
}

const jsonText = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = agentCallerSchema.extend({ tools: jsonText, asked: jsonText.nullable() })

export const createCallers = ({ db, now }: { readonly db: Database; readonly now: () => Date }): Callers => {
  const columns = `did, label, status, tools, asked, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt, calls`
  const all = db.prepare(
    `SELECT ${columns} FROM agent_callers ORDER BY status = 'asked' DESC, last_seen_at DESC, did`,
  )
  const one = db.prepare(`SELECT ${columns} FROM agent_callers WHERE did = ?`)
  const waiting = db.prepare(`SELECT count(*) FROM agent_callers WHERE status = 'asked'`).pluck()
  const put = db.prepare(
    `INSERT INTO agent_callers (did, label, status, tools, asked, first_seen_at, last_seen_at, calls)
     VALUES (@did, @label, @status, @tools, @asked, @at, @at, 0)
     ON CONFLICT (did) DO UPDATE SET label = @label, status = @status, tools = @tools, asked = @asked`,
  )
  const seen = db.prepare(
    `INSERT INTO agent_callers (did, label, status, tools, asked, first_seen_at, last_seen_at, calls)
     VALUES (@did, '', 'asked', '[]', @asked, @at, @at, 0)
     ON CONFLICT (did) DO UPDATE SET asked = @asked, last_seen_at = @at`,
  )
  const count = db.prepare('UPDATE agent_callers SET calls = calls + 1, last_seen_at = ? WHERE did = ?')
  const remove = db.prepare('DELETE FROM agent_callers WHERE did = ?')

  const find = (did: string): AgentCaller | null => {
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
    answer: db.transaction(({ did, status, tools, label }: AgentAnswer) => {
      const before = find(did)
      put.run({
        did,
        status,
        label: label ?? before?.label ?? '',
        tools: JSON.stringify(status === 'allowed' ? [...new Set(tools)].sort() : []),
        asked: before?.asked === undefined || before.asked === null ? null : JSON.stringify(before.asked),
        at: now().toISOString(),
      })
      return agentCallerSchema.parse(find(did))
    }),
    forget: (did) => remove.run(did).changes > 0,
  }
}

const callerOf = (row: unknown): AgentCaller => agentCallerSchema.parse(rowSchema.parse(row))
