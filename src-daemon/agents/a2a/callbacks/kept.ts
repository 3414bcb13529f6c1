import { z } from 'zod'
import type { Database } from '../../../storage/index.ts'
import { skillTargetSchema, type SkillTarget } from '../card/operations.ts'

/** A task of ours at another agent, and the callback it got for it. */
export interface KeptCallback {
  /** The last part of the address that the agent calls, and the id of its config there. */
  readonly id: string
  /** Hex SHA-256 of the token. */
  readonly token: string
  /** The contact, and the operation that was called. */
  readonly agent: string
  readonly operation: string
  /** As the agent calls it. */
  readonly task: string
  readonly target: SkillTarget
  /** The identity that asked; null: none. */
  readonly asDid: string | null
  /** What was last said of it. */
  readonly state: string
  /** Whether only the agent still has to delete its config. */
  readonly ended: boolean
  /** In ms since 1970. */
  readonly at: number
}

export interface KeptCallbacks {
  /** False if there are too many, or the agent calls the task something too long to be kept. */
  put(one: KeptCallback): boolean
  get(id: string): KeptCallback | null
  ofTask(agent: string, task: string): KeptCallback | null
  ofAgent(agent: string): readonly KeptCallback[]
  all(): readonly KeptCallback[]
  setState(id: string, state: string): void
  /** False if it has ended before: state only goes forward. */
  end(id: string): boolean
  remove(id: string): void
}

/** Beyond them, agents are asked about their tasks. */
const MAX = 200
const MAX_NAME = 1000

const rowSchema = z
  .object({
    id: z.string(),
    token: z.string(),
    agent: z.string(),
    operation: z.string(),
    task: z.string(),
    target: z.string().transform((text) => skillTargetSchema.parse(JSON.parse(text))),
    as_did: z.string().nullable(),
    state: z.string(),
    ended: z.int().transform((value) => value === 1),
    at: z.int(),
  })
  .transform(({ as_did: asDid, ...row }): KeptCallback => ({ ...row, asDid }))

/** The callbacks we gave to other agents, on the disk. */
export const createKeptCallbacks = (db: Database): KeptCallbacks => {
  const count = db.prepare('SELECT count(*) FROM agent_callbacks').pluck()
  const one = db.prepare('SELECT * FROM agent_callbacks WHERE id = ?')
  const atTask = db.prepare('SELECT * FROM agent_callbacks WHERE agent = ? AND task = ? AND ended = 0')
  const atAgent = db.prepare('SELECT * FROM agent_callbacks WHERE agent = ?')
  const every = db.prepare('SELECT * FROM agent_callbacks ORDER BY at, id')
  const insert = db.prepare(
    `INSERT INTO agent_callbacks (id, token, agent, operation, task, target, as_did, state, ended, at)
     VALUES (@id, @token, @agent, @operation, @task, @target, @asDid, @state, 0, @at)`,
  )
  const state = db.prepare('UPDATE agent_callbacks SET state = ? WHERE id = ? AND ended = 0')
  const end = db.prepare('UPDATE agent_callbacks SET ended = 1 WHERE id = ? AND ended = 0')
  const drop = db.prepare('DELETE FROM agent_callbacks WHERE id = ?')
  const rowOf = (row: unknown): KeptCallback | null => (row === undefined ? null : rowSchema.parse(row))

  return {
    put: ({ ended: _, ...row }) => {
      if (row.task.length > MAX_NAME || z.int().parse(count.get()) >= MAX) return false
      insert.run({ ...row, target: JSON.stringify(row.target) })
      return true
    },
    get: (id) => rowOf(one.get(id)),
    ofTask: (agent, task) => rowOf(atTask.get(agent, task)),
    ofAgent: (agent) => z.array(rowSchema).parse(atAgent.all(agent)),
    all: () => z.array(rowSchema).parse(every.all()),
    setState: (id, value) => {
      state.run(value, id)
    },
    end: (id) => end.run(id).changes > 0,
    remove: (id) => {
      drop.run(id)
    },
  }
}
