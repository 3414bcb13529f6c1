import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { sayError } from '../../text/index.ts'
import type { DidAuth } from '../requests/service.ts'
import { challengeHeaders } from '../requests/sign-request.ts'
import { claimedSender, isSigned, type Receiver, type VerifiedRequest } from '../requests/verify-request.ts'
import type { Callers } from './callers.ts'
import type { FaceRequest } from './faces.ts'
import { createRateLimit } from './rate-limit.ts'

/** Why a request or a call goes no further, whatever protocol it came in. */
export interface Refusal {
  readonly ok: false
  readonly code:
    | 'NOT_PROVEN'
    | 'NOT_ALLOWED'
    | 'TOO_MANY'
    | 'NOT_FOUND'
    | 'INVALID_INPUT'
    | 'PERMISSION_DENIED'
    | 'EXECUTION_FAILED'
    | 'TIMEOUT'
  /** For the caller; nothing of our inside. */
  readonly message: string
  /** Headers that the answer must have, e.g. what proof is wanted. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An agent whose DID is proven and who isn't refused. What it may do is another question. */
export interface AdmittedCaller extends Pick<VerifiedRequest, 'did' | 'form' | 'signed'> {
  readonly ok: true
  /** Headers that the answer should have. */
  readonly headers: Readonly<Record<string, string>>
}

/** The outcome of an operation in the form sent to other agents. */
export type Outcome = { readonly ok: true; readonly output: Readonly<Record<string, unknown>> } | Refusal

export interface OperationCall {
  /** As it is named in descriptions: `units/convert`. */
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/**
 * Where other agents are received, whatever protocol they speak: who they are, how often they may come, what the owner
 * opened to them. Faces translate.
 */
export interface Reception {
  /** Who sent a request. Each request is admitted once. */
  admit(request: FaceRequest): Promise<AdmittedCaller | Refusal>
  /** Runs an operation for a caller, if the owner lets it. An agent that isn't known waits in the inbox then. */
  call(caller: AdmittedCaller, call: OperationCall): Promise<Outcome>
}

export interface ReceptionDeps {
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
  }) => Promise<Outcome>
  /** Whether an authorization of the owner's, instead of a place on the list, opens the tool (asm.md 8). */
  readonly takesAuthorization: (toolId: string) => boolean
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number
  readonly changed: () => void
  readonly log: (event: { did: string | null; method: string | null; outcome: string }) => void
}

/** Maximum number of concurrent requests, per agent and in total. */
const MAX_RUNNING_EACH = 2
const MAX_RUNNING = 4
/** Time limit of a tool: the caller waits a minute. */
const RUN_MS = 55_000

/**
 * Receives other agents (acp.md 8): the caller must prove its identity, with DID-Auth for exactly this method and these
 * parameters or in one of ANP's forms (anp.md 2), must be allowed by the owner, and can use only the tools that the owner
 * chose, or state that an authorization it presents is for.
 * Cheap checks come first. Unknown agents share a limit, so that they cannot block those that are allowed.
 */
export const createReception = (deps: ReceptionDeps): Reception => {
  const { callers, didAuth, receiver, invoke, ticks, changed, log } = deps
  const overall = createRateLimit({ burst: 120, perMinute: 600, now: ticks })
  const strangers = createRateLimit({ burst: 10, perMinute: 20, now: ticks })
  const each = createRateLimit({ burst: 20, perMinute: 60, now: ticks })
  const running = new Map<string, number>()
  let runningInAll = 0

  const admit = async (request: FaceRequest): Promise<AdmittedCaller | Refusal> => {
    if (!overall.take('')) return refusal('TOO_MANY', 'too many requests')
    if (!isSigned(request)) return unproven('DID-Auth is needed')
    const claimed = claimedSender(request)
    const known = claimed === null ? null : callers.find(claimed)
    // Nothing is verified yet: a refusal here must cost the sender more than this machine.
    if (known?.status === 'refused') return notAllowed
    if (known?.status !== 'allowed' && !strangers.take(''))
      return refusal('TOO_MANY', 'too many requests of unknown agents')
    const verified = await verify(request)
    if (verified instanceof SatchelError)
      return unproven(sayError('en', verified.code, verified.params).message)
    const { did, form, signed } = verified
    if (!each.take(did)) return refusal('TOO_MANY', 'too many requests')
    return { ok: true, did, form, signed, headers: {} }
  }

  const verify = async (request: FaceRequest): Promise<VerifiedRequest | SatchelError> => {
    try {
      return await didAuth.verifyRequest({ ...request, body: Buffer.from(request.body) }, receiver())
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return thrown
      throw thrown
    }
  }

  const call = async ({ did, signed }: AdmittedCaller, input: OperationCall): Promise<Outcome> => {
    const { method, params, signal } = input
    // The signature covers these values, not the body.
    if (
      signed !== null &&
      (signed.operation !== method || canonicalize(signed.params) !== canonicalize(params))
    )
      return refusal('NOT_PROVEN', 'what was signed is another request')
    const toolId = `acp:${method}`
    const { authorization: chain, ...rest } = params
    const caller = callers.find(did)
    if (Array.isArray(chain) && caller?.status !== 'refused' && deps.takesAuthorization(toolId))
      return run({ toolId, params: rest, did, authorization: chain, signal })
    if (caller?.status !== 'allowed') {
      if (caller?.status !== 'refused' && callers.asked(did, { method, params })) changed()
      return notAllowed
    }
    if (!caller.tools.includes(toolId)) {
      if (callers.asked(did, { method, params })) changed()
      return refusal('NOT_FOUND', 'no such method')
    }
    return run({ toolId, params, did, signal })
  }

  const run = async (input: Parameters<ReceptionDeps['invoke']>[0]): Promise<Outcome> => {
    const { did, signal } = input
    const own = running.get(did) ?? 0
    if (own >= MAX_RUNNING_EACH || runningInAll >= MAX_RUNNING)
      return refusal('TOO_MANY', 'too many requests at once')
    running.set(did, own + 1)
    runningInAll += 1
    try {
      callers.called(did)
      return await invoke({ ...input, signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]) })
    } finally {
      runningInAll -= 1
      const left = (running.get(did) ?? 1) - 1
      if (left === 0) running.delete(did)
      else running.set(did, left)
      changed()
    }
  }

  const unproven = (message: string): Refusal => ({
    ...refusal('NOT_PROVEN', message),
    headers: challengeHeaders(receiver().hosts[0] ?? '', randomBytes(16).toString('base64url')),
  })

  return {
    admit: async (request) => {
      const result = await admit(request)
      if (!result.ok) log({ did: claimedSender(request), method: null, outcome: result.code })
      return result
    },
    call: async (caller, input) => {
      const outcome = await call(caller, input)
      log({ did: caller.did, method: input.method, outcome: outcome.ok ? 'ok' : outcome.code })
      return outcome
    },
  }
}

const refusal = (code: Refusal['code'], message: string): Refusal => ({ ok: false, code, message })

/** The same answer for waiting and refused callers, so that the owner's decision stays private. */
const notAllowed = refusal('NOT_ALLOWED', 'the owner of this agent has not allowed you to call it')
