import { Task, TaskState } from '@a2a-js/sdk'
import { InMemoryTaskStore, type ServerCallContext, type TaskStore } from '@a2a-js/sdk/server'
import { withoutWaiting, type Database } from '../../../storage/index.ts'

const MAX_TASKS = 1000
const MAX_OF_CALLER = 50
const MAX_BYTES = 32 * 1024 * 1024
const MAX_HISTORY = 20
const KEPT_MS = 24 * 60 * 60_000

/** States that no run of this process can bring to an end after it has ended. */
const UNFINISHED = new Set([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING])

/**
 * The tasks of other agents, for a day, each for the agent that started it alone. The oldest make room: no agent can fill it for the
 * others. What runs is in memory, and on the disk as it began; what this program left running when it ended is failed.
 */
export const createTaskStore = ({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => Date
}): TaskStore => {
  const running = new Map<string, Task>()
  const rows = createRows(db)
  rows.failUnfinished(now)
  const ownerOf = ({ user }: ServerCallContext): string => user?.userName ?? ''
  const keyOf = (owner: string, id: string): string => `${owner} ${id}`

  return {
    load: (id, context) => {
      const owner = ownerOf(context)
      const found = running.get(keyOf(owner, id))
      return Promise.resolve(found === undefined ? rows.find(owner, id, since(now)) : structuredClone(found))
    },
    save: (given, context) => {
      const owner = ownerOf(context)
      const key = keyOf(owner, given.id)
      const task = structuredClone({ ...given, history: given.history.slice(-MAX_HISTORY) })
      const isNew = !running.has(key)
      if (isUnfinished(task)) running.set(key, task)
      else running.delete(key)
      // An answer comes in many pieces, which are kept with its end.
      if (isNew || !isUnfinished(task))
        for (const gone of rows.put(owner, task, now())) running.delete(keyOf(gone.owner, gone.id))
      return Promise.resolve()
    },
    list: async (params, context) => {
      const owner = ownerOf(context)
      const own = new InMemoryTaskStore()
      for (const kept of rows.of(owner, since(now)))
        await own.save(running.get(keyOf(owner, kept.id)) ?? kept, context)
      return own.list(params, context)
    },
  }
}

const isUnfinished = ({ status }: Task): boolean => status !== undefined && UNFINISHED.has(status.state)

const since = (now: () => Date): number => now().getTime() - KEPT_MS

interface Row {
  readonly owner: string
  readonly id: string
}

const createRows = (db: Database) => {
  const one = db.prepare('SELECT task FROM agent_tasks WHERE owner = ? AND id = ? AND at >= ?').pluck()
  const own = db.prepare('SELECT task FROM agent_tasks WHERE owner = ? AND at >= ? ORDER BY number').pluck()
  const unfinished = db.prepare('SELECT owner, task FROM agent_tasks WHERE is_finished = 0')
  const insert = db.prepare(
    `REPLACE INTO agent_tasks (owner, id, at, is_finished, bytes, task)
     VALUES (@owner, @id, @at, @isFinished, @bytes, @task)`,
  )
  const prune = db.prepare(
    `DELETE FROM agent_tasks WHERE at < @since OR number IN (
       SELECT number FROM (
         SELECT number,
           row_number() OVER (PARTITION BY owner ORDER BY number DESC) AS of_owner,
           row_number() OVER (ORDER BY number DESC) AS in_all,
           sum(bytes) OVER (ORDER BY number DESC) AS size
         FROM agent_tasks)
       WHERE of_owner > ${String(MAX_OF_CALLER)} OR in_all > ${String(MAX_TASKS)} OR size > ${String(MAX_BYTES)})
     RETURNING owner, id`,
  )
  const note = withoutWaiting(db)
  const read = (text: unknown): Task => Task.fromJSON(JSON.parse(String(text)))

  /** Those that made room. */
  const put = (owner: string, task: Task, at: Date): readonly Row[] =>
    note(() => {
      const text = JSON.stringify(Task.toJSON(task))
      const time = at.getTime()
      insert.run({
        ...{ owner, id: task.id, at: time, task: text },
        isFinished: isUnfinished(task) ? 0 : 1,
        bytes: Buffer.byteLength(text),
      })
      return prune.all({ since: time - KEPT_MS }) as Row[]
    })

  return {
    put,
    find: (owner: string, id: string, from: number): Task | undefined => {
      const text = one.get(owner, id, from)
      return text === undefined ? undefined : read(text)
    },
    of: (owner: string, from: number): readonly Task[] => own.all(owner, from).map(read),
    failUnfinished: (now: () => Date): void => {
      for (const { owner, task: text } of unfinished.all() as { owner: string; task: string }[]) {
        const state = TaskState.TASK_STATE_FAILED
        const status = { state, message: undefined, timestamp: now().toISOString() }
        put(owner, { ...read(text), status }, now())
      }
    },
  }
}
