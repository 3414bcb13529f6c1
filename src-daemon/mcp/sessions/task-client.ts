import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client, ClientContext, JSONRPCRequest, Result } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { createClientTasks } from './client-tasks.ts'

type Library = typeof ClientLibrary
type Handler = (request: JSONRPCRequest, context: ClientContext) => Promise<Result>

/** The only protocol version with tasks. */
const WITH_TASKS = '2025-11-25'
/** What a server may request as a task. */
const AS_TASKS: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage'])

const wanted = z.object({ task: z.object({ ttl: z.number().optional() }) })
const which = z.object({ taskId: z.string() })

/** The capabilities to announce: a task is allowed wherever the request itself is. */
export const taskCapabilities = (
  samples: boolean,
): NonNullable<ClientLibrary.ClientCapabilities['tasks']> => ({
  list: {},
  cancel: {},
  requests: { elicitation: { create: {} }, ...(samples ? { sampling: { createMessage: {} } } : {}) },
})

/** The request was already answered with the task, so the task's signal replaces the request's. */
const withSignal = (context: ClientContext, signal: AbortSignal): ClientContext => ({
  ...context,
  mcpReq: { ...context.mcpReq, signal },
})

/**
 * A client that answers a server's request with a task if it asks for one (MCP 2025-11-25, tasks), and
 * otherwise handles it like any other. The library validates requests and answers as usual; it has no support
 * for running tasks.
 * @param deps.call see `createClientTasks`
 */
export const createTaskClient = (
  library: Library,
  deps: {
    readonly info: ClientLibrary.Implementation
    readonly options: ClientLibrary.ClientOptions
    readonly call: () => AbortSignal | null
  },
): Client => {
  const tasks = createClientTasks({
    library,
    call: deps.call,
    now: () => new Date(),
    told: (task) => {
      // A server that misses it polls, or has ended.
      client.notification({ method: 'notifications/tasks/status', params: task }).catch(() => undefined)
    },
  })
  // The library's own way to wrap a handler.
  class TaskClient extends library.Client {
    protected override _wrapHandler(method: string, handler: Handler): Handler {
      const plain = super._wrapHandler(method, handler)
      if (!AS_TASKS.has(method)) return plain
      return async (request, context) => {
        const asked = wanted.safeParse(request.params)
        if (!asked.success || this.getNegotiatedProtocolVersion() !== WITH_TASKS)
          return plain(request, context)
        return tasks.begin(asked.data.task.ttl, (over) => plain(request, withSignal(context, over)))
      }
    }
  }
  const client = new TaskClient(deps.info, deps.options)
  client.setRequestHandler('tasks/get', { params: which }, ({ taskId }) => ({ ...tasks.get(taskId) }))
  client.setRequestHandler('tasks/result', { params: which }, ({ taskId }) => tasks.result(taskId))
  client.setRequestHandler('tasks/cancel', { params: which }, ({ taskId }) => ({ ...tasks.cancel(taskId) }))
  // There are so few that one page holds them all, without a cursor.
  client.setRequestHandler('tasks/list', { params: z.object({ cursor: z.never().optional() }) }, () => ({
    tasks: [...tasks.list()],
  }))
  return client
}
