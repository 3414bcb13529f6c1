import { randomUUID } from 'node:crypto'
import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Result } from '@modelcontextprotocol/client'
import { onAbort } from '../../platform/abortable.ts'

/** A task in the form sent to a server: times in ISO 8601, `ttl` and `pollInterval` in ms. */
export type ClientTask = Readonly<{
  taskId: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  statusMessage?: string
  ttl: number
  createdAt: string
  lastUpdatedAt: string
  pollInterval: number
}>

/** Work done for a server that polls instead of waiting (MCP 2025-11-25, tasks). */
export interface ClientTasks {
  /**
   * Starts `work` for the running call, and returns its task. It is cancelled and forgotten with that call;
   * `over` fires when its result is no longer needed.
   * `ttl` in ms as the server requests it. Errors: a `ProtocolError` if no call is running or there are too
   * many.
   */
  begin(ttl: number | undefined, work: (over: AbortSignal) => Promise<Result>): { readonly task: ClientTask }
  /** Errors of these: a `ProtocolError` for a task that is unknown or forgotten. */
  get(id: string): ClientTask
  /** The result of `work`, or its failure, once available; the task is then forgotten. */
  result(id: string): Promise<Result>
  list(): readonly ClientTask[]
  /** Errors: also a `ProtocolError` for a finished task. */
  cancel(id: string): ClientTask
}

/** Maximum number of tasks, and of answers in progress, at once. */
const MAX_TASKS = 16
/** Upper limit for the lifetime a server requests, in ms. */
const LONGEST_TTL = 30 * 60_000
/** The polling interval suggested to a server, in ms. */
const POLL_MS = 1_000
/** Maximum length of a failure's message, in characters. */
const MAX_MESSAGE = 500
/** The key under which an answer names its task (MCP, tasks). */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

interface Kept {
  task: ClientTask
  readonly outcome: PromiseWithResolvers<Result>
  readonly over: AbortController
  readonly release: () => void
}

/**
 * @param deps.call fires when the requesting call is over; null while none runs
 * @param deps.told called with every task that ended, for the server
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
  // Includes cancelled ones: the person may still be looking at the question.
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
    outcome.reject(refused(InvalidParams, 'unknown task')) // for pending callers; has no effect once settled
  }

  const begin: ClientTasks['begin'] = (ttl = LONGEST_TTL, work) => {
    const call = deps.call()
    if (call === null || call.aborted) throw refused(InvalidRequest, 'no call is running that asks for this')
    if (kept.size >= MAX_TASKS || working >= MAX_TASKS) throw refused(InvalidRequest, 'too many tasks')
    const createdAt = now().toISOString()
    const keptMs = Math.min(LONGEST_TTL, Math.max(0, ttl))
    const outcome = Promise.withResolvers<Result>()
    outcome.promise.catch(() => undefined) // reported to the caller of `result`
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

  /** A result after cancelling or forgetting is dropped: the outcome is settled by then. */
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
