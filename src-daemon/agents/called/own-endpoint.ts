import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { toErrorView, toSatchelError, type SatchelError } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { AgentEndpointStatus } from '../../contract/agents.ts'
import type { AgentEndpoint } from '../../contract/settings.ts'
import type { Language } from '../../contract/language.ts'
import type { ServedFile } from '../offer/served-files.ts'
import { addressIn, checkedEndpoint, didsOf, endpointDocument, hostsOf, originOf } from './endpoint.ts'
import { facesAt, type Face } from './faces.ts'
import { readTlsFiles, type TlsPair } from './tls-files.ts'

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
  log: Pick<OwnEndpointDeps['log'], 'warn'>
}) => Promise<{ close(): Promise<void> }>

interface OwnEndpointDeps {
  readonly settings: SettingsService
  /** What it answers by protocol. */
  readonly protocols: readonly Face[]
  /** Documents of the own DIDs and of the own description, for the hosts that the endpoint answers to. */
  readonly files: () => readonly ServedFile[]
  readonly ownerDid: () => string
  readonly listen: ListenForAgents
  /** Takes up what was left for other agents; it has just begun to listen. */
  readonly resume: () => Promise<void> | undefined
  readonly language: () => Language
  readonly changed: () => void
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** Where other agents reach Satchel. `problem` of its status: why it isn't open although it should be. */
export interface OwnEndpoint {
  status(): AgentEndpointStatus
  /** Never fails: the rest of Satchel works without it. */
  start(): Promise<void>
  /** All or nothing: where it can't listen, it goes on as before. Errors: `port_taken`, those of the TLS files. */
  set(endpoint: AgentEndpoint): Promise<AgentEndpointStatus>
  setDevelopmentHosts(hosts: readonly string[]): AgentEndpointStatus
  close(): Promise<void>
}

/** Opens and closes the endpoint as the owner sets it; one change at a time. */
export const createOwnEndpoint = (deps: OwnEndpointDeps): OwnEndpoint => {
  const { settings, protocols, files, ownerDid, listen, resume, language, changed, log } = deps
  const oneAtATime = createOneAtATime()
  let open: { close(): Promise<void> } | null = null
  let problem: SatchelError | null = null

  const status = (): AgentEndpointStatus => {
    const { agentEndpoint: endpoint, developmentHosts } = settings.get()
    return {
      endpoint,
      listening: open !== null,
      did: didServedAt(endpoint),
      problem: problem && toErrorView(problem, language()),
      developmentHosts,
    }
  }

  const stop = async (): Promise<void> => {
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
    resume()?.catch((err: unknown) => {
      log.warn({ err }, 'what was left for other agents was not taken up')
    })
  }

  const filesOf = (endpoint: AgentEndpoint): readonly ServedFile[] => {
    const { host } = new URL(originOf(endpoint))
    return files().filter((file) => file.host === host)
  }

  /** The one whose document is served. */
  const didServedAt = (endpoint: AgentEndpoint): string => {
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

  const set = async (input: AgentEndpoint): Promise<AgentEndpointStatus> => {
    const endpoint = checkedEndpoint(input)
    const before = settings.get().agentEndpoint
    await stop()
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
    set: (endpoint) => oneAtATime(() => set(endpoint)),
    setDevelopmentHosts: (hosts) => {
      settings.set({ developmentHosts: [...new Set(hosts)] })
      changed()
      return status()
    },
    close: () => oneAtATime(stop),
  }
}

const fileFace = (path: string, mediaType: string, text: () => string): Face => ({
  method: 'GET',
  path,
  answer: () => ({ status: 200, headers: { 'Content-Type': mediaType }, body: text() }),
})
