import { z } from 'zod'
import { sendSigned, type AccessTokens } from '../../agents/index.ts'
import { readStrictJson } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { readDeclared, type Declared } from '../negotiation/actors.ts'

/** Where a conversation is kept, and as whom we speak there. */
export interface AtAgent {
  readonly signer: Signer
  /** The agent, for what goes wrong. */
  readonly agent: string
}

/** A conversation as its agent describes it. Everything of it is what the agent says. */
export interface ForeignThread {
  readonly id: string
  readonly isClosed: boolean
  readonly actors: readonly Declared[]
}

export interface ForeignPage {
  readonly messages: readonly unknown[]
  readonly hasMore: boolean
}

/** What we say of ourselves where we begin or join. */
interface OurActor {
  readonly did: string
  readonly capabilities: readonly string[]
}

const TIMEOUT_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024
/** A stream is taken up again after that, from where it was. */
const STREAM_MS = 12 * 60 * 60_000
const FIRST_BYTE_MS = 20_000
const SILENT_MS = 120_000

const threadSchema = z.looseObject({
  id: z.string().regex(/^[\w.:-]{1,200}$/),
  status: z.unknown().optional(),
  metadata: z.looseObject({ actors: z.unknown() }).optional(),
})
const errorSchema = z.object({
  error: z.object({ code: z.string().max(100).default('error'), message: z.string().default('') }),
})
const pageSchema = z.looseObject({
  data: z.array(z.unknown()).max(1000),
  has_more: z.boolean().default(false),
})

export type AgentThreads = ReturnType<typeof createAgentThreads>

/**
 * The Thread API of other agents (aitp.md 6), through the network guard, signed as one of our DIDs. Errors: `agent_refused`,
 * `agent_answer_unusable`, those of the network guard and of the signer.
 */
export const createAgentThreads = (deps: {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  readonly tokens: AccessTokens
}) => {
  const silent = (host: string) => (seconds: number) =>
    new SatchelError('network_timeout', { params: { host, seconds }, details: { host, seconds } })

  const send = (
    url: string,
    { signer }: AtAgent,
    more: { body?: unknown; key?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> => {
    const { body, key, signal } = more
    return sendSigned(deps, {
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signer,
      policy: {
        kind: 'package_host',
        hosts: [new URL(url).host],
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      },
      signal,
    })
  }

  const json = async (response: Response, agent: string): Promise<unknown> => {
    const read = readStrictJson(await response.text())
    const { status } = response
    if (!response.ok) {
      const said = errorSchema.safeParse(read.ok ? read.value : null).data?.error
      const words = {
        did: agent,
        code: said?.code ?? String(status),
        message: (said?.message ?? '').slice(0, 500),
      }
      throw new SatchelError('agent_refused', { params: words, details: { ...words, status } })
    }
    if (!read.ok) throw unusable(agent, status)
    return read.value
  }

  const thread = async (response: Response, agent: string): Promise<ForeignThread> => {
    const read = threadSchema.safeParse(await json(response, agent))
    if (!read.success) throw unusable(agent, response.status)
    const { id, status, metadata } = read.data
    return { id, isClosed: status === 'closed', actors: readDeclared(metadata?.actors) ?? [] }
  }

  const ours = ({ did, capabilities }: OurActor) => ({
    metadata: { actors: [{ id: did, client_id: did, capabilities }] },
  })

  return {
    open: async (url: string, at: AtAgent, said: { actor: OurActor; key: string }) => {
      const { actor, key } = said
      return thread(await send(url, at, { body: { messages: [], ...ours(actor) }, key }), at.agent)
    },
    get: async (url: string, at: AtAgent, signal?: AbortSignal) =>
      thread(await send(url, at, { signal }), at.agent),
    join: async (url: string, at: AtAgent, actor: OurActor) =>
      thread(await send(url, at, { body: ours(actor) }), at.agent),
    leave: async (url: string, at: AtAgent) => {
      await json(await send(`${url}/leave`, at, { body: {} }), at.agent)
    },
    /** The message as the agent keeps it. */
    post: async (
      url: string,
      at: AtAgent,
      message: { content: readonly string[]; metadata: Readonly<Record<string, unknown>>; key: string },
    ): Promise<unknown> => {
      const { content, metadata, key } = message
      return json(
        await send(`${url}/messages`, at, { body: { role: 'user', content, metadata }, key }),
        at.agent,
      )
    },
    /** What came after a message, or the first ones. */
    messages: async (
      url: string,
      at: AtAgent,
      after: string | null,
      signal: AbortSignal,
    ): Promise<ForeignPage> => {
      const query = new URLSearchParams({ order: 'asc', limit: '100', ...(after === null ? {} : { after }) })
      const response = await send(`${url}/messages?${query.toString()}`, at, { signal })
      const page = pageSchema.safeParse(await json(response, at.agent))
      if (!page.success) throw unusable(at.agent, response.status)
      return { messages: page.data.data, hasMore: page.data.has_more }
    },
    /** The events after one. The answer is open until `signal` fires, or the agent is silent too long. */
    events: async (
      url: string,
      at: AtAgent,
      last: string | null,
      signal: AbortSignal,
    ): Promise<ReadableStream<Uint8Array>> => {
      const { host } = new URL(url)
      const response = await sendSigned(deps, {
        method: 'GET',
        url: `${url}/events`,
        headers: { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) },
        signer: at.signer,
        policy: {
          kind: 'package_host',
          hosts: [host],
          timeoutMs: STREAM_MS,
          maxBytes: MAX_BYTES,
          idle: { firstByteMs: FIRST_BYTE_MS, betweenMs: SILENT_MS, error: silent(host) },
        },
        signal,
      })
      if (!response.ok) await json(response, at.agent)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!isStream || response.body === null) throw unusable(at.agent, response.status)
      return response.body
    },
  }
}

const unusable = (agent: string, status: number): SatchelError =>
  new SatchelError('agent_answer_unusable', {
    params: { did: agent, status },
    details: { did: agent, status },
  })
