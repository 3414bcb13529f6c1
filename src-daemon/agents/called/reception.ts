import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { sayError } from '../../text/index.ts'
import type { DidAuth } from '../requests/service.ts'
import { challengeHeaders } from '../requests/sign-request.ts'
import {
  claimedSender,
  isSigned,
  type Receiver,
  type RequestForm,
  type VerifiedRequest,
} from '../requests/verify-request.ts'
import type { Callers } from './callers.ts'
import type { FaceRequest } from './faces.ts'
import type { Grants } from './grants.ts'
import { createRateLimit } from './rate-limit.ts'
import { createSlots, type Slots } from './slots.ts'
import type { Tokens } from './tokens.ts'

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
export interface AdmittedCaller extends Pick<VerifiedRequest, 'did' | 'signed'> {
  readonly ok: true
  /** `token`: it has proven who it is a while ago. */
  readonly form: RequestForm | 'token'
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

export interface Question {
  readonly question: string
  readonly signal: AbortSignal
  /** Called with the answer so far, whenever there is more of it. */
  readonly onText?: ((text: string) => void) | undefined
}

/** A product of the owner's, as the owner describes it, with the choices of the agent that orders it. */
export interface ProductOrder {
  readonly identifier: string
  readonly product: string
  readonly price?: string
  readonly currency?: string
  readonly options: Readonly<Record<string, string>>
  /** The same for all attempts of one order. */
  readonly idempotencyKey: string
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
  /** Answers a question in words, with the tools that are open to the caller: `{answer}`. Allowed as operations are. */
  ask(caller: AdmittedCaller, question: Question): Promise<Outcome>
  /** Whether the owner lets an agent use anything now. */
  isOpenTo(did: string): boolean
  /**
   * Why a caller may not use something that no tool runs; null if the owner opened it. An agent that isn't known waits in the inbox
   * then, with this request.
   */
  refusedUse(
    caller: AdmittedCaller,
    use: { readonly toolId: string; readonly method: string; readonly params: unknown },
  ): Promise<Refusal | null>
  /** Whether the owner lets an agent use this now. Nothing is noted down. */
  mayUse(did: string, toolId: string): Promise<boolean>
  /** Takes an order once the owner agrees. One with the key of an earlier one gets that one's answer. */
  order(
    caller: AdmittedCaller,
    input: { readonly order: ProductOrder; readonly signal: AbortSignal },
  ): Promise<Outcome>
}

/** One run of a tool for a caller with a proven DID. */
export interface ToolCall {
  readonly toolId: string
  readonly params: Readonly<Record<string, unknown>>
  readonly did: string
  /** The documents the caller presents, which still have to be verified. */
  readonly authorization?: readonly unknown[] | undefined
  /** Whether the owner is asked first. */
  readonly asksOwner: boolean
  readonly signal: AbortSignal
  readonly onText?: Question['onText']
}

export interface ReceptionDeps {
  readonly callers: Callers
  readonly grants: Pick<Grants, 'all' | 'allows' | 'presented'>
  readonly tokens: Pick<Tokens, 'issue' | 'find'>
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  /** Whom a request must be addressed to. */
  readonly receiver: () => Receiver
  readonly invoke: (call: ToolCall) => Promise<Outcome>
  /** Whether an authorization of the owner's, instead of being allowed, opens the owner's data to the tool (asm.md 8). */
  readonly takesAuthorization: (toolId: string) => boolean
  /** Whether the owner wants to be asked about each call of the tool. */
  readonly asksOwner: (toolId: string) => boolean
  /** Ids of the tools that a question of this agent may use. */
  readonly toolsFor: (did: string) => readonly string[]
  /** The tool that is asking in words; null while questions aren't taken. */
  readonly questionTool: () => string | null
  /** The tool that is ordering; null while orders aren't taken. */
  readonly orderTool: () => string | null
  /** An order that was taken, by the agent and the key it had, and how it was answered. */
  readonly takenOrder: (
    did: string,
    idempotencyKey: string,
  ) => { readonly order: ProductOrder; readonly answer: Readonly<Record<string, unknown>> } | null
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number
  readonly changed: () => void
  readonly log: (event: { did: string | null; method: string | null; outcome: string }) => void
}

/** Calls at the same time, per agent and in total; more wait in line. */
const CALLS = { running: 4, each: 2, waiting: 500 }
/** A question keeps a model busy. */
const QUESTIONS = { running: 1, each: 1, waiting: 20 }
/** Those that wait for the owner: they need no place to run in meanwhile. */
const ASKED = { running: 20, each: 2, waiting: 0 }
/** The caller waits a minute for a tool; for an answer in words or for the owner, as long as it likes. */
const RUN_MS = 55_000
const LONG_RUN_MS = 5 * 60_000

/** Forms that cover what is asked for; a token or a header without the body could be used for something else. */
const BINDING_FORMS: ReadonlySet<AdmittedCaller['form']> = new Set(['http-signature', 'did-auth'])

/**
 * Receives other agents (acp.md 8, anp.md 2): the caller must prove its DID, in any of the forms or with a token it got
 * for that, must be allowed by the owner or present an authorization, and can use only the tools that are for.
 * Cheap checks come first. Each agent has its own limits, which only requests that are proven to be its count against, and
 * unknown ones share those of their network address: none can use up what is another's.
 */
export const createReception = (deps: ReceptionDeps): Reception => {
  const { callers, grants, tokens, didAuth, receiver, ticks, changed, log } = deps
  const strangers = createRateLimit({ burst: 10, perMinute: 20, now: ticks })
  const allStrangers = createRateLimit({ burst: 60, perMinute: 120, now: ticks })
  const each = createRateLimit({ burst: 20, perMinute: 60, now: ticks })
  const calls = createSlots(CALLS)
  const questions = createSlots(QUESTIONS)
  const asked = createSlots(ASKED)

  const admit = async (request: FaceRequest): Promise<AdmittedCaller | Refusal> => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.header('authorization') ?? '')?.[1]
    if (token !== undefined && request.header('signature') === undefined) return withToken(token, request)
    if (!isSigned(request)) return unproven('a signature is needed')
    const claimed = claimedSender(request)
    const known = claimed === null ? null : callers.find(claimed)
    // Nothing is verified yet: a refusal here must cost the sender more than this machine.
    if (known?.status === 'refused') return notAllowed
    if (known?.status !== 'allowed' && !(strangers.take(request.from) && allStrangers.take('')))
      return refusal('TOO_MANY', 'too many requests of unknown agents')
    // Proven requests have used up all it has, so verifying one more is no use.
    if (claimed !== null && !each.has(claimed)) return tooMany
    const verified = await verify(request)
    if (verified instanceof SatchelError)
      return unproven(sayError('en', verified.code, verified.params).message)
    const { did, form, signed } = verified
    if (!each.take(did)) return tooMany
    const { token: given, seconds } = tokens.issue({ did, host: hostOf(request) })
    const headers = {
      'Authentication-Info': `access_token="${given}", token_type="Bearer", expires_in=${String(seconds)}`,
    }
    return { ok: true, did, form, signed, headers }
  }

  const withToken = (token: string, request: FaceRequest): AdmittedCaller | Refusal => {
    const did = tokens.find(token, hostOf(request))
    if (did === null) return unproven('the token is not valid here any more')
    if (callers.find(did)?.status === 'refused') return notAllowed
    return each.take(did) ? { ok: true, did, form: 'token', signed: null, headers: {} } : tooMany
  }

  const verify = async (request: FaceRequest): Promise<VerifiedRequest | SatchelError> => {
    try {
      return await didAuth.verifyRequest({ ...request, body: Buffer.from(request.body) }, receiver())
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return thrown
      throw thrown
    }
  }

  const call = async (caller: AdmittedCaller, input: OperationCall): Promise<Outcome> => {
    const { method, params, signal } = input
    const { did } = caller
    if (!isSignedFor(caller, method, params))
      return refusal('NOT_PROVEN', 'what was signed is another request')
    const toolId = `acp:${method}`
    const asksOwner = deps.asksOwner(toolId)
    const run = { toolId, params, did, asksOwner, signal }
    const { authorization: chain, ...rest } = params
    if (Array.isArray(chain) && callers.find(did)?.status !== 'refused') {
      if (deps.takesAuthorization(toolId)) return runIn(calls, { ...run, params: rest, authorization: chain })
      if (await isPresented(did, toolId, chain)) return runTool(caller, { ...run, params: rest })
    }
    return (await refusedUse(did, toolId, { method, params })) ?? runTool(caller, run)
  }

  /** Null if the caller may use the tool; otherwise the owner reads what it wanted. */
  const refusedUse = async (
    did: string,
    toolId: string,
    request: { method: string; params: unknown },
  ): Promise<Refusal | null> => {
    const status = callers.find(did)?.status
    if (status === 'refused') return notAllowed
    if (await mayUse(did, toolId)) return null
    if (callers.asked(did, request)) changed()
    return status === 'allowed' ? refusal('NOT_FOUND', 'no such method') : notAllowed
  }

  const mayUse = async (did: string, toolId: string): Promise<boolean> => {
    const caller = callers.find(did)
    if (caller?.status !== 'allowed') return false
    return caller.tools.includes(toolId) || (await grants.allows(did, toolId))
  }

  const isPresented = async (did: string, toolId: string, chain: readonly unknown[]): Promise<boolean> => {
    try {
      return await grants.presented(did, toolId, chain)
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code !== 'internal') return false
      throw thrown
    }
  }

  const runTool = (caller: AdmittedCaller, run: ToolCall): Promise<Outcome> => {
    if (!run.asksOwner) return runIn(calls, run)
    if (!BINDING_FORMS.has(caller.form))
      return Promise.resolve(unproven('this operation needs a signature over the request'))
    return runIn(asked, run, LONG_RUN_MS)
  }

  const ask = async (caller: AdmittedCaller, input: Question): Promise<Outcome> => {
    const { question, signal, onText } = input
    const { did } = caller
    const toolId = deps.questionTool()
    if (!isSignedFor(caller, 'ask', { question }))
      return refusal('NOT_PROVEN', 'what was signed is another request')
    if (toolId === null) return refusal('NOT_FOUND', 'this agent takes no questions')
    const refused = await refusedUse(did, toolId, { method: 'ask', params: { question } })
    if (refused !== null) return refused
    const params = { question, tools: deps.toolsFor(did).filter((id) => !deps.asksOwner(id)) }
    return runIn(questions, { toolId, params, did, asksOwner: false, signal, onText }, LONG_RUN_MS)
  }

  const order: Reception['order'] = async (caller, { order: wanted, signal }) => {
    const { did } = caller
    const toolId = deps.orderTool()
    const { identifier, options, idempotencyKey } = wanted
    const params = { identifier, customizationOptions: options }
    if (!isSignedFor(caller, 'order', params))
      return refusal('NOT_PROVEN', 'what was signed is another request')
    if (toolId === null) return refusal('NOT_FOUND', 'this agent takes no orders')
    const refused = await refusedUse(did, toolId, { method: 'order', params })
    if (refused !== null) return refused
    const taken = deps.takenOrder(did, idempotencyKey)
    if (taken === null)
      return runTool(caller, { toolId, params: { ...wanted }, did, asksOwner: true, signal })
    return canonicalize(taken.order) === canonicalize(wanted)
      ? { ok: true, output: taken.answer }
      : refusal('INVALID_INPUT', 'another order had this idempotency key')
  }

  const runIn = async (slots: Slots, run: ToolCall, limitMs = RUN_MS): Promise<Outcome> => {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(limitMs)])
    const slot = await slots.take(run.did, signal)
    if (slot === null) return refusal('TOO_MANY', 'too many requests at once')
    try {
      callers.called(run.did)
      return await deps.invoke({ ...run, signal })
    } finally {
      slot.release()
      changed()
    }
  }

  const unproven = (message: string): Refusal => ({
    ...refusal('NOT_PROVEN', message),
    headers: challengeHeaders(receiver().hosts[0] ?? '', randomBytes(16).toString('base64url')),
  })

  const logged = async (did: string, method: string, work: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await work
    log({ did, method, outcome: outcome.ok ? 'ok' : outcome.code })
    return outcome
  }

  return {
    admit: async (request) => {
      const result = await admit(request)
      if (!result.ok) log({ did: claimedSender(request), method: null, outcome: result.code })
      return result
    },
    call: (caller, input) => logged(caller.did, input.method, call(caller, input)),
    ask: (caller, input) => logged(caller.did, 'ask', ask(caller, input)),
    isOpenTo: (did) => {
      const caller = callers.find(did)
      return caller?.status === 'allowed' && (caller.tools.length > 0 || grants.all().has(did))
    },
    refusedUse: async (caller, { toolId, method, params }) => {
      // DID-Auth signs an operation and its parameters, and this is neither.
      const refused =
        caller.signed === null
          ? await refusedUse(caller.did, toolId, { method, params })
          : refusal('NOT_PROVEN', 'what was signed is another request')
      if (refused === null) callers.called(caller.did)
      log({ did: caller.did, method, outcome: refused?.code ?? 'ok' })
      return refused
    },
    mayUse,
    order: (caller, input) => logged(caller.did, 'order', order(caller, input)),
  }
}

/** The signature of a form without the body covers these values. */
const isSignedFor = ({ signed }: AdmittedCaller, operation: string, params: unknown): boolean =>
  signed === null || (signed.operation === operation && canonicalize(signed.params) === canonicalize(params))

const hostOf = ({ targetUri }: FaceRequest): string => new URL(targetUri).host

const refusal = (code: Refusal['code'], message: string): Refusal => ({ ok: false, code, message })

const tooMany = refusal('TOO_MANY', 'too many requests')

/** The same answer for waiting and refused callers, so that the owner's decision stays private. */
const notAllowed = refusal('NOT_ALLOWED', 'the owner of this agent has not allowed you to call it')
