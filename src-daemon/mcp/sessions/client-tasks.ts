import { randomUUID } from 'node:crypto'
import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Result } from '@modelcontextprotocol/client'
import { onAbort } from '../../platform/abortable.ts'

/** A task as a server is told of it: times in ISO 8601, `ttl` and `pollInterval` in ms. */
export type ClientTask = Readonly<{
  taskId: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  statusMessage?: string
  ttl: number
  createdAt: string
  lastUpdatedAt: string
  pollInterval: number
}>

/** What is worked on for a server that asks again instead of waiting (MCP 2025-11-25, tasks). */
export interface ClientTasks {
  /**
   * Starts `work` for the call that is running, and says which task it is. It is cancelled and forgotten with that call; `over` fires
   * when nobody waits for what it comes to any more.
   * `ttl` in ms as the server wants it. Errors: a `ProtocolError` where no call runs or there are too many.
   */
  begin(ttl: number | undefined, work: (over: AbortSignal) => Promise<Result>): { readonly task: ClientTask }
  /** Errors of these: a `ProtocolError` for a task that is not known (any more). */
  get(id: string): ClientTask
  /** What `work` came to, or its failure, once it is there; the task is forgotten with that. */
  result(id: string): Promise<Result>
  list(): readonly ClientTask[]
  /** Errors: also a `ProtocolError` for one that is over. */
  cancel(id: string): ClientTask
}

/** Tasks kept, and answers worked on, at once. */
const MAX_TASKS = 16
/** However long a server wants one to be kept, in ms. */
const LONGEST_TTL = 30 * 60_000
/** How often a server is asked to come back, in ms. */
const POLL_MS = 1_000
/** Of what is said of a failure, in characters. */
const MAX_MESSAGE = 500
/** Where an answer says which task it is of (MCP, tasks). */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

interface Kept {
  task: ClientTask
  readonly outcome: PromiseWithResolvers<Result>
  readonly over: AbortController
  readonly release: () => void
}

/**
 * @param deps.call fires when the call that asks is over; null while none runs
 * @param deps.told hears of every task that ended, for the server
 */
export const createClientTasks = (deps: {
  readonly library: Pick<typeof ClientLibrary, 'ProtocolError' | 'ProtocolErrorCode'>
  readonly call: () => AbortSignal | null
  readonly told: (task: ClientTask) => void
  readonly now: () => Date
}): ClientTasks => {
  const { library, now } = deps
  const { InvalidParams, InvalidRequest } = library.ProtocolErrorCode
  const kept = new Map<string, Kept>()
  // Of one that was cancelled, too: the person may still have its question before them.
  let working = 0

  const refused = (code: number, why: string): Error => new library.ProtocolError(code, why)

  const find = (id: string): Kept => {
    const found = kept.get(id)
    if (found === undefined) throw refused(InvalidParams, 'unknown task')
    return found
  }

  const end = (one: Kept, status: Exclude<ClientTask['status'], 'working'>, why?: string): void => {
    if (one.task.status !== 'working') return
    const message = why === undefined ? {} : { statusMessage: why.slice(0, MAX_MESSAGE) }
    one.task = { ...one.task, status, ...message, lastUpdatedAt: now().toISOString() }
    deps.told(one.task)
  }

  const forget = ({ task: { taskId }, outcome, over, release }: Kept): void => {
    release()
    kept.delete(taskId)
    over.abort()
    outcome.reject(refused(InvalidParams, 'unknown task')) // for who still waits; nothing where it is there
  }

  const begin: ClientTasks['begin'] = (ttl = LONGEST_TTL, work) => {
    const call = deps.call()
    if (call === null || call.aborted) throw refused(InvalidRequest, 'no call is running that asks for this')
    if (kept.size >= MAX_TASKS || working >= MAX_TASKS) throw refused(InvalidRequest, 'too many tasks')
    const createdAt = now().toISOString()
    const keptMs = Math.min(LONGEST_TTL, Math.max(0, ttl))
    const outcome = Promise.withResolvers<Result>()
    outcome.promise.catch(() => undefined) // whoever asks for the result is told
    const timer = setTimeout(() => {
      forget(one)
    }, keptMs)
    timer.unref()
    const forgetCall = onAbort(call, () => {
      end(one, 'cancelled', 'the call it belongs to is over')
      forget(one)
    })
    const one: Kept = {
      task: {
        taskId: randomUUID(),
        status: 'working',
        ttl: keptMs,
        createdAt,
        lastUpdatedAt: createdAt,
        pollInterval: POLL_MS,
      },
      outcome,
      over: new AbortController(),
      release: () => {
        clearTimeout(timer)
        forgetCall()
      },
    }
    const { task } = one
    kept.set(task.taskId, one)
    void settle(one, work)
    return { task }
  }

  /** What comes after a task was cancelled or forgotten is dropped: its outcome is settled by then. */
  const settle = async (one: Kept, work: (over: AbortSignal) => Promise<Result>): Promise<void> => {
    working += 1
    const isKept = () => kept.get(one.task.taskId) === one
    try {
      one.outcome.resolve(await work(one.over.signal))
      if (isKept()) end(one, 'completed')
    } catch (thrown) {
      one.outcome.reject(thrown)
      if (isKept()) end(one, 'failed', thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      working -= 1
    }
  }

  return {
    begin,
    get: (id) => find(id).task,
    result: async (id) => {
      const one = find(id)
      try {
        const result = await one.outcome.promise
        return { ...result, _meta: { ...result._meta, [RELATED_TASK]: { taskId: id } } }
      } finally {
        forget(one)
      }
    },
    list: () => [...kept.values()].map(({ task }) => task),
    cancel: (id) => {
      const one = find(id)
      if (one.task.status !== 'working') throw refused(InvalidParams, 'the task is over')
      one.outcome.reject(refused(InvalidRequest, 'the task was cancelled'))
      end(one, 'cancelled', 'cancelled by the server')
      one.over.abort()
      return one.task
    },
  }
}
