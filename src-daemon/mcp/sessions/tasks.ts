import { setTimeout } from 'node:timers/promises'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { CallReading, TaskReading } from '../wire/answers.ts'
import { ask } from './ask.ts'

/** How long a server is asked to keep a result, in ms: longer than any call may take. */
const KEPT_MS = 30 * 60_000
/** Minimum polling interval, whatever the server suggests. */
const SHORTEST_MS = 100
const LONGEST_MS = 5_000
const USUAL_MS = 1_000
const CANCEL_MS = 5_000

/**
 * Calls a tool that only runs as a task (MCP 2025-11-25, tasks): polls until its result is available, then
 * fetches it.
 * While the server waits for the person, its question arrives during the request for the result. A cancelled
 * call cancels its task.
 */
export const callAsTask = async (input: {
  readonly client: Client
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly request: RequestOptions
  /** Called with each poll and the server's status message. */
  readonly onPoll: (status: { readonly polls: number; readonly message: string | undefined }) => void
}): Promise<CallReading> => {
  const { client, tool, args, request, onPoll } = input
  const { signal } = request
  const quiet: RequestOptions = {
    ...(signal === undefined ? {} : { signal }),
    ...(request.timeout === undefined ? {} : { timeout: request.timeout }),
  }
  const given = { name: tool, arguments: { ...args }, task: { ttl: KEPT_MS } }
  const created = await ask(client, 'tools/call', given, request)
  if (created.task === null) return created
  const params = { taskId: created.task.taskId }
  const fetch = () => ask(client, 'tasks/result', params, quiet)
  let { task } = created
  let result: Promise<CallReading> | null = null
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
      task = await ask(client, 'tasks/get', params, quiet)
      polls += 1
    }
  } catch (thrown) {
    if (signal?.aborted === true)
      await client
        .request({ method: 'tasks/cancel', params }, z.looseObject({}), { timeout: CANCEL_MS })
        .catch(() => undefined) // it is cancelled either way
    throw thrown
  }
}

const isOver = ({ status }: TaskReading): boolean => ['completed', 'failed', 'cancelled'].includes(status)

const pauseOf = ({ pollInterval = USUAL_MS }: TaskReading): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pollInterval))
