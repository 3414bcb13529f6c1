import { z } from 'zod'
import type { ContactProblem } from '../../../contract/agent-contacts.ts'
import { visitServer, type Visit, type VisitedTool } from '../../../mcp/index.ts'
import { SatchelError } from '../../../platform/errors.ts'
import { callProof } from '../../calling/call-proof.ts'
import type { SendSignedDeps } from '../../calling/send-signed.ts'
import { signedFetch } from '../../calling/signed-fetch.ts'
import { refusedBy } from './refused.ts'
import type { Asking, CallableOperation, CalledAgent, OperationCall } from '../../contacts/protocol.ts'

type Json = Readonly<Record<string, unknown>>

/** The longest wait for another agent: it may have to ask its owner. */
const TIMEOUT_MS = 120_000
const MAX_BYTES = 4 * 1024 * 1024
/** For the tools of one server; a slow one must not hold up a description for long. */
const READ_MS = 20_000
/** For a server to show that it speaks the newest protocol. */
const PROBE_MS = 4000
/** How long an answer that is kept as a proof may still take to end once it was understood. */
const END_MS = 2000

/** What the `how` of an operation says that is a tool of an MCP server (anp.md 4). */
const toolSchema = z.object({ tool: z.string(), definition: z.string() })
export type ToolTarget = z.infer<typeof toolSchema>

/** The tool that an operation is; null if it is none. */
export const toolOf = ({ how }: Pick<CallableOperation, 'how'>): ToolTarget | null =>
  toolSchema.safeParse(how).data ?? null

export type ListedTools =
  | { readonly ok: true; readonly tools: readonly VisitedTool[] }
  | { readonly ok: false; readonly problem: Pick<ContactProblem, 'code' | 'detail'> }

/** The tools of MCP servers that a description names; what can't be read is a problem, never an error. */
export type ListTools = (url: string) => Promise<ListedTools>

/** @param asking.url of the description: only servers at its host learn who asks */
export const createToolLists =
  (deps: SendSignedDeps, asking: Asking & { readonly url: string }): ListTools =>
  async (url) => {
    const { host } = new URL(url)
    const signer = host === new URL(asking.url).host ? asking.signer : null
    const late = AbortSignal.timeout(READ_MS)
    const signal = AbortSignal.any([late, ...(asking.signal === undefined ? [] : [asking.signal])])
    const policy = { kind: 'package_host', hosts: [host], maxBytes: MAX_BYTES, timeoutMs: READ_MS } as const
    const guard = { fetchFor: () => signedFetch(deps, { signer, policy }) }
    try {
      const tools = await visitServer(
        { name: host, url, policy, guard, now: deps.now, signal, times: { probeMs: PROBE_MS } },
        (visit) => Promise.resolve(visit.tools),
      )
      return { ok: true, tools }
    } catch (thrown) {
      asking.signal?.throwIfAborted()
      if (late.aborted) return failed('not_loaded', 'timeout')
      if (!(thrown instanceof SatchelError)) throw thrown
      if (thrown.code === 'network_refused') return failed('address_refused', reasonOf(thrown))
      const status = statusOf(thrown)
      if (status === 401 || status === 403) return failed('sign_in_unknown', host)
      return failed('not_loaded', status === null ? thrown.code : String(status))
    }
  }

const failed = (code: ContactProblem['code'], detail: string | null): ListedTools => ({
  ok: false,
  problem: { code, detail },
})

const detailsOf = ({ details }: SatchelError): Json =>
  typeof details === 'object' && details !== null ? { ...details } : {}

const reasonOf = (error: SatchelError): string => {
  const { reason } = detailsOf(error)
  return typeof reason === 'string' ? reason : error.code
}

const statusOf = (error: SatchelError): number | null => {
  const { status } = detailsOf(error)
  return typeof status === 'number' ? status : null
}

/**
 * Calls a tool of an MCP server that an agent names, as it was approved. What binds the owner goes out signed over address and content.
 * Errors: `agent_operation_changed`, `agent_refused` if the tool fails or the server wants somebody else, `server_*`, those of the network
 * guard and of the signer.
 */
export const callTool = async (
  deps: SendSignedDeps,
  agent: CalledAgent,
  operation: CallableOperation,
  {
    target,
    input,
    call,
  }: { readonly target: ToolTarget; readonly input: Json; readonly call: OperationCall },
): Promise<unknown> => {
  const { url } = operation.interface
  const { host } = new URL(url)
  const { name } = agent.reading
  const { asksAlways } = operation
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const signal = AbortSignal.any([late, ...(call.signal === undefined ? [] : [call.signal])])
  const policy = {
    kind: 'package_host',
    hosts: [host],
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  } as const
  const sent: { body?: string; headers?: Headers; answer?: Promise<SentAnswer | null> } = {}
  const send = signedFetch(deps, {
    signer: call.signer,
    policy,
    more: (body) => {
      if (!isToolCall(body)) return {}
      const onSigned = (headers: Headers): void => {
        Object.assign(sent, { body, headers })
      }
      return { headers: { 'idempotency-key': call.idempotencyKey }, bound: asksAlways, onSigned }
    },
  })
  const guard = {
    fetchFor: (): typeof send => async (address, init) => {
      const response = await send(address, init)
      if (asksAlways && isToolCall(init?.body)) sent.answer = answerIn(response.clone())
      return response
    },
  }
  try {
    return await visitServer({ name, url, policy, guard, now: deps.now, signal }, async (visit) => {
      const result = await visit.call(approvedTool(visit, operation, target, name), input, {
        signal,
        onQuestion: call.onQuestion,
        onProgress: ({ message }) => {
          if (message !== undefined) call.onText?.(message)
        },
      })
      const answer = await answered(sent.answer)
      if (answer !== null && sent.headers !== undefined)
        call.onProof?.(
          callProof({ method: 'POST', url, headers: sent.headers, body: sent.body ?? '' }, answer),
        )
      return result
    })
  } catch (thrown) {
    call.signal?.throwIfAborted()
    if (late.aborted) {
      const seconds = TIMEOUT_MS / 1000
      throw new SatchelError('network_timeout', { params: { host, seconds }, details: { host, seconds } })
    }
    throw asRefusal(thrown, agent.reading)
  }
}

/** The tool as it is now, if it is still what was approved. */
const approvedTool = (
  { tools }: Visit,
  { title }: CallableOperation,
  { tool, definition }: ToolTarget,
  agent: string,
): VisitedTool => {
  const found = tools.find((one) => one.name === tool)
  if (found?.hash === definition) return found
  throw new SatchelError('agent_operation_changed', {
    params: { agent, operation: title },
    details: { agent, tool, isGone: found === undefined },
  })
}

const isToolCall = (body: unknown): boolean =>
  typeof body === 'string' && /"method"\s*:\s*"tools\/call"/.test(body)

interface SentAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** Null where it broke off: then it proves nothing. */
const answerIn = async (response: Response): Promise<SentAnswer | null> => {
  const { status, headers } = response
  try {
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch {
    return null // the call itself fails of the same
  }
}

const answered = (answer: Promise<SentAnswer | null> = Promise.resolve(null)): Promise<SentAnswer | null> =>
  Promise.race([
    answer,
    new Promise<null>((done) => {
      setTimeout(done, END_MS, null).unref()
    }),
  ])

/** What the agent itself said is its refusal; the rest is about the connection. */
const asRefusal = (thrown: unknown, agent: CalledAgent['reading']): unknown => {
  if (!(thrown instanceof SatchelError)) return thrown
  const { problem } = detailsOf(thrown)
  const message = typeof problem === 'string' ? problem.replace(/^HTTP \d{3}: /, '') : ''
  const status = statusOf(thrown)
  if (thrown.code === 'server_tool_failed') return refusedBy(agent, { code: 'MCP', message }, thrown)
  if (thrown.code === 'server_refused')
    return refusedBy(agent, { code: status ?? 'MCP', message, status }, thrown)
  return thrown
}
