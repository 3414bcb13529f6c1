import type { CallToolResult } from '@modelcontextprotocol/client'
import { toSatchelError, type SatchelError } from '../../platform/errors.ts'
import type { Confinement, SandboxLimits } from '../../contract/sandbox.ts'
import type { ServerAllowance, ServerLogLevel } from '../../contract/server-allowance.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { SessionTarget } from '../transports/transport.ts'
import type { ListedTool, LeftOutOfEntry } from '../wire/listed.ts'
import { readingIn, type CallReading } from '../wire/answers.ts'
import { ask, askForTools, followPages } from './ask.ts'
import { createCallers } from './callers.ts'
import type { SessionNotice } from './client.ts'
import { connect } from './connect.ts'
import { createExchanges, type CallerSide } from './exchanges.ts'
import { createOffers, type SessionOffers } from './offers.ts'
import { callAsTask } from './tasks.ts'
import { SESSION_TIMES, type SessionTimes } from './times.ts'

/** One connection to a ready server. */
export interface Session {
  readonly server: { readonly name: string; readonly version: string; readonly protocol: string }
  readonly pid: number | null
  /** Program and arguments as started; null for a server elsewhere. */
  readonly command: readonly string[] | null
  readonly confinement: Confinement | null
  readonly limits: SandboxLimits | null
  /** Settles once the connection has ended: with the reason, or null if it was closed from here. */
  readonly ended: Promise<SatchelError | null>
  /** Whether it promised to announce changes of its tools, over a connection that delivers all messages. */
  readonly tellsOfTools: boolean
  /** Its tools as the server describes them now. */
  tools(options?: { signal?: AbortSignal | undefined }): Promise<readonly ListedTool[]>
  /** What it offers beside them. */
  readonly offers: SessionOffers
  /** The least severe of the server's own messages that are kept in its log; null leaves that to the server. */
  setLogLevel(level: ServerLogLevel | null): Promise<void>
  /** Calls one; progress the server reports keeps the call alive. */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal } & CallerSide,
  ): Promise<CallToolResult>
  close(): Promise<void>
}

/** The lists a server has. */
export type OfferedList = 'tools' | 'resources' | 'templates' | 'prompts'

const TOOL_LIST = { maxPages: 16, maxEntries: 2000 }

/** The key in a request of the newer protocol for the log level (MCP, logging). */
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

/** Opens a session with an MCP server. Errors: those of `connect`. */
export const openSession = async (input: {
  readonly server: string
  readonly target: SessionTarget
  readonly log: ServerLog
  readonly times?: SessionTimes | undefined
  readonly signal?: AbortSignal | undefined
  /** What its owner allows it; nothing by default. */
  readonly allowed?: ServerAllowance | undefined
  /** False: it is asked, and then left; changes it announces aren't listened to. */
  readonly listens?: boolean | undefined
  /** Called with each change the server announces. */
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined
  /** Called with what was left out of a list, each time it is read. */
  readonly onLeftOut?: ((list: OfferedList, leftOut: readonly LeftOutOfEntry[]) => void) | undefined
}): Promise<Session> => {
  const { server, target, log, signal, times = SESSION_TIMES, listens = true } = input
  const library = await import('@modelcontextprotocol/client')
  const callers = createCallers(library, log)
  let offers: SessionOffers | null = null
  const connection = await connect({
    library,
    server,
    target,
    log,
    times,
    signal,
    callers,
    sampling: input.allowed?.sampling === true,
    onNotice: !listens
      ? null
      : (notice) => {
          if (notice.kind === 'resource') offers?.changed(notice.resource)
          input.onNotice?.(notice)
        },
  })
  const { client, made } = connection
  const { ended, answerOf, exchange, close } = createExchanges({ connection, server, log, times, callers })

  /** The tools, as last listed; the first of each name. */
  let listed: ReadonlyMap<string, ListedTool> = new Map()
  let logLevel: ServerLogLevel | null = null

  const tools: Session['tools'] = async (options = {}) => {
    const isSaid = client.getServerCapabilities()?.tools !== undefined
    const signal = options.signal === undefined ? {} : { signal: options.signal }
    const request = { timeout: isSaid ? times.idleMs : times.probeMs, ...signal }
    const listing = followPages(TOOL_LIST, (page) =>
      isSaid ? askForTools(client, page, request) : ask(client, 'tools/list', page, request),
    )
    const found = await answerOf(listing, undefined, options.signal).catch((thrown: unknown) => {
      // It does not say that it has any, so it need not know the question.
      if (isSaid || options.signal?.aborted === true || !isRefusal(thrown)) throw thrown
      return { items: [], leftOut: [], more: false }
    })
    if (found.more) log.line(`only ${String(found.items.length)} of its tools were read`)
    listed = new Map(found.items.toReversed().map((tool) => [tool.name, tool]))
    input.onLeftOut?.('tools', found.leftOut)
    return found.items
  }

  const call: Session['call'] = async (tool, args, options) =>
    resultOf(
      await exchange(tool, options, async (request, sign) => {
        const { execution, inputSchema = {} } = listed.get(tool) ?? {}
        if (execution?.taskSupport !== 'required') {
          const params = { name: tool, arguments: { ...args }, ...levelOf() }
          // Its schema names headers, in the newer protocol; the answer is checked elsewhere.
          const toolDefinition = { name: tool, inputSchema: { ...inputSchema, type: 'object' as const } }
          return readingIn('tools/call', await client.callTool(params, { ...request, toolDefinition }))
        }
        const onPoll = ({ polls, message }: { polls: number; message: string | undefined }) => {
          sign()
          options.onProgress?.({ progress: polls, message })
        }
        return callAsTask({ client, tool, args, request, onPoll })
      }),
    )

  /** The newer protocol has the level in each request. */
  const levelOf = () =>
    client.getProtocolEra() !== 'modern' || logLevel === null ? {} : { _meta: { [LOG_LEVEL]: logLevel } }

  const setLogLevel: Session['setLogLevel'] = async (level) => {
    logLevel = level
    if (level === null || client.getProtocolEra() === 'modern') return
    if (client.getServerCapabilities()?.logging === undefined) return
    // The older one has it set once for all.
    await exchange('logging/setLevel', {}, (request) =>
      client.request({ method: 'logging/setLevel', params: { level } }, request),
    )
  }

  const offered = createOffers({ server, client, library, exchange, onLeftOut: input.onLeftOut })
  offers = offered
  await setLogLevel(input.allowed?.logLevel ?? null).catch((thrown: unknown) => {
    log.line(toSatchelError(thrown).message) // it works without
  })
  const info = client.getServerVersion()
  return {
    server: {
      name: (info?.name || server).slice(0, 200),
      version: (info?.version ?? '').slice(0, 100),
      protocol: client.getNegotiatedProtocolVersion() ?? '',
    },
    pid: made.process?.pid ?? null,
    command: made.identity.command,
    confinement: made.command?.confinement ?? null,
    limits: made.command?.limits ?? null,
    ended,
    tellsOfTools: made.process !== null && client.getServerCapabilities()?.tools?.listChanged === true,
    tools,
    offers: offered,
    setLogLevel,
    call,
    close,
  }
}

/** The code that shows a result names blocks of unknown kinds. */
const resultOf = ({ content, structuredContent, isError, meta }: CallReading): CallToolResult => ({
  content: content as CallToolResult['content'],
  ...(structuredContent === undefined ? {} : { structuredContent }),
  ...(isError ? { isError } : {}),
  ...(meta === undefined ? {} : { _meta: meta }),
})

const isRefusal = (thrown: unknown): boolean =>
  ['server_refused', 'server_silent'].includes(toSatchelError(thrown).code)
