import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { definitionHash, definitionOf } from '../records/definitions.ts'
import { createServerLog } from '../transports/server-log.ts'
import type { CallerSide } from '../sessions/exchanges.ts'
import { answerOf, resultOf } from '../sessions/results.ts'
import { openSession } from '../sessions/session.ts'
import { SESSION_TIMES, type SessionTimes } from '../sessions/times.ts'

/** A tool of a visited server, with the hash of its definition, which changes with all it says and takes. */
export interface VisitedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Readonly<Record<string, unknown>>
  /** Null if it declares none. */
  readonly output: Readonly<Record<string, unknown>> | null
  readonly hash: string
}

export interface Visit {
  /** Its tools now, the first of each name. */
  readonly tools: readonly VisitedTool[]
  /**
   * Calls a tool of `tools`: its structured content where it declares that, otherwise all it says as one object. Errors: `server_tool_failed`,
   * `server_result_too_large`, those of the session.
   */
  call(
    tool: VisitedTool,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal } & CallerSide,
  ): Promise<unknown>
}

/**
 * Speaks MCP with an address that isn't one of the owner's servers, for as long as `work` takes: nothing of it is kept. Errors: `server_*`,
 * those of the network guard and of `work`.
 */
export const visitServer = async <T>(
  input: {
    /** For messages. */
    readonly name: string
    readonly url: string
    readonly policy: NetworkPolicy
    readonly guard: Pick<NetworkGuard, 'fetchFor'>
    readonly now: () => Date
    readonly signal: AbortSignal
    readonly times?: Partial<SessionTimes> | undefined
  },
  work: (visit: Visit) => Promise<T>,
): Promise<T> => {
  const { name, url, policy, guard, now, signal, times } = input
  const session = await openSession({
    server: name,
    target: { kind: 'address', url: new URL(url), headers: {}, policy, guard },
    log: createServerLog(now),
    times: { ...SESSION_TIMES, ...times },
    signal,
    listens: false,
  })
  try {
    const listed = await session.tools({ signal })
    const byName = new Map(listed.toReversed().map((tool) => [tool.name, tool]))
    const tools = [...byName.values()].toReversed().map((tool) => ({
      name: tool.name,
      title: tool.title ?? tool.annotations?.title ?? '',
      description: tool.description ?? '',
      input: tool.inputSchema,
      output: tool.outputSchema ?? null,
      hash: definitionHash(definitionOf(tool)),
    }))
    return await work({
      tools,
      call: async (tool, args, options) => {
        const result = await session.call(tool.name, args, options)
        const whose = { server: name, tool: tool.name }
        const { structured } = answerOf(result, whose)
        return tool.output === null || structured === undefined ? resultOf(result, whose) : structured
      },
    })
  } finally {
    await session.close()
  }
}
