import { setTimeout } from 'node:timers/promises'
import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { CallToolResult, Client, RequestOptions } from '@modelcontextprotocol/client'

/** How long a server is asked to keep a result, in ms: longer than any call may take. */
const KEPT_MS = 30 * 60_000
/** Minimum polling interval, whatever the server suggests. */
const SHORTEST_MS = 100
const LONGEST_MS = 5_000
const USUAL_MS = 1_000
const CANCEL_MS = 5_000

/** The part of a task's state that is read. */
interface Task {
  readonly status: string
  readonly statusMessage?: string | undefined
  readonly pollInterval?: number | undefined
}

/**
 * Calls a tool that only runs as a task (MCP 2025-11-25, tasks): polls until its result is available, then
 * fetches it.
 * While the server waits for the person, its question arrives during the request for the result. A cancelled
 * call cancels its task.
 */
export const callAsTask = async (input: {
  readonly client: Client
  readonly library: Pick<typeof ClientLibrary, 'specTypeSchemas'>
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly request: RequestOptions
  /** Called with each poll and the server's status message. */
  readonly onPoll: (status: { readonly polls: number; readonly message: string | undefined }) => void
}): Promise<CallToolResult> => {
  const { client, library, tool, args, request, onPoll } = input
  const { CreateTaskResult, GetTaskResult, CallToolResult } = library.specTypeSchemas
  const { signal } = request
  const quiet: RequestOptions = {
    ...(signal === undefined ? {} : { signal }),
    ...(request.timeout === undefined ? {} : { timeout: request.timeout }),
  }
  const created = await client.request(
    { method: 'tools/call', params: { name: tool, arguments: { ...args }, task: { ttl: KEPT_MS } } },
    CreateTaskResult,
    request,
  )
  const params = { taskId: created.task.taskId }
  const fetch = () => client.request({ method: 'tasks/result', params }, CallToolResult, quiet)
  let task: Task = created.task
  let result: Promise<CallToolResult> | null = null
  let polls = 0
  try {
    for (;;) {
      onPoll({ polls, message: task.statusMessage })
      if (isOver(task)) return await (result ?? fetch())
      if (task.status === 'input_required') {
        result ??= fetch()
        result.catch(() => undefined) // reported where it is awaited below
      }
      const done = await Promise.race([
        setTimeout(pauseOf(task), null, signal === undefined ? {} : { signal }),
        ...(result === null ? [] : [result]),
      ])
      if (done !== null) return done
      task = await client.request({ method: 'tasks/get', params }, GetTaskResult, quiet)
      polls += 1
    }
  } catch (thrown) {
    if (signal?.aborted === true)
      await client
        .request({ method: 'tasks/cancel', params }, GetTaskResult, { timeout: CANCEL_MS })
        .catch(() => undefined) // it is cancelled either way
    throw thrown
  }
}

const isOver = ({ status }: Task): boolean => ['completed', 'failed', 'cancelled'].includes(status)

const pauseOf = ({ pollInterval = USUAL_MS }: Task): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pollInterval))
