import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client, ClientContext, JSONRPCRequest, Result } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { createClientTasks } from './client-tasks.ts'

type Library = typeof ClientLibrary
type Handler = (request: JSONRPCRequest, context: ClientContext) => Promise<Result>

/** The protocol that has tasks; in the older ones and the newest a request says nothing of them. */
const WITH_TASKS = '2025-11-25'
/** What a server may ask for as a task. */
const AS_TASKS: ReadonlySet<string> = new Set(['elicitation/create', 'sampling/createMessage'])

const wanted = z.object({ task: z.object({ ttl: z.number().optional() }) })
const which = z.object({ taskId: z.string() })

/** What a server is told of it: that one may be asked for where the request itself may be. */
export const taskCapabilities = (
  samples: boolean,
): NonNullable<ClientLibrary.ClientCapabilities['tasks']> => ({
  list: {},
  cancel: {},
  requests: { elicitation: { create: {} }, ...(samples ? { sampling: { createMessage: {} } } : {}) },
})

/** The request was answered with the task: what ends it is what ends that. */
const withSignal = (context: ClientContext, signal: AbortSignal): ClientContext => ({
  ...context,
  mcpReq: { ...context.mcpReq, signal },
})

/**
 * A client that answers a request of the server's with a task where that asks for one (MCP 2025-11-25, tasks), and goes on with it as
 * with any other. The library checks requests and answers as it does without; it has no part that runs tasks.
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
      // A server that does not hear it asks itself, or is gone.
      client.notification({ method: 'notifications/tasks/status', params: task }).catch(() => undefined)
    },
  })
  // The library's own way to have more done around a handler.
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
  // There are so few that there is one page, and no cursor for another.
  client.setRequestHandler('tasks/list', { params: z.object({ cursor: z.never().optional() }) }, () => ({
    tasks: [...tasks.list()],
  }))
  return client
}
