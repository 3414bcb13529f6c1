import { SatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { DidAuth } from '../requests/service.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { Database } from '../../storage/index.ts'
import type { Language } from '../../contract/language.ts'
import { MAX_SHARE_SECONDS } from '../../contract/authorizations.ts'
import type { OfferService } from '../offer/service.ts'
import type { ServedFile } from '../offer/served-files.ts'
import { createCallers } from './callers.ts'
import { didsOf, originOf } from './endpoint.ts'
import type { FaceSet } from './faces.ts'
import { createGrants, type Grant, type GrantAuthorizations } from './grants.ts'
import { httpFace } from './http-face.ts'
import { mcpFaces } from './mcp-face.ts'
import { orderFace } from './order-face.ts'
import { createOwnEndpoint, type ListenForAgents } from './own-endpoint.ts'
import { questionFace } from './question-face.ts'
import { createReception, type Reception, type ReceptionDeps } from './reception.ts'
import { rpcFace } from './rpc-face.ts'
import { createTokens } from './tokens.ts'
import type { AgentsService } from './types.ts'
import type { AgentCaller, ExposableTool } from '../../contract/agents.ts'

export interface AgentsDeps {
  readonly db: Database
  readonly settings: SettingsService
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  readonly authorizations: GrantAuthorizations
  readonly ownerDid: () => string
  /** The tools that other agents could be allowed to call, and asking in words. */
  readonly exposable: () => readonly ExposableTool[]
  /** The id of the latter. */
  readonly questionTool: string
  /** The id of the tool that takes orders. */
  readonly orderTool: string
  /** The id under which conversations are opened to an agent. */
  readonly threadTool: string
  readonly takenOrder: ReceptionDeps['takenOrder']
  readonly offer: Pick<OfferService, 'get' | 'published'>
  /** Documents of the own DIDs and of the own description, for the hosts that the endpoint answers to. */
  readonly files: () => readonly ServedFile[]
  /** The own DIDs by which a request may address us. */
  readonly ownDids: () => readonly string[]
  readonly invoke: ReceptionDeps['invoke']
  readonly takesAuthorization: ReceptionDeps['takesAuthorization']
  /** What the endpoint answers beside JSON-RPC, questions and documents: other protocols. */
  readonly faces?: ((reception: Reception) => FaceSet) | undefined
  readonly listen: ListenForAgents
  readonly checkDid: (did: string) => void
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** Calls from other agents: the endpoint, permissions, and agents waiting for an answer. */
export const createAgents = (deps: AgentsDeps): AgentsService & { start(): Promise<void> } => {
  const { db, settings, exposable, offer, now, log } = deps
  const callers = createCallers({ db, now })
  const grants = createGrants({ authorizations: deps.authorizations, now })
  const tokens = createTokens(now)
  const { listen: onChange, emit: changed } = createEmitter()
  const oneAnswer = createOneAtATime()

  const isExposable = (toolId: string): boolean => exposable().some(({ id }) => id === toolId)

  const reception = createReception({
    callers,
    grants,
    tokens,
    didAuth: deps.didAuth,
    receiver: () => {
      const { agentEndpoint } = settings.get()
      return {
        dids: [...didsOf(agentEndpoint).map(({ did }) => did), ...deps.ownDids()],
        hosts: [new URL(originOf(agentEndpoint)).hostname],
      }
    },
    // A tool that an agent was allowed to call may have been removed or forbidden since.
    invoke: (call) =>
      call.authorization !== undefined || isExposable(call.toolId)
        ? deps.invoke(call)
        : Promise.resolve({ ok: false, code: 'NOT_FOUND', message: 'no such method' }),
    takesAuthorization: deps.takesAuthorization,
    asksOwner: (toolId) =>
      offer.get().operations.some((one) => one.tool === toolId && one.humanAuthorization),
    toolsFor: (did) => toolsFor(did),
    questionTool: () => (offer.get().questions.enabled ? deps.questionTool : null),
    orderTool: () => (offer.get().orders.enabled ? deps.orderTool : null),
    takenOrder: deps.takenOrder,
    ticks: () => performance.now(),
    changed,
    log: (event) => {
      log.info(event, 'a call of another agent')
    },
  })
  const more = deps.faces?.(reception)
  const protocols = [
    rpcFace('/a2a', reception),
    rpcFace('/rpc', reception),
    httpFace(reception),
    ...mcpFaces({ reception, published: offer.published, ticks: () => performance.now(), log }),
    questionFace(reception),
    orderFace(reception, offer.get),
    ...(more?.faces ?? []),
  ]
  const endpoint = createOwnEndpoint({
    settings,
    protocols,
    files: deps.files,
    ownerDid: deps.ownerDid,
    listen: deps.listen,
    resume: () => more?.resume(),
    language: deps.language,
    changed,
    log,
  })

  /** With what the owner opened to it, until the first of that ends. */
  const shown = (
    caller: Omit<AgentCaller, 'until'>,
    granted: readonly Grant[] = grants.all().get(caller.did) ?? [],
  ): AgentCaller => {
    const tools = new Set([...caller.tools, ...granted.map(({ tool }) => tool)])
    const [until = null] = granted.map((one) => one.until).sort()
    return { ...caller, tools: [...tools].sort(), until }
  }

  const toolsFor = (did: string): readonly string[] => {
    const caller = callers.find(did)
    const tools = caller === null ? [] : shown(caller).tools
    const own = [deps.questionTool, deps.orderTool, deps.threadTool]
    return tools.filter((id) => !own.includes(id) && isExposable(id))
  }

  const answer: AgentsService['answer'] = async (input) => {
    const { did, tools, expiresInSeconds = MAX_SHARE_SECONDS } = input
    deps.checkDid(did)
    const isAllowed = input.status === 'allowed'
    const foreign = isAllowed ? tools.find((id) => !isExposable(id)) : undefined
    if (foreign !== undefined)
      throw new SatchelError('agent_tool_not_exposable', {
        params: { tool: foreign },
        details: { tool: foreign },
      })
    await grants.replace(did, isAllowed ? tools : [], expiresInSeconds)
    const caller = callers.answer(input)
    if (!isAllowed) tokens.revoke(did)
    changed()
    return shown(caller)
  }

  const forget = async (did: string): Promise<void> => {
    if (!callers.forget(did)) throw new SatchelError('agent_unknown', { params: { did }, details: { did } })
    tokens.revoke(did)
    await grants.replace(did, [], 0)
    changed()
  }

  return {
    status: endpoint.status,
    start: endpoint.start,
    setEndpoint: endpoint.set,
    setDevelopmentHosts: endpoint.setDevelopmentHosts,
    callers: () => {
      const granted = grants.all()
      return callers.list().map((caller) => shown(caller, granted.get(caller.did) ?? []))
    },
    labelOf: (did) => callers.find(did)?.label || null,
    exposable,
    answer: (input) => oneAnswer(() => answer(input)),
    forget: (did) => oneAnswer(() => forget(did)),
    onChange,
    close: () => {
      more?.close()
      return endpoint.close()
    },
  }
}
