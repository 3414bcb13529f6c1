import type { TaskPushNotificationConfig } from '@a2a-js/sdk'
import { z } from 'zod'
import { withoutWaiting, type Database } from '../../../../storage/index.ts'

/** Where an agent wants to hear of the end of a task of its own. */
export interface KeptConfig {
  readonly owner: string
  readonly task: string
  readonly config: TaskPushNotificationConfig
  /** The version of the protocol it was set in, in which it is answered. */
  readonly version: string
}

export interface PushConfigs {
  /** False if the agent has as many as it can have. */
  put(one: KeptConfig, at: Date): boolean
  of(owner: string, task: string): readonly KeptConfig[]
  all(): readonly KeptConfig[]
  /** Without `id`: all of the task. */
  remove(owner: string, task: string, id?: string): void
}

const MAX_OF_TASK = 5
const MAX_OF_CALLER = 100
/** As long as tasks are kept. */
const KEPT_MS = 24 * 60 * 60_000

const rowSchema = z.object({ owner: z.string(), task: z.string(), version: z.string(), config: z.string() })

/** Callbacks on the disk, each for the agent that set it alone. */
export const createPushConfigs = (db: Database): PushConfigs => {
  const columns = 'owner, task, version, config'
  const ofTask = db.prepare(
    `SELECT ${columns} FROM agent_push_configs WHERE owner = ? AND task = ? ORDER BY at, id`,
  )
  const every = db.prepare(`SELECT ${columns} FROM agent_push_configs ORDER BY at, id`)
  const counts = db.prepare(
    `SELECT count(*) FILTER (WHERE task = @task) AS inTask, count(*) AS inAll
     FROM agent_push_configs WHERE owner = @owner AND NOT (task = @task AND id = @id)`,
  )
  const insert = db.prepare(
    `REPLACE INTO agent_push_configs (owner, task, id, at, version, config)
     VALUES (@owner, @task, @id, @at, @version, @config)`,
  )
  const one = db.prepare('DELETE FROM agent_push_configs WHERE owner = ? AND task = ? AND id = ?')
  const whole = db.prepare('DELETE FROM agent_push_configs WHERE owner = ? AND task = ?')
  const old = db.prepare('DELETE FROM agent_push_configs WHERE at < ?')
  const note = withoutWaiting(db)
  const read = (row: unknown): KeptConfig => {
    const { config, ...kept } = rowSchema.parse(row)
    return { ...kept, config: JSON.parse(config) as TaskPushNotificationConfig } // as `put` wrote it
  }

  return {
    put: ({ owner, task, config, version }, at) =>
      note(() => {
        old.run(at.getTime() - KEPT_MS)
        const { id } = config
        const { inTask, inAll } = z
          .object({ inTask: z.int(), inAll: z.int() })
          .parse(counts.get({ owner, task, id }))
        if (inTask >= MAX_OF_TASK || inAll >= MAX_OF_CALLER) return false
        insert.run({ owner, task, id, at: at.getTime(), version, config: JSON.stringify(config) })
        return true
      }),
    of: (owner, task) => ofTask.all(owner, task).map(read),
    all: () => every.all().map(read),
    remove: (owner, task, id) => {
      note(() => (id === undefined ? whole.run(owner, task) : one.run(owner, task, id)))
    },
  }
}
