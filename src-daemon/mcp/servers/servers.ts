import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { Language } from '../../contract/language.ts'
import { createToolFacts } from './facts.ts'
import { createListeners } from './listeners.ts'
import { createAllowances } from './allowances.ts'
import { createPins } from '../pins/pins.ts'
import { createServerSignIn, type SignInDeps } from '../oauth/server-sign-in.ts'
import { createServerViews } from './server-view.ts'
import { createServerOffers } from './server-offers.ts'
import { createServerApps } from './server-apps.ts'
import { createKeptApps } from '../records/kept-apps.ts'
import { isFor } from '../wire/tool-ui.ts'
import { createAcceptance } from './acceptance.ts'
import { createCalling } from './calling.ts'
import { createConnecting } from './connecting.ts'
import { createRunningServers } from './running-servers.ts'
import { sortTools } from '../records/listed-tools.ts'
import { namedByPackage } from '../records/rules.ts'
import { createOwnerChoices } from './owner-choices.ts'
import { createServerChats } from './server-chat.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionTimes } from '../sessions/times.ts'
import type { ToldSecrets } from '../../platform/told-secrets.ts'
import { createServerStore, type ServerRow } from '../records/store.ts'
import type { SupervisorTimes } from '../sessions/supervisor.ts'
import { createVaultLock, type SecretStore } from './vault-lock.ts'
import { secretNamesOf } from './server-secrets.ts'
import { didOf, endpointIn, type TargetDeps } from './target.ts'
import type { ServersService } from './types.ts'

export interface ServersDeps extends Omit<TargetDeps, 'authorized'> {
  readonly db: Database
  readonly now: () => Date
  readonly language: () => Language
  /** What is masked in all that a server says. */
  readonly told: Pick<ToldSecrets, 'of'>
  readonly secretStore: SecretStore
  readonly signIn: SignInDeps
  /** The folder of packages that npm fetched. */
  readonly fetchedDir: string
  readonly times?: SessionTimes | undefined
  readonly supervisorTimes?: SupervisorTimes | undefined
}

/** The servers a person connected (acp.md 8, `mcp_service`): stores them, starts them when needed, and calls only what was accepted. */
export const createServers = (deps: ServersDeps): ServersService => {
  const { db, now, language } = deps
  const store = createServerStore(db)
  const chats = createServerChats(db)
  const { changed, kept, ...hearing } = createListeners()
  const pins = createPins({ ...deps, changed, kept })

  /** Kept, so that it can be looked at after a restart as well. */
  const noteProblem = (uri: string, problem: SatchelError | null): void => {
    if (store.noteProblem(uri, problem)) changed(uri)
  }

  const running = createRunningServers({
    now,
    told: deps.told,
    language,
    store,
    pins,
    times: deps.times,
    supervisorTimes: deps.supervisorTimes,
    target: () => ({ ...deps, authorized: signIn.authorized }),
    allowed: (uri) => allowances.of(uri),
    answered: (uri) => {
      signIn.answered(uri)
    },
    explain: (row) => vaultLock.explain(row),
    noteProblem,
    notify: (notice) => {
      emit(notice)
    },
    changed,
    kept,
  })

  const rowOf = (uri: string): ServerRow => {
    const row = store.get(uri)
    if (row === null) throw new SatchelError('server_unknown', { params: { uri } })
    return row
  }

  const use = <T>(uri: string, signal: AbortSignal | undefined, work: (session: Session) => Promise<T>) =>
    running.of(rowOf(uri)).supervisor.use(signal, work)
  const { emit, ...offers } = createServerOffers(async (uri, signal, work) => use(uri, signal, work))

  const apps = createServerApps({
    kept: createKeptApps(db),
    row: store.get,
    allowed: (uri) => allowances.of(uri),
    use,
    now,
    language,
  })

  const { viewOf, toolsOf, refusedOf, leftOutOf } = createServerViews({
    store,
    running,
    chats,
    pins,
    allowed: (uri) => allowances.of(uri),
    signInOf: (row) => signIn.view(row),
    isLocked: (row) => vaultLock.isLocked(row),
    language,
  })

  const test: ServersService['test'] = async (uri, { signal } = {}) => {
    const row = rowOf(uri)
    const there = running.of(row)
    const start = performance.now()
    return there.supervisor.use(signal, async (session) => {
      const seen = await there.tools.look(session, signal)
      return {
        server: session.server,
        milliseconds: Math.round(performance.now() - start),
        tools: toolsOf(uri, seen),
        refused: [...refusedOf(uri)],
        leftOut: leftOutOf(uri),
      }
    })
  }

  const acceptance = createAcceptance({
    store,
    pins,
    now,
    seen: (uri) => running.get(uri)?.tools.seen() ?? null,
    view: (uri) => viewOf(rowOf(uri)),
    end: async (uri) => running.get(uri)?.supervisor.stop(),
    renew: async (uri) => {
      const before = running.get(uri)
      running.remove(uri)
      await before?.supervisor.stop()
    },
    kept,
  })

  const choices = createOwnerChoices({
    store,
    chats,
    has: (uri, tool) => running.get(uri)?.tools.seen()?.has(tool) === true,
    view: (uri) => viewOf(rowOf(uri)),
    kept,
  })

  const stop: ServersService['stop'] = async (uri) => {
    const row = rowOf(uri)
    await running.get(uri)?.supervisor.stop()
    return viewOf(row)
  }

  const restart: ServersService['restart'] = async (uri, options = {}) => {
    await stop(uri)
    await test(uri, options)
    return viewOf(rowOf(uri))
  }

  const calling = createCalling({ store, running, now, language, kept })

  const signIn = createServerSignIn({
    ...deps,
    changed,
    store,
    servers: { test, view: (uri) => viewOf(rowOf(uri)) },
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

  const connecting = createConnecting({
    store,
    running,
    chats,
    pins,
    allowances,
    signIn,
    rowOf,
    viewOf,
    now,
    kept,
  })

  return {
    ...allowances.methods,
    ...signIn.methods,
    ...hearing,
    ...offers,
    ...apps,
    list: () => store.list().map(viewOf),
    get: (uri) => {
      const row = store.get(uri)
      return row === null ? null : viewOf(row)
    },
    ...connecting,
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
      return running.get(uri)?.log.lines() ?? []
    },
    sandbox: () => deps.sandbox.status(),
    endpoint: async (did) => endpointIn(did, await deps.resolveDid(didOf(did))),
    reaches: (uri) => namedByPackage(uri, now()) !== null || store.get(uri) !== null,
    facts: createToolFacts(store, pins, now),
    isOff: (uri, action) => store.off(uri).has(action),
    ...calling,
    offered: () =>
      store
        .list()
        .filter(({ addedBy }) => addedBy === 'owner')
        .map(({ uri, serverVersion }) => {
          // Kept by an older version, two may look alike.
          const tools = [...sortTools([...store.tools(uri).values()]).tools.values()]
          return {
            uri,
            serverVersion,
            chat: chats.of(uri),
            tools: tools.filter((tool) => isFor('model', tool)),
            appTools: tools.filter((tool) => !isFor('model', tool)),
          }
        }),
    close: async () => {
      vaultLock.close()
      signIn.close()
      await running.close()
    },
  }
}
