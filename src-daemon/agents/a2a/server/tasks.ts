import type { Task } from '@a2a-js/sdk'
import { InMemoryTaskStore, type ServerCallContext, type TaskStore } from '@a2a-js/sdk/server'
import { LRUCache } from 'lru-cache'

const MAX_TASKS = 1000
const MAX_OF_CALLER = 50
const MAX_BYTES = 32 * 1024 * 1024
const MAX_HISTORY = 20
const KEPT_MS = 60 * 60_000

interface Kept {
  readonly owner: string
  readonly task: Task
}

/**
 * The tasks of other agents, in memory for an hour, each for the agent that started it alone. The oldest make room: no agent
 * can fill it for the others.
 */
export const createTaskStore = (): TaskStore => {
  const kept = new LRUCache<string, Kept>({
    max: MAX_TASKS,
    maxSize: MAX_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ task }) => JSON.stringify(task).length + 1,
  })
  const ownerOf = ({ user }: ServerCallContext): string => user?.userName ?? ''
  const keyOf = (id: string, context: ServerCallContext): string => `${ownerOf(context)} ${id}`
  const ofOwner = (owner: string): [string, Kept][] =>
    [...kept.entries()].filter(([, one]) => one.owner === owner)

  return {
    load: (id, context) => {
      const found = kept.get(keyOf(id, context))
      return Promise.resolve(found === undefined ? undefined : structuredClone(found.task))
    },
    save: (task, context) => {
      const owner = ownerOf(context)
      const key = keyOf(task.id, context)
      // The least recently used is the last one.
      if (!kept.has(key)) for (const [old] of ofOwner(owner).slice(MAX_OF_CALLER - 1)) kept.delete(old)
      kept.set(key, { owner, task: structuredClone({ ...task, history: task.history.slice(-MAX_HISTORY) }) })
      return Promise.resolve()
    },
    list: async (params, context) => {
      const own = new InMemoryTaskStore()
      for (const [, { task }] of ofOwner(ownerOf(context))) await own.save(task, context)
      return own.list(params, context)
    },
  }
}
