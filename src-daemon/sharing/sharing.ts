import type { CapabilitiesService } from '../capabilities/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { SettingsService } from '../settings/types.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { createSharedClients } from './clients.ts'
import { createEndpointDoor } from './endpoint-door.ts'
import { createEndpoint, type ListenForPrograms } from './endpoint.ts'
import { isExposed, isKnown, shareableOf } from './exposure.ts'
import { createFace, type FaceDeps, type McpLibrary } from './face.ts'
import { createHttpHandler } from './http-handler.ts'
import type { Launch } from './launch.ts'
import { failure } from './results.ts'
import { readOfferGrant } from './offer-grants.ts'
import { createSharedOffers, type SharedOffersDeps } from './offers.ts'
import { createPrograms, softwareOf, stranger } from './programs.ts'
import { createRunning } from './running.ts'
import { snippetsOf } from './snippets.ts'
import { createSharedSurface } from './surface.ts'
import type { SharingService } from './types.ts'
import type { SharedClient, SharedClientView } from '../contract/sharing.ts'

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

  const report = (err: unknown): void => {
    log.info({ err }, 'a program said what cannot be answered')
  }

  const programs = createPrograms({ clients, load, faceFor, report, now, changed })

  const http = createHttpHandler({
    load,
    face: (mcp, name) =>
      faceFor(mcp, (said) => {
        if (said !== null) clients.seen(name, softwareOf(said))
        return clients.find(name) ?? stranger(name, now())
      }),
    onView,
    report,
  })

  const answer = createEndpoint({
    handler: http.handler,
    clientOf: clients.ofToken,
    signalOf: running.watch,
  })
  const door = createEndpointDoor({ settings, listen, answer, language, log, changed })

  const viewOf = (client: SharedClient): SharedClientView => ({
    ...client,
    connections: programs.connections(client.name),
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
    status: door.status,
    serve: programs.serve,
    start: door.start,
    setEndpoint: door.set,
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
    snippets: (name) => snippetsOf({ name: clients.get(name).name, launch, url: door.status().url }),
    onChange,
    close: async () => {
      for (const end of endings) end()
      surface.close()
      await door.close()
      await programs.close()
      await http.close()
    },
  }
}

const isOffer = (exposure: string): boolean => readOfferGrant(exposure) !== null
