import type * as Mcp from '@modelcontextprotocol/server'
import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { appVersion } from '../platform/app.ts'
import type { CallProgress } from '../capabilities/types.ts'
import type { Given, SharedOffers } from './offers.ts'
import type { SharedSurface, ToolOutcome } from './surface.ts'
import type { SharedClient } from '../contract/sharing.ts'

export type McpLibrary = typeof Mcp

/** The name a program gives itself. */
export interface Said {
  readonly name: string
  readonly version: string
}

export interface FaceDeps {
  readonly library: McpLibrary
  readonly surface: Pick<SharedSurface, 'tools'>
  /** The calling program, as known now. `said`: the name it gives itself, if any. */
  readonly client: (said: Said | null) => SharedClient
  readonly call: (
    client: SharedClient,
    call: { name: string; arguments: Readonly<Record<string, unknown>> },
    hooks: {
      signal: AbortSignal
      onProgress: (progress: CallProgress) => void
      onWaiting: (isWaiting: boolean) => void
    },
  ) => Promise<ToolOutcome | null>
  /** Runs a reading of a resource or prompt shared with the program; its signal also fires if that is revoked. */
  readonly read: <T>(
    client: SharedClient,
    signal: AbortSignal,
    work: (offers: SharedOffers, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  /** Calls the listener when what a program sees may have changed. */
  readonly onChange: (listener: () => void) => () => void
}

/**
 * While a call waits for the person, the caller is reminded at this interval, so that it does not give up.
 */
const REMIND_MS = 10_000
const WAITING = 'Waiting for the user in Satchel'
/** Text for models. */
const INSTRUCTIONS =
  'Capabilities the user of Satchel shares with this program. Calls that leave the device, or cannot be undone, wait for the user to allow them in Satchel. Resources and prompts are those of the user’s servers and skills. If there is nothing, the user has shared nothing with this program yet, and can do so in Satchel under Sharing.'

/** An MCP server of both protocol eras, for one connection or one request. */
export const createFace = ({ library, surface, client, call, read, onChange }: FaceDeps): McpServer => {
  const face = new library.McpServer(
    { name: 'satchel', title: 'Satchel', version: appVersion },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true },
        prompts: { listChanged: true },
      },
      instructions: INSTRUCTIONS,
    },
  )
  const { server } = face

  const callerOf = ({ mcpReq }: ServerContext): SharedClient => {
    const modern = envelopeSchema.safeParse(mcpReq.envelope).data?.[CLIENT_INFO]
    // oxlint-disable-next-line typescript/no-deprecated -- the only place that has the name of a program of the 2025 era
    const said = modern ?? server.getClientVersion()
    return client(said ?? null)
  }

  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: [...surface.tools(callerOf(context))],
  }))

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const progress = progressOf(context)
    try {
      const outcome = await call(
        callerOf(context),
        { name: params.name, arguments: params.arguments ?? {} },
        { signal: context.mcpReq.signal, onProgress: progress.send, onWaiting: progress.waiting },
      )
      if (outcome === null)
        throw new library.ProtocolError(
          library.ProtocolErrorCode.InvalidParams,
          `Unknown tool: ${params.name}`,
        )
      return server.projectCallToolResult(outcome.result, outcome.outputSchema)
    } finally {
      progress.end()
    }
  })

  /** The content, or the protocol's error for it. */
  const given = <T>(found: Given<T>, missing: () => Error): T => {
    if (found === null) throw missing()
    if (found.ok) return found.value
    const { code, message } = found.error
    throw new library.ProtocolError(library.ProtocolErrorCode.InternalError, `${message} (${code})`)
  }

  server.setRequestHandler('resources/list', async (_request, context) => {
    const client = callerOf(context)
    const { resources } = await read(client, context.mcpReq.signal, (offers, signal) =>
      offers.resources(client, signal),
    )
    return { resources: [...resources] }
  })

  server.setRequestHandler('resources/templates/list', async (_request, context) => {
    const client = callerOf(context)
    const { templates } = await read(client, context.mcpReq.signal, (offers, signal) =>
      offers.resources(client, signal),
    )
    return { resourceTemplates: [...templates] }
  })

  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const client = callerOf(context)
    const found = await read(client, context.mcpReq.signal, (offers, signal) =>
      offers.read(client, uri, signal),
    )
    return given(found, () => new library.ResourceNotFoundError(uri))
  })

  server.setRequestHandler('prompts/list', async (_request, context) => {
    const client = callerOf(context)
    const prompts = await read(client, context.mcpReq.signal, (offers, signal) =>
      offers.prompts(client, signal),
    )
    return { prompts: [...prompts] }
  })

  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const client = callerOf(context)
    const input = { name: params.name, arguments: params.arguments ?? {} }
    const found = await read(client, context.mcpReq.signal, (offers, signal) =>
      offers.prompt(client, input, signal),
    )
    const { InvalidParams } = library.ProtocolErrorCode
    return given(found, () => new library.ProtocolError(InvalidParams, `Unknown prompt: ${params.name}`))
  })

  const stop = onChange(() => {
    if (!face.isConnected()) return
    // A program that has just disconnected does not need it.
    for (const told of [
      server.sendToolListChanged(),
      server.sendResourceListChanged(),
      server.sendPromptListChanged(),
    ])
      told.catch(() => undefined)
  })
  server.onclose = stop
  return face
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const envelopeSchema = z.object({
  [CLIENT_INFO]: z.object({ name: z.string(), version: z.string() }).optional(),
})

/** Sends progress to the caller if it asked for that; the value grows with every message. */
const progressOf = ({ mcpReq }: ServerContext) => {
  const progressToken = mcpReq._meta?.progressToken
  let last = -1
  let timer: NodeJS.Timeout | undefined

  const send = ({ progress, total, message }: CallProgress): void => {
    if (progressToken === undefined || progress <= last) return
    last = progress
    const params = {
      progressToken,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    }
    // A disconnected caller also fails to get the result, which is reported there.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  /** The steps are too small to look like real progress. */
  const remind = (): void => {
    send({ progress: last < 0 ? 0 : last + 1e-6, message: WAITING })
  }
  const end = (): void => {
    clearInterval(timer)
  }
  return {
    send,
    end,
    waiting: (isWaiting: boolean): void => {
      end()
      if (!isWaiting) return
      remind()
      timer = setInterval(remind, REMIND_MS)
    },
  }
}
