import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { DidAuth } from '../requests/service.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { AgentEndpoint } from '../../contract/settings.ts'
import type { Database } from '../../storage/index.ts'
import type { Language } from '../../contract/language.ts'
import { MAX_SHARE_SECONDS } from '../../contract/authorizations.ts'
import type { OfferService } from '../offer/service.ts'
import type { ServedFile } from '../offer/served-files.ts'
import { createCallers } from './callers.ts'
import { addressIn, checkedEndpoint, didsOf, endpointDocument, hostsOf, originOf } from './endpoint.ts'
import { facesAt, type Face, type FaceSet } from './faces.ts'
import { createGrants, type Grant, type GrantAuthorizations } from './grants.ts'
import { httpFace } from './http-face.ts'
import { mcpFaces } from './mcp-face.ts'
import { orderFace } from './order-face.ts'
import { questionFace } from './question-face.ts'
import { createReception, type Reception, type ReceptionDeps } from './reception.ts'
import { rpcFace } from './rpc-face.ts'
import { readTlsFiles, type TlsPair } from './tls-files.ts'
import { createTokens } from './tokens.ts'
import type { AgentsService } from './types.ts'
import type { AgentCaller, AgentEndpointStatus, ExposableTool } from '../../contract/agents.ts'

/** Starts listening; `hosts` are the host names that requests may use. Errors: `port_taken`. */
export type ListenForAgents = (input: {
  host: string
  port: number
  hosts: readonly string[]
  /** Null: plain HTTP. */
  tls: TlsPair | null
  /** The address the sender used, by the host it named. */
  addressOf: (host: string, path: string) => string
  /** Those of a path. Asked at each request: what is answered may change while it listens. */
  faces: (path: string) => readonly Face[]
  log: Pick<AgentsDeps['log'], 'warn'>
}) => Promise<{ close(): Promise<void> }>

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
  const { db, settings, ownerDid, exposable, offer, files, listen, now, language, log } = deps
  const callers = createCallers({ db, now })
  const grants = createGrants({ authorizations: deps.authorizations, now })
  const tokens = createTokens(now)
  const { listen: onChange, emit: changed } = createEmitter()
  let open: { close(): Promise<void> } | null = null
  let problem: SatchelError | null = null
  /** One change of the endpoint at a time, and one answer. */
  const oneAtATime = createOneAtATime()
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
    const own = [deps.questionTool, deps.orderTool]
    return tools.filter((id) => !own.includes(id) && isExposable(id))
  }

  const status = (): AgentEndpointStatus => {
    const { agentEndpoint: endpoint, developmentHosts } = settings.get()
    return {
      endpoint,
      listening: open !== null,
      did: didOf(endpoint),
      problem: problem && toErrorView(problem, language()),
      developmentHosts,
    }
  }

  const close = async (): Promise<void> => {
    const closing = open
    open = null
    await closing?.close()
  }

  const start = async (): Promise<void> => {
    const { agentEndpoint: endpoint } = settings.get()
    problem = null
    if (!endpoint.enabled) return
    const { host, port, tls } = endpoint
    open = await listen({
      host,
      port,
      hosts: hostsOf(endpoint),
      tls: tls === null ? null : readTlsFiles(tls),
      addressOf: addressIn(endpoint),
      faces: (path) => {
        const here = facesAt(protocols, path)
        return here.length > 0 ? here : documentFaces(endpoint)
      },
      log,
    })
    log.info({ host, port }, 'open to other agents')
    more?.resume().catch((err: unknown) => {
      log.warn({ err }, 'what was left for other agents was not taken up')
    })
  }

  const filesOf = (endpoint: AgentEndpoint): readonly ServedFile[] => {
    const { host } = new URL(originOf(endpoint))
    return files().filter((file) => file.host === host)
  }

  /** The one whose document is served. */
  const didOf = (endpoint: AgentEndpoint): string => {
    const [root, beside] = didsOf(endpoint)
    return filesOf(endpoint).some(({ path }) => path === root.path) ? beside.did : root.did
  }

  /** Our own documents come first: the DIDs of the endpoint are for callers that know no other. */
  const documentFaces = (endpoint: AgentEndpoint): readonly Face[] => [
    ...filesOf(endpoint).map(({ path, mediaType, text }) => fileFace(path, mediaType, () => text)),
    ...didsOf(endpoint).map(({ did, path }) =>
      fileFace(path, 'application/json', () => endpointDocument(endpoint, did, ownerDid())),
    ),
  ]

  const setEndpoint = async (input: AgentEndpoint): Promise<AgentEndpointStatus> => {
    const endpoint = checkedEndpoint(input)
    const before = settings.get().agentEndpoint
    await close()
    settings.set({ agentEndpoint: endpoint })
    try {
      await start()
    } catch (thrown) {
      // All or nothing.
      settings.set({ agentEndpoint: before })
      await start().catch((again: unknown) => {
        problem = toSatchelError(again)
      })
      throw thrown
    } finally {
      changed()
    }
    return status()
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
    status,
    start: () =>
      oneAtATime(start).catch((thrown: unknown) => {
        // The rest of Satchel works without it; the owner sees why it is closed.
        problem = toSatchelError(thrown)
        log.warn({ err: thrown }, 'not open to other agents')
      }),
    setEndpoint: (endpoint) => oneAtATime(() => setEndpoint(endpoint)),
    setDevelopmentHosts: (hosts) => {
      settings.set({ developmentHosts: [...new Set(hosts)] })
      changed()
      return status()
    },
    callers: () => {
      const granted = grants.all()
      return callers.list().map((caller) => shown(caller, granted.get(caller.did) ?? []))
    },
    exposable,
    answer: (input) => oneAnswer(() => answer(input)),
    forget: (did) => oneAnswer(() => forget(did)),
    onChange,
    close: () => {
      more?.close()
      return oneAtATime(close)
    },
  }
}

const fileFace = (path: string, mediaType: string, text: () => string): Face => ({
  method: 'GET',
  path,
  answer: () => ({ status: 200, headers: { 'Content-Type': mediaType }, body: text() }),
})
