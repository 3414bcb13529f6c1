import type { CallToolResult } from '@modelcontextprotocol/client'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { Language } from '../../contract/language.ts'
import { definitionHash, type ToolDefinition } from '../records/definitions.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { createToolFacts } from './facts.ts'
import { createListeners } from './listeners.ts'
import { createAllowances } from './allowances.ts'
import { createPins, type ConnectionPin } from '../pins/pins.ts'
import { createServerSignIn, type SignInDeps } from '../oauth/server-sign-in.ts'
import { createServerOffers } from './server-offers.ts'
import { createAcceptance } from './acceptance.ts'
import { answerOf, resultOf } from '../sessions/results.ts'
import { forCallers, namedByPackage, parseServer, toolOff } from '../records/rules.ts'
import type { SessionNotice } from '../sessions/client.ts'
import { createOwnerChoices } from './owner-choices.ts'
import { createServerLog, type ServerLog } from '../transports/server-log.ts'
import { createServerChats } from './server-chat.ts'
import { openSession } from '../sessions/session.ts'
import type { SessionTimes } from '../sessions/times.ts'
import { createServerStore, type ServerRow } from '../records/store.ts'
import { createSupervisor, type Supervisor, type SupervisorTimes } from '../sessions/supervisor.ts'
import { createVaultLock, type SecretStore } from './vault-lock.ts'
import { secretNamesOf } from './server-secrets.ts'
import { createToolListCache, type ToolListCache } from './tool-list-cache.ts'
import { didOf, endpointIn, targetOf, type TargetDeps } from './target.ts'
import { stateView, toolsView, type Definitions } from './views.ts'
import type { ServersService } from './types.ts'
import type { ServerCall } from '../sessions/types.ts'
import type { ServerDefinition, ServerTool, ServerView } from '../../contract/servers.ts'

export interface ServersDeps extends TargetDeps {
  readonly db: Database
  readonly now: () => Date
  readonly language: () => Language
  /** Without it no server waits for a vault. */
  readonly secretStore?: SecretStore | undefined
  /** Without it nobody can be signed in to a server. */
  readonly signIn?: SignInDeps | undefined
  /** Where packages are kept that npm fetched; without it nothing is fetched. */
  readonly fetchedDir?: string | undefined
  readonly times?: SessionTimes | undefined
  readonly supervisorTimes?: SupervisorTimes | undefined
}

/** One server while the daemon runs. */
interface Live {
  readonly log: ServerLog
  readonly supervisor: Supervisor
  readonly sight: ToolListCache
  readonly pin: ConnectionPin
}

/** Milliseconds in which several changes of the tools are one. */
const QUIET_MS = 500

/** The servers a person connected (acp.md 8, `mcp_service`): kept, started when needed, called with what was accepted. */
export const createServers = (deps: ServersDeps): ServersService => {
  const { db, now, language } = deps
  const store = createServerStore(db)
  const chats = createServerChats(db)
  const live = new Map<string, Live>()
  const { changed, kept, ...hearing } = createListeners()
  const pins = createPins({ ...deps, changed, kept })

  const liveOf = (row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>): Live => {
    const there = live.get(row.uri)
    if (there !== undefined) return there
    const made = connectionOf(row)
    live.set(row.uri, made)
    return made
  }

  /** Kept, so that it can be looked at after a restart as well. */
  const noteProblem = (uri: string, problem: SatchelError | null): void => {
    if (store.noteProblem(uri, problem)) changed(uri)
  }

  const connectionOf = (row: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>, isNew = false): Live => {
    const { uri } = row
    const log = createServerLog(now)
    const pin = pins.of(uri, isNew)
    const sight = createToolListCache({
      uri,
      now,
      looked: (session) => {
        signIn.answered(uri)
        if (store.noteVersion(uri, session.server.version)) kept(uri)
        else changed(uri)
      },
    })
    /** A server that says so has other tools now; it is not kept running for that. */
    const lookAgain = async (): Promise<void> => {
      const state = supervisor.state()
      if (state.kind !== 'running') return
      await sight.look(state.session).catch((thrown: unknown) => {
        log.line(toSatchelError(thrown).message)
      })
    }
    let noticed: NodeJS.Timeout | undefined
    const onNotice = (notice: SessionNotice): void => {
      if (notice.kind !== 'tools') {
        tell({ uri, ...notice })
        return
      }
      // No call relies on what was seen any more; several changes in a row are looked at once.
      sight.outdate()
      noticed ??= setTimeout(() => {
        noticed = undefined
        void lookAgain().then(() => {
          tell({ uri, ...notice })
        })
      }, QUIET_MS).unref()
    }
    const supervisor = createSupervisor({
      server: uri,
      now,
      keepsOpen: row.definition.kind === 'command',
      times: deps.supervisorTimes,
      changed: () => {
        changed(uri)
      },
      open: async (signal) => {
        try {
          const target = await targetOf(row, log, { ...deps, authorized: signIn.authorized }, (program) =>
            pin.launch({ ...program, log, signal }),
          )
          const session = await openSession({
            server: uri,
            log,
            times: deps.times,
            signal,
            target,
            allowed: allowances.of(uri),
            onNotice,
          })
          noteProblem(uri, null)
          return session
        } catch (thrown) {
          if (!signal.aborted) noteProblem(uri, toSatchelError(thrown))
          throw thrown
        }
      },
    })
    const use: Supervisor['use'] = (signal, work) =>
      supervisor.use(signal, work).catch(vaultLock.explain(row))
    return { log, supervisor: { ...supervisor, use }, sight, pin }
  }

  const rowOf = (uri: string): ServerRow => {
    const row = store.get(uri)
    if (row === null) throw new SatchelError('server_unknown', { params: { uri } })
    return row
  }

  const { tell, ...offers } = createServerOffers(async (uri, signal, work) =>
    liveOf(rowOf(uri)).supervisor.use(signal, work),
  )

  const toolsOf = (uri: string, seen: Definitions | null): ServerTool[] =>
    toolsView(store.tools(uri), seen, { off: store.off(uri), acceptedAt: store.acceptedAt(uri) })

  const viewOf = (row: ServerRow): ServerView => {
    const { uri, definition, addedBy, addedAt, trusted, problem } = row
    const there = live.get(uri)
    return {
      uri,
      definition,
      addedBy,
      addedAt,
      trusted,
      chat: chats.of(uri),
      state: there === undefined ? { kind: 'stopped' } : stateView(there.supervisor.state(), language()),
      problem: problem === null ? null : toErrorView(problem, language()),
      tools: toolsOf(uri, there?.sight.seen() ?? null),
      package: pins.view(uri, definition),
      allowed: allowances.of(uri),
      signIn: signIn.view(row),
      locked: vaultLock.isLocked(row),
    }
  }

  /** Keeps a server with the tools it has, once it was reached; with `keep` also where it was not. */
  const connect = async (
    uri: string,
    definition: ServerDefinition,
    { keep = false, signal }: { keep?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<ServerView> => {
    const row = { uri, definition, addedBy: 'owner' as const, addedAt: now().toISOString() }
    await checkAddress(definition)
    const made = connectionOf(row, true)
    try {
      const [tools, version] = await made.supervisor.use(signal, async (session) => [
        await made.sight.look(session, signal),
        session.server.version,
      ])
      signal?.throwIfAborted()
      const before = live.get(uri)
      store.put(row, [...tools.values()])
      store.noteVersion(uri, version)
      made.pin.connected()
      live.set(uri, made)
      await before?.supervisor.stop()
    } catch (thrown) {
      await made.supervisor.stop()
      if (!(keep || signIn.keeps(thrown)) || signal?.aborted === true) throw thrown
      store.put(row, [])
      store.noteProblem(uri, toSatchelError(thrown))
      made.pin.connected()
      live.set(uri, made)
    }
    signIn.movedTo(uri, definition)
    kept(uri)
    return viewOf(rowOf(uri))
  }

  const checkAddress = async (definition: ServerDefinition): Promise<void> => {
    if (definition.kind !== 'command')
      await endpointPolicy(definition.url, { own: definition.kind === 'url' })
  }

  const add: ServersService['add'] = async ({ uri, definition, keep, signal }) => {
    const parsed = parseServer(uri, definition)
    if (store.get(uri)?.addedBy === 'owner') throw new SatchelError('server_exists', { params: { uri } })
    return connect(uri, parsed, { keep, signal })
  }

  const change: ServersService['change'] = async ({ uri, definition, signal }) => {
    rowOf(uri)
    return connect(uri, parseServer(uri, definition), { signal })
  }

  const remove: ServersService['remove'] = async (uri) => {
    await signIn.leave(rowOf(uri))
    const there = live.get(uri)
    store.remove(uri)
    chats.remove(uri)
    pins.remove(uri)
    live.delete(uri)
    kept(uri)
    await there?.supervisor.stop()
  }

  const test: ServersService['test'] = async (uri, { signal } = {}) => {
    const row = rowOf(uri)
    const there = liveOf(row)
    const start = performance.now()
    return there.supervisor.use(signal, async (session) => {
      const seen = await there.sight.look(session, signal)
      return {
        server: session.server,
        milliseconds: Math.round(performance.now() - start),
        tools: toolsOf(uri, seen),
      }
    })
  }

  const acceptance = createAcceptance({
    store,
    pins,
    now,
    seen: (uri) => live.get(uri)?.sight.seen() ?? null,
    view: (uri) => viewOf(rowOf(uri)),
    end: async (uri) => live.get(uri)?.supervisor.stop(),
    kept,
  })

  const choices = createOwnerChoices({
    store,
    chats,
    has: (uri, tool) => live.get(uri)?.sight.seen()?.has(tool) === true,
    view: (uri) => viewOf(rowOf(uri)),
    kept,
  })

  const stop: ServersService['stop'] = async (uri) => {
    const row = rowOf(uri)
    await live.get(uri)?.supervisor.stop()
    return viewOf(row)
  }

  const restart: ServersService['restart'] = async (uri, options = {}) => {
    await stop(uri)
    await test(uri, options)
    return viewOf(rowOf(uri))
  }

  /** Calls a tool as it was accepted. */
  const called = async <T>(
    { serverUri, action, arguments: args, signal, ...caller }: ServerCall,
    read: (result: CallToolResult, whose: { server: string; tool: string }) => T,
  ): Promise<T> => {
    const row = store.get(serverUri) ?? namedByPackage(serverUri, now())
    if (row === null) throw new SatchelError('server_unknown', { params: { uri: serverUri } })
    if (store.off(serverUri).has(action)) throw toolOff(serverUri, action)
    const there = liveOf(row)
    const working = there.supervisor.use(signal, async (session) => {
      const tool = (await there.sight.current(session, signal)).get(action)
      const whose = { server: serverUri, tool: action }
      if (tool === undefined) throw new SatchelError('server_tool_unknown', { params: whose, details: whose })
      checkAccepted(row, tool)
      return read(await session.call(action, args, { signal, ...caller }), whose)
    })
    return working.catch((thrown: unknown) => {
      throw forCallers(thrown)
    })
  }

  /** What a package names by its own address counts as it was found first; what the owner connected, as they accepted it. */
  const checkAccepted = (row: ServerRow, tool: ToolDefinition): void => {
    const { uri } = row
    const accepted = store.tools(uri).get(tool.name)
    if (accepted === undefined && row.addedBy === 'package') {
      if (store.get(uri) === null) store.put(row, [tool])
      else store.accept(uri, { tools: [tool], gone: [], at: now().toISOString() })
      kept(uri)
      return
    }
    if (accepted !== undefined && definitionHash(accepted) === definitionHash(tool)) return
    throw new SatchelError('server_changed', {
      params: { server: uri, tool: tool.name },
      // In what way is for the owner to look at: callers, models among them, are told no word that was not accepted.
      details: { server: uri, tool: tool.name, status: accepted === undefined ? 'new' : 'changed' },
    })
  }

  const signIn = createServerSignIn({
    ...deps,
    changed,
    store,
    servers: { test, accept: acceptance.accept, view: (uri) => viewOf(rowOf(uri)) },
  })

  const vaultLock = createVaultLock({
    store,
    secretStore: deps.secretStore,
    secretsOf: (row) => [...secretNamesOf(row.definition), ...signIn.secretsOf(row)],
    noteProblem,
    changed,
    start: (uri) => test(uri),
  })

  const allowances = createAllowances({
    db,
    view: (uri) => viewOf(rowOf(uri)),
    stop,
    kept,
  })

  return {
    ...allowances.methods,
    ...signIn.methods,
    ...hearing,
    ...offers,
    list: () => store.list().map(viewOf),
    get: (uri) => {
      const row = store.get(uri)
      return row === null ? null : viewOf(row)
    },
    add,
    change,
    remove,
    test,
    ...acceptance,
    fetches: pins.fetches,
    sweep: () => {
      pins.sweep()
      vaultLock.sweep()
    },
    ...choices,
    stop,
    restart,
    logs: (uri) => {
      rowOf(uri)
      return live.get(uri)?.log.lines() ?? []
    },
    sandbox: () => deps.sandbox.status(),
    endpoint: async (did) => endpointIn(did, await deps.resolveDid(didOf(did))),
    reaches: (uri) => namedByPackage(uri, now()) !== null || store.get(uri) !== null,
    facts: createToolFacts(store, pins, now),
    isOff: (uri, action) => store.off(uri).has(action),
    call: (one) => called(one, resultOf),
    answer: (one) => called(one, answerOf),
    offered: () =>
      store
        .list()
        .filter(({ addedBy }) => addedBy === 'owner')
        .map(({ uri, serverVersion }) => ({
          uri,
          serverVersion,
          chat: chats.of(uri),
          tools: [...store.tools(uri).values()],
        })),
    close: async () => {
      vaultLock.close()
      signIn.close()
      await Promise.all([...live.values()].map(({ supervisor }) => supervisor.stop()))
    },
  }
}
