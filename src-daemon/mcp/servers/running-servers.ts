import type { ToldSecrets } from '../../platform/told-secrets.ts'
import { toSatchelError, type SatchelError } from '../../platform/errors.ts'
import type { ServerAllowance } from '../../contract/server-allowance.ts'
import type { Language } from '../../contract/language.ts'
import type { ServerNotice } from '../../contract/server-offers.ts'
import type { ConnectionPin, Pins } from '../pins/pins.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'
import type { SessionNotice } from '../sessions/client.ts'
import { openSession } from '../sessions/session.ts'
import { createSupervisor, type Supervisor, type SupervisorTimes } from '../sessions/supervisor.ts'
import { timesWith, type SessionTimes } from '../sessions/times.ts'
import { createServerLog, type ServerLog } from '../transports/server-log.ts'
import { createLeftOut, type LeftOutOfLists } from './left-out.ts'
import { targetOf, type TargetDeps } from './target.ts'
import { createToolListCache, type ToolListCache } from './tool-list-cache.ts'

/** One server while the daemon runs. Its process or connection is started when it is needed. */
export interface RunningServer {
  readonly log: ServerLog
  readonly supervisor: Supervisor
  readonly tools: ToolListCache
  readonly leftOut: LeftOutOfLists
  readonly pin: ConnectionPin
}

type Row = Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>

/** The servers that were used since the daemon started. */
export interface RunningServers {
  /** Null if it was not used yet. */
  get(uri: string): RunningServer | null
  of(row: Row): RunningServer
  /**
   * Creates one that replaces the current one only with `put`; `isNew`: its definition was just given; `given`:
   * its allowances at the first start, before they are stored.
   */
  make(row: Row, isNew?: boolean, given?: Partial<ServerAllowance>): RunningServer
  put(uri: string, server: RunningServer): void
  remove(uri: string): void
  close(): Promise<void>
}

export interface RunningServersDeps {
  readonly now: () => Date
  readonly told: Pick<ToldSecrets, 'of'>
  readonly language: () => Language
  readonly store: Pick<ServerStore, 'noteVersion'>
  readonly pins: Pick<Pins, 'of'>
  readonly times: SessionTimes | undefined
  readonly supervisorTimes: SupervisorTimes | undefined
  /** Read at each start: signing in comes to know of the servers, too. */
  readonly target: () => TargetDeps
  readonly allowed: (uri: string) => ServerAllowance
  /** A server answered with the credentials it has. */
  readonly answered: (uri: string) => void
  /** Adds the known reason why a server couldn't be used. */
  readonly explain: (row: Row) => (thrown: unknown) => never
  readonly noteProblem: (uri: string, problem: SatchelError | null) => void
  readonly notify: (notice: ServerNotice) => void
  readonly changed: (uri: string) => void
  readonly kept: (uri: string) => void
}

/** Milliseconds in which several changes of the tools are one. */
const QUIET_MS = 500

export const createRunningServers = (deps: RunningServersDeps): RunningServers => {
  const { now, store, pins, changed, kept, noteProblem, notify } = deps
  const running = new Map<string, RunningServer>()

  const make: RunningServers['make'] = (row, isNew = false, given = {}) => {
    let notStored = given
    const { uri } = row
    // A server that is reached in another way may still know what it was told before.
    const log = createServerLog(now, deps.told.of(`mcp:${uri}`))
    const pin = pins.of(uri, isNew)
    const leftOut = createLeftOut()
    const tools = createToolListCache({
      uri,
      now,
      log,
      looked: (session) => {
        deps.answered(uri)
        if (store.noteVersion(uri, session.server.version)) kept(uri)
        else changed(uri)
      },
    })
    /** The server announced that its tools changed; that doesn't keep it running. */
    const lookAgain = async (): Promise<void> => {
      const state = supervisor.state()
      if (state.kind !== 'running') return
      await tools.look(state.session).catch((thrown: unknown) => {
        log.line(toSatchelError(thrown).message)
      })
    }
    let noticed: NodeJS.Timeout | undefined
    const onNotice = (notice: SessionNotice): void => {
      if (notice.kind !== 'tools') {
        notify({ uri, ...notice })
        return
      }
      // No call uses the old list anymore; several changes in a row cause one request.
      tools.outdate()
      noticed ??= setTimeout(() => {
        noticed = undefined
        void lookAgain().then(() => {
          notify({ uri, ...notice })
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
          const allowed = { ...deps.allowed(uri), ...notStored }
          notStored = {}
          const target = await targetOf(row, log, deps.target(), (program) =>
            pin.launch({ ...program, log, signal }),
          )
          const session = await openSession({
            server: uri,
            log,
            times: timesWith(allowed.timeoutSeconds, deps.times),
            signal,
            target,
            allowed,
            onNotice,
            onLeftOut: (list, entries) => {
              if (!leftOut.note(list, entries)) return
              for (const { message } of leftOut.view(deps.language())) log.line(message)
              changed(uri)
            },
          })
          noteProblem(uri, null)
          return session
        } catch (thrown) {
          if (!signal.aborted) noteProblem(uri, toSatchelError(thrown))
          throw thrown
        }
      },
    })
    const use: Supervisor['use'] = (signal, work) => supervisor.use(signal, work).catch(deps.explain(row))
    return { log, supervisor: { ...supervisor, use }, tools, leftOut, pin }
  }

  return {
    get: (uri) => running.get(uri) ?? null,
    of: (row) => {
      const server = running.get(row.uri) ?? make(row)
      running.set(row.uri, server)
      return server
    },
    make,
    put: (uri, server) => {
      running.set(uri, server)
    },
    remove: (uri) => {
      running.delete(uri)
    },
    close: async () => {
      await Promise.all([...running.values()].map(({ supervisor }) => supervisor.stop()))
    },
  }
}
