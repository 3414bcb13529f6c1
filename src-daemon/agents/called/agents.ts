import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { DidAuth } from '../requests/service.ts'
import type { SettingsService } from '../../settings/types.ts'
import { agentEndpointSchema, type AgentEndpoint } from '../../contract/settings.ts'
import type { Database } from '../../storage/index.ts'
import type { Language } from '../../contract/language.ts'
import { A2A_SERVICE_TYPES } from '../core/service-types.ts'
import { createCallers } from './callers.ts'
import type { Face } from './faces.ts'
import { createReception, type Reception, type ReceptionDeps } from './reception.ts'
import { rpcFace } from './rpc-face.ts'
import type { Receiver } from '../requests/verify-request.ts'
import type { AgentsService } from './types.ts'
import type { AgentEndpointStatus, ExposableTool } from '../../contract/agents.ts'

/** Starts listening; `hosts` are the host names that requests may use. Errors: `port_taken`. */
export type ListenForAgents = (input: {
  host: string
  port: number
  hosts: readonly string[]
  /** The address the sender used, by the host it named. */
  addressOf: (host: string, path: string) => string
  /** Asked at each request: what is answered may change while it listens. */
  faces: () => readonly Face[]
  log: Pick<AgentsDeps['log'], 'warn'>
}) => Promise<{ close(): Promise<void> }>

export interface AgentsDeps {
  readonly db: Database
  readonly settings: SettingsService
  readonly didAuth: Pick<DidAuth, 'verifyRequest'>
  readonly ownerDid: () => string
  /** The tools that other agents could be allowed to call. */
  readonly exposable: () => readonly ExposableTool[]
  readonly invoke: ReceptionDeps['invoke']
  readonly takesAuthorization: ReceptionDeps['takesAuthorization']
  /** What the endpoint answers beside JSON-RPC and documents: other protocols. */
  readonly faces?: ((reception: Reception) => readonly Face[]) | undefined
  readonly listen: ListenForAgents
  readonly checkDid: (did: string) => void
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** Calls from other agents: the endpoint, permissions, and agents waiting for an answer. */
export const createAgents = (deps: AgentsDeps): AgentsService & { start(): Promise<void> } => {
  const {
    db,
    settings,
    didAuth,
    ownerDid,
    exposable,
    invoke,
    takesAuthorization,
    listen,
    now,
    language,
    log,
  } = deps
  const callers = createCallers({ db, now })
  const { listen: onChange, emit: changed } = createEmitter()
  let open: { close(): Promise<void> } | null = null
  let problem: SatchelError | null = null
  /** One change of the endpoint at a time. */
  const oneAtATime = createOneAtATime()

  const reception = createReception({
    callers,
    didAuth,
    receiver: () => receiverOf(settings.get().agentEndpoint),
    // A tool that an agent was allowed to call may have been removed or forbidden since.
    invoke: (call) =>
      call.authorization !== undefined || exposable().some(({ id }) => id === call.toolId)
        ? invoke(call)
        : Promise.resolve({ ok: false, code: 'NOT_FOUND', message: 'no such method' }),
    takesAuthorization,
    ticks: () => performance.now(),
    changed,
    log: (event) => {
      log.info(event, 'a call of another agent')
    },
  })
  const protocols = [rpcFace('/a2a', reception), rpcFace('/rpc', reception), ...(deps.faces?.(reception) ?? [])]

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

  const documentFace = (endpoint: AgentEndpoint): Face => ({
    method: 'GET',
    path: '/.well-known/did.json',
    answer: () => ({ status: 200, body: documentOf(endpoint, ownerDid()) }),
  })

  const close = async (): Promise<void> => {
    const closing = open
    open = null
    await closing?.close()
  }

  const start = async (): Promise<void> => {
    const { agentEndpoint: endpoint } = settings.get()
    problem = null
    if (!endpoint.enabled) return
    const { host, port } = endpoint
    const hosts = [`localhost:${String(port)}`, authority(host, port), ...publicHost(endpoint)]
    open = await listen({
      host,
      port,
      hosts,
      addressOf: addressIn(endpoint),
      faces: () => [...protocols, documentFace(endpoint)],
      log,
    })
    log.info({ host, port }, 'open to other agents')
  }

  const setEndpoint = async (input: AgentEndpoint): Promise<AgentEndpointStatus> => {
    const endpoint = checked(input)
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
    callers: callers.list,
    exposable,
    answer: (input) => {
      deps.checkDid(input.did)
      const known = new Set(exposable().map(({ id }) => id))
      const foreign = input.status === 'allowed' ? input.tools.find((id) => !known.has(id)) : undefined
      if (foreign !== undefined)
        throw new SatchelError('agent_tool_not_exposable', {
          params: { tool: foreign },
          details: { tool: foreign },
        })
      const caller = callers.answer(input)
      changed()
      return caller
    },
    forget: (did) => {
      if (!callers.forget(did)) throw new SatchelError('agent_unknown', { params: { did }, details: { did } })
      changed()
    },
    onChange,
    close: () => oneAtATime(close),
  }
}

/** `did:web` of the public origin, or of this machine's own name. */
const didOf = ({ publicUrl, port }: AgentEndpoint): string =>
  `did:web:${publicUrl === null ? `localhost%3A${String(port)}` : new URL(publicUrl).host.replace(':', '%3A')}`

const originOf = ({ publicUrl, port }: AgentEndpoint): string =>
  publicUrl === null ? `http://localhost:${String(port)}` : new URL(publicUrl).origin

const publicHost = ({ publicUrl }: AgentEndpoint): string[] =>
  publicUrl === null ? [] : [new URL(publicUrl).host]

/** Behind a proxy with TLS, senders signed the public address. */
const addressIn =
  (endpoint: AgentEndpoint) =>
  (host: string, path: string): string =>
    `${publicHost(endpoint).includes(host) ? 'https' : 'http'}://${host}${path}`

const receiverOf = (endpoint: AgentEndpoint): Receiver => ({
  did: didOf(endpoint),
  hosts: [new URL(originOf(endpoint)).hostname],
})

const authority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${String(port)}`

const isLoopback = (host: string): boolean => host === '::1' || /^127\./.test(host)

const checked = (input: AgentEndpoint): AgentEndpoint => {
  const endpoint = agentEndpointSchema.parse(input)
  const url = endpoint.publicUrl === null ? null : new URL(endpoint.publicUrl)
  const isOrigin =
    url === null || (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '')
  if (!isOrigin || (url === null && !isLoopback(endpoint.host)))
    throw new SatchelError('agent_endpoint_invalid', { params: { host: endpoint.host } })
  return endpoint
}

/**
 * The DID document in which others find the endpoint. It contains the owner's key, to show whose agent it is.
 */
const documentOf = (endpoint: AgentEndpoint, ownerDid: string): string => {
  const id = didOf(endpoint)
  const keyId = `${id}#owner`
  return JSON.stringify({
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    alsoKnownAs: [ownerDid],
    verificationMethod: [
      { id: keyId, type: 'Multikey', controller: id, publicKeyMultibase: ownerDid.replace(/^did:key:/, '') },
    ],
    authentication: [keyId],
    service: [{ id: `${id}#a2a`, type: A2A_SERVICE_TYPES[0], serviceEndpoint: `${originOf(endpoint)}/a2a` }],
  })
}
