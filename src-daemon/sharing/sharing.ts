import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { SatchelError, toErrorView, toSatchelError } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { SettingsService } from '../settings/types.ts'
import type { ShareEndpoint } from '../contract/settings.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { createSharedClients, nameFrom } from './clients.ts'
import { createEndpoint, urlOf, type ListenForPrograms } from './endpoint.ts'
import { isExposed, isKnown, shareableOf } from './exposure.ts'
import { createFace, type FaceDeps, type McpLibrary, type Said } from './face.ts'
import type { Launch } from './launch.ts'
import { failure } from './results.ts'
import { readOfferGrant } from './offer-grants.ts'
import { createSharedOffers, type SharedOffersDeps } from './offers.ts'
import { createRunning } from './running.ts'
import { snippetsOf } from './snippets.ts'
import { createSharedSurface } from './surface.ts'
import type { SharingService } from './types.ts'
import type { SharedClient, SharedClientView, SharingStatus } from '../contract/sharing.ts'
import { serveWire } from './wire.ts'
import { onAbort } from '../platform/abortable.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'

export interface SharingDeps {
  readonly db: Database
  readonly settings: Pick<SettingsService, 'get' | 'set'>
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'read' | 'onChange' | 'approvals'>
  readonly servers: SharedOffersDeps['servers']
  readonly skills: SharedOffersDeps['skills']
  readonly listen: ListenForPrograms
  readonly launch: Launch
  readonly now: () => Date
  readonly language: () => Language
  readonly log: { info(data: object, message: string): void; warn(data: object, message: string): void }
}

/** An unknown program without a record. */
const stranger = (name: string, at: Date): SharedClient => ({
  name,
  status: 'asked',
  surface: 'auto',
  exposed: [],
  tokenAt: null,
  software: null,
  firstSeenAt: at.toISOString(),
  lastSeenAt: null,
  calls: 0,
})

/**
 * Shares capabilities with other programs, as an MCP server: over a pipe (`satchel mcp`) and, if the owner
 * opens it, over HTTP on this machine. A program sees only what the owner shared with it; its calls go
 * through CAP like all others, and questions to the owner appear in Satchel.
 */
export const createSharing = (deps: SharingDeps): SharingService & { start(): Promise<void> } => {
  const { db, settings, capabilities, servers, skills, listen, launch, now, language, log } = deps
  const clients = createSharedClients({ db, now })
  let library: Promise<McpLibrary> | null = null
  const surface = createSharedSurface({ capabilities, language })
  const load = (): Promise<McpLibrary> => (library ??= import('@modelcontextprotocol/server'))
  const matches: SharedOffersDeps['matches'] = async (uriTemplate, uri) => {
    const { UriTemplate } = await load()
    try {
      return new UriTemplate(uriTemplate).match(uri) !== null
    } catch {
      return false // no template, whatever the server says
    }
  }
  const offers = createSharedOffers({ servers, skills, capabilities, log, matches })
  const running = createRunning()
  const { listen: onChange, emit: changed } = createEmitter()
  /** Emits when what some program sees may have changed. */
  const { listen: onView, emit: emitViewers } = createEmitter()
  const connections = new Map<string, number>()
  const open = new Set<{ close(): Promise<void> }>()
  let handler: Promise<McpHttpHandler> | null = null
  let listening: { readonly port: number; close(): Promise<void> } | null = null
  let problem: SatchelError | null = null
  /** One change of the endpoint at a time. */
  const oneAtATime = createOneAtATime()

  const seesOther = (): void => {
    emitViewers()
    changed()
  }
  const endings = [
    capabilities.onChange(emitViewers),
    servers.onNotice(({ kind }) => {
      if (kind === 'resources' || kind === 'prompts') emitViewers()
    }),
  ]

  const call: FaceDeps['call'] = async (client, request, hooks) => {
    const name = client.name
    if (clients.find(name) !== null) clients.called(name)
    const run = running.begin(client, hooks.signal)
    if (run === null) return { result: failure(say(language(), 'share_too_many')), outputSchema: undefined }
    try {
      return await surface.call(client, request, { ...hooks, signal: run.signal })
    } finally {
      run.end()
      changed()
    }
  }

  /** Revoking a grant ends the program's readings, as it ends its calls. */
  const readingOf =
    (mcp: McpLibrary): FaceDeps['read'] =>
    async (client, signal, work) => {
      const run = running.begin(client, signal)
      if (run === null)
        throw new mcp.ProtocolError(mcp.ProtocolErrorCode.InternalError, say(language(), 'share_too_many'))
      try {
        return await work(offers, run.signal)
      } finally {
        run.end()
        changed()
      }
    }

  const faceFor = (mcp: McpLibrary, client: FaceDeps['client']) =>
    createFace({
      library: mcp,
      surface,
      client,
      call,
      read: readingOf(mcp),
      onChange: onView,
    })

  const serve: SharingService['serve'] = async (wire, { as }) => {
    const mcp = await load()
    /** Its name, once it has given one. */
    const program: { name: string | null } = { name: null }

    const clientOf: FaceDeps['client'] = (said) => {
      const name = nameFrom(as ?? said?.name ?? '')
      if (program.name === null) {
        program.name = name
        connections.set(name, (connections.get(name) ?? 0) + 1)
        clients.seen(name, said === null ? null : softwareOf(said))
        changed()
      }
      return clients.find(name) ?? stranger(name, now())
    }
    const handle = await serveWire({ library: mcp, wire, face: () => faceFor(mcp, clientOf), report })
    open.add(handle)
    await wire.closed
    open.delete(handle)
    if (program.name === null) return
    const left = (connections.get(program.name) ?? 1) - 1
    if (left === 0) connections.delete(program.name)
    else connections.set(program.name, left)
    changed()
  }

  const report = (err: unknown): void => {
    log.info({ err }, 'a program said what cannot be answered')
  }

  const handlerOf = (): Promise<McpHttpHandler> =>
    (handler ??= load().then((mcp) => {
      const face = (name: string) =>
        faceFor(mcp, (said) => {
          if (said !== null) clients.seen(name, softwareOf(said))
          return clients.find(name) ?? stranger(name, now())
        })
      const made = mcp.createMcpHandler(({ authInfo }) => face(authInfo?.clientId ?? ''), { onerror: report })
      onView(() => {
        made.notify.toolsChanged()
        made.notify.resourcesChanged()
        made.notify.promptsChanged()
      })
      const listen = createListening({ library: mcp, face, report })
      return {
        ...made,
        fetch: (request, options) =>
          request.method === 'GET'
            ? listen(request, options?.authInfo?.clientId ?? '')
            : made.fetch(request, options),
      }
    }))

  const answer = createEndpoint({ handler: handlerOf, clientOf: clients.ofToken, signalOf: running.watch })

  const status = (): SharingStatus => ({
    endpoint: settings.get().shareEndpoint,
    listening: listening !== null,
    url: listening && urlOf(listening.port),
    problem: problem && toErrorView(problem, language()),
  })

  const closeEndpoint = async (): Promise<void> => {
    const closing = listening
    listening = null
    await closing?.close()
  }

  const startEndpoint = async (): Promise<void> => {
    const { enabled, port } = settings.get().shareEndpoint
    problem = null
    if (!enabled) return
    listening = await listen({ port, answer })
    // Keeps the port, so that addresses given to other programs stay valid.
    if (port === 0) settings.set({ shareEndpoint: { enabled, port: listening.port } })
    log.info({ port: listening.port }, 'open to other programs')
  }

  const setEndpoint = async (endpoint: ShareEndpoint): Promise<SharingStatus> => {
    const before = settings.get().shareEndpoint
    await closeEndpoint()
    settings.set({ shareEndpoint: endpoint })
    try {
      await startEndpoint()
    } catch (thrown) {
      // All or nothing.
      settings.set({ shareEndpoint: before })
      await startEndpoint().catch((again: unknown) => {
        problem = toSatchelError(again)
      })
      throw thrown
    } finally {
      changed()
    }
    return status()
  }

  const viewOf = (client: SharedClient): SharedClientView => ({
    ...client,
    connections: connections.get(client.name) ?? 0,
    sees: {
      ...surface.sees(client),
      offers: client.status === 'allowed' ? client.exposed.filter(isOffer).length : 0,
    },
  })

  const allow: SharingService['allow'] = (grant) => {
    const before = new Set(clients.find(grant.name)?.exposed ?? [])
    const all = surface.all()
    // A granted capability may be missing for now; the grant is kept, and applies again when it is back.
    const unknown = grant.exposed.find(
      (one) => !before.has(one) && !(offers.isKnown(one) ?? isKnown(all, one)),
    )
    if (unknown !== undefined)
      throw new SatchelError('share_unknown_capability', {
        params: { id: unknown },
        details: { id: unknown },
      })
    const client = clients.allow(grant)
    const exposed = new Set(client.exposed)
    const isLess =
      all.some((one) => isExposed(before, one) && !isExposed(exposed, one)) ||
      [...before].some((one) => isOffer(one) && !exposed.has(one))
    if (isLess) running.cutCalls(client.name)
    seesOther()
    return viewOf(client)
  }

  return {
    status,
    serve,
    start: () =>
      oneAtATime(startEndpoint).catch((thrown: unknown) => {
        // The rest of Satchel works without it; the owner sees why it is closed.
        problem = toSatchelError(thrown)
        log.warn({ err: thrown }, 'not open to other programs')
      }),
    setEndpoint: (endpoint) => oneAtATime(() => setEndpoint(endpoint)),
    clients: () => clients.list().map(viewOf),
    shareable: () => shareableOf(surface.all(), offers.sources()),
    offers: offers.choices,
    allow,
    refuse: (name) => {
      const client = clients.refuse(name)
      running.cut(name)
      seesOther()
      return viewOf(client)
    },
    issueToken: (name) => {
      const token = clients.issueToken(name)
      running.cut(name)
      changed()
      return { client: viewOf(clients.get(name)), token }
    },
    revokeToken: (name) => {
      clients.revokeToken(name)
      running.cut(name)
      changed()
      return viewOf(clients.get(name))
    },
    remove: ({ name, by }) => {
      clients.remove(name)
      running.cut(name)
      capabilities.approvals.dropClient({ client: name, by })
      seesOther()
    },
    snippets: (name) =>
      snippetsOf({ name: clients.get(name).name, launch, url: listening && urlOf(listening.port) }),
    onChange,
    close: async () => {
      for (const end of endings) end()
      surface.close()
      await oneAtATime(closeEndpoint)
      await Promise.all([...open].map((handle) => handle.close()))
      await (await handler)?.close()
    },
  }
}

const isOffer = (exposure: string): boolean => readOfferGrant(exposure) !== null

const softwareOf = ({ name, version }: Said): string => `${name} ${version}`.trim().slice(0, 200)

/** Streams of one program at once; one client holds one. */
const MAX_STREAMS = 4

/**
 * Handles the event stream of programs of the 2025 era: a GET that stays open until the program, or the
 * owner's change, ends it.
 */
type Listening = (request: Request, client: string) => Promise<Response>

/**
 * Tells such a program on its stream that its tools have changed. There is no session: the only message is to
 * list the tools again, which suits every stream of a program, and a stream that was reopened.
 *
 * @param deps.face a server for one stream
 */
const createListening = (deps: {
  readonly library: McpLibrary
  readonly face: (client: string) => McpServer
  readonly report: (problem: unknown) => void
}): Listening => {
  const { library, face, report } = deps
  const streams = new Map<string, number>()

  return async (request, client) => {
    const before = streams.get(client) ?? 0
    if (before >= MAX_STREAMS) return new Response(null, { status: 429 })
    const server = face(client)
    const transport = new library.WebStandardStreamableHTTPServerTransport()
    streams.set(client, before + 1)
    const end = (): void => {
      const left = (streams.get(client) ?? 1) - 1
      if (left === 0) streams.delete(client)
      else streams.set(client, left)
      server.close().catch(report)
    }
    try {
      await server.connect(transport)
      const response = await transport.handleRequest(request)
      // A program that has disconnected meanwhile gets nothing.
      if (response.ok) onAbort(request.signal, end)
      else end()
      return response
    } catch (thrown) {
      end()
      throw thrown
    }
  }
}
