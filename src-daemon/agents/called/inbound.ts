import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { sayError } from '../../text/index.ts'
import { readRequest, RPC, writeError, writeResult, type RpcRequest } from '../core/json-rpc.ts'
import type { DidAuth } from '../requests/service.ts'
import { challengeHeaders } from '../requests/sign-request.ts'
import { claimedSender, isSigned, type Receiver, type VerifiedRequest } from '../requests/verify-request.ts'
import type { Callers } from './callers.ts'
import { createRateLimit } from './rate-limit.ts'

/** A request as received by its carrier. */
export interface InboundRequest {
  readonly method: string
  /** The address the sender used. */
  readonly targetUri: string
  /** A header by its name in small letters. */
  readonly header: (name: string) => string | undefined
  readonly body: string
  /** Fires when the caller has disconnected. */
  readonly signal: AbortSignal
}

export interface InboundAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The outcome of a tool call in the form sent to other agents. */
export type ToolOutcome =
  | { readonly ok: true; readonly output: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false
      readonly code: 'NOT_FOUND' | 'INVALID_INPUT' | 'PERMISSION_DENIED' | 'EXECUTION_FAILED' | 'TIMEOUT'
      readonly message: string
    }

export interface InboundDeps {
  readonly callers: Callers
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  /** Whom a request must be addressed to. */
  readonly receiver: () => Receiver
  /** Runs a tool for a caller with a verified signature. */
  readonly invoke: (input: {
    toolId: string
    params: Readonly<Record<string, unknown>>
    did: string
    /** The documents the caller presents, which still have to be verified. */
    authorization?: readonly unknown[] | undefined
    signal: AbortSignal
  }) => Promise<ToolOutcome>
  /** Whether an authorization of the owner's, instead of a place on the list, opens the tool (asm.md 8). */
  readonly takesAuthorization: (toolId: string) => boolean
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number
  readonly changed: () => void
  readonly log: (event: { did: string | null; method: string | null; outcome: number }) => void
}

/** Maximum number of concurrent requests, per agent and in total. */
const MAX_RUNNING_EACH = 2
const MAX_RUNNING = 4
/** Time limit of a tool: the caller waits a minute. */
const RUN_MS = 55_000

/**
 * Answers calls of other agents (acp.md 8): the caller must prove its identity, with DID-Auth for exactly this method and
 * these parameters, or in one of ANP's forms (anp.md 2), must be allowed by the owner, and can use only the tools that the owner chose, or state
 * that an authorization it presents is for.
 * Cheap checks come first. Unknown agents share a limit, so that they cannot block those that are allowed.
 */
export const createInbound = (deps: InboundDeps): ((request: InboundRequest) => Promise<InboundAnswer>) => {
  const { callers, didAuth, receiver, invoke, ticks, changed, log } = deps
  const overall = createRateLimit({ burst: 120, perMinute: 600, now: ticks })
  const strangers = createRateLimit({ burst: 10, perMinute: 20, now: ticks })
  const each = createRateLimit({ burst: 20, perMinute: 60, now: ticks })
  const running = new Map<string, number>()
  let runningInAll = 0

  const answer = async (request: InboundRequest): Promise<InboundAnswer> => {
    const rpc = readRequest(request.body)
    const [reply, did] = await attempt(request, rpc)
    log({ did, method: typeof rpc === 'number' ? null : rpc.method, outcome: reply.status })
    return reply
  }

  const attempt = async (
    request: InboundRequest,
    rpc: RpcRequest | number,
  ): Promise<readonly [InboundAnswer, string | null]> => {
    if (!overall.take('')) return [refusal(429, null, RPC.tooMany, 'too many requests'), null]
    if (typeof rpc === 'number')
      return [refusal(400, null, rpc, 'no request of JSON-RPC 2.0 with parameters by name'), null]
    const { id, method, params } = rpc
    const { signal } = request
    if (!isSigned(request)) return [unproven(id, 'DID-Auth is needed'), null]
    const claimed = claimedSender(request)
    const known = claimed === null ? null : callers.find(claimed)
    // Nothing is verified yet: a refusal here must cost the sender more than this machine.
    if (known?.status === 'refused') return [notAllowed(id), null]
    if (known?.status !== 'allowed' && !strangers.take(''))
      return [refusal(429, id, RPC.tooMany, 'too many requests of unknown agents'), null]

    const verified = await verify(request)
    if (verified instanceof SatchelError)
      return [unproven(id, sayError('en', verified.code, verified.params).message), null]
    const { did, signed } = verified
    // The signature covers these values, not the body.
    if (
      signed !== null &&
      (signed.operation !== method || canonicalize(signed.params) !== canonicalize(params))
    )
      return [refusal(401, id, RPC.notAuthenticated, 'what was signed is another request'), did]
    if (!each.take(did)) return [refusal(429, id, RPC.tooMany, 'too many requests'), did]
    const toolId = `acp:${method}`
    const { authorization: chain, ...rest } = params
    const caller = callers.find(did)
    if (Array.isArray(chain) && caller?.status !== 'refused' && deps.takesAuthorization(toolId))
      return [await run({ id, toolId, params: rest, did, authorization: chain, signal }), did]
    if (caller?.status !== 'allowed') {
      if (caller?.status !== 'refused' && callers.asked(did, { method, params })) changed()
      return [notAllowed(id), did]
    }
    if (!caller.tools.includes(toolId)) {
      if (callers.asked(did, { method, params })) changed()
      return [refusal(200, id, RPC.methodNotFound, 'no such method'), did]
    }
    return [await run({ id, toolId, params, did, signal }), did]
  }

  const verify = async (request: InboundRequest): Promise<VerifiedRequest | SatchelError> => {
    try {
      return await didAuth.verifyRequest({ ...request, body: Buffer.from(request.body) }, receiver())
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return thrown
      throw thrown
    }
  }

  const run = async (call: {
    id: RpcRequest['id']
    toolId: string
    params: Readonly<Record<string, unknown>>
    did: string
    authorization?: readonly unknown[]
    signal: AbortSignal
  }): Promise<InboundAnswer> => {
    const { id, toolId, params, did, authorization, signal } = call
    const own = running.get(did) ?? 0
    if (own >= MAX_RUNNING_EACH || runningInAll >= MAX_RUNNING)
      return refusal(429, id, RPC.tooMany, 'too many requests at once')
    running.set(did, own + 1)
    runningInAll += 1
    try {
      callers.called(did)
      const outcome = await invoke({
        toolId,
        params,
        did,
        authorization,
        signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]),
      })
      if (outcome.ok) return { status: 200, body: writeResult(id, outcome.output) }
      return refusal(200, id, CODES[outcome.code], outcome.message)
    } finally {
      runningInAll -= 1
      const left = (running.get(did) ?? 1) - 1
      if (left === 0) running.delete(did)
      else running.set(did, left)
      changed()
    }
  }

  const unproven = (id: RpcRequest['id'], message: string): InboundAnswer => ({
    ...refusal(401, id, RPC.notAuthenticated, message),
    headers: challengeHeaders(receiver().hosts[0] ?? '', randomBytes(16).toString('base64url')),
  })

  return answer
}

const CODES = {
  NOT_FOUND: RPC.methodNotFound,
  INVALID_INPUT: RPC.invalidParams,
  PERMISSION_DENIED: RPC.notAllowed,
  EXECUTION_FAILED: RPC.failed,
  TIMEOUT: RPC.timedOut,
} as const

const refusal = (status: number, id: RpcRequest['id'], code: number, message: string): InboundAnswer => ({
  status,
  body: writeError(id, code, message),
})

/** The same answer for waiting and refused callers, so that the owner's decision stays private. */
const notAllowed = (id: RpcRequest['id']): InboundAnswer =>
  refusal(403, id, RPC.notAllowed, 'the owner of this agent has not allowed you to call it')
