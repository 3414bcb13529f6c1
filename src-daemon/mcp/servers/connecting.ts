import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { ServerDefinition, ServerView } from '../../contract/servers.ts'
import type { Pins } from '../pins/pins.ts'
import type { createServerSignIn } from '../oauth/server-sign-in.ts'
import { parseServer } from '../records/rules.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import type { createAllowances } from './allowances.ts'
import type { RunningServers } from './running-servers.ts'
import type { ServerChats } from './server-chat.ts'
import type { ServersService } from './types.ts'

export interface ConnectingDeps {
  readonly store: ServerStore
  readonly running: RunningServers
  readonly chats: Pick<ServerChats, 'remove'>
  readonly pins: Pick<Pins, 'remove'>
  readonly allowances: Pick<ReturnType<typeof createAllowances>, 'of' | 'keep'>
  readonly signIn: Pick<ReturnType<typeof createServerSignIn>, 'keeps' | 'movedTo' | 'leave'>
  /** Errors: `server_unknown`. */
  readonly rowOf: (uri: string) => ServerRow
  readonly viewOf: (row: ServerRow) => ServerView
  readonly now: () => Date
  readonly kept: (uri: string) => void
}

/** How servers are connected, changed and removed. */
export const createConnecting = (deps: ConnectingDeps): Pick<ServersService, 'add' | 'change' | 'remove'> => {
  const { store, running, chats, pins, allowances, signIn, rowOf, viewOf, now, kept } = deps

  /**
   * Stores a server once it was reached, or with `keep` even if it wasn't. Its tools wait until their descriptions were
   * read, except those accepted before under its name.
   */
  const connect = async (
    uri: string,
    definition: ServerDefinition,
    {
      keep = false,
      timeoutSeconds,
      signal,
    }: Omit<Parameters<ServersService['add']>[0], 'uri' | 'definition'>,
  ): Promise<ServerView> => {
    const given = timeoutSeconds === undefined ? {} : { timeoutSeconds }
    const row = { uri, definition, addedBy: 'owner' as const, addedAt: now().toISOString() }
    await checkAddress(definition)
    const made = running.make(row, true, given)
    try {
      const [tools, version] = await made.supervisor.use(signal, async (session) => [
        await made.tools.look(session, signal),
        session.server.version,
      ])
      signal?.throwIfAborted()
      const before = running.get(uri)
      store.put(
        row,
        [...store.tools(uri).values()].filter(({ name }) => tools.has(name)),
      )
      store.noteVersion(uri, version)
      made.pin.connected()
      running.put(uri, made)
      await before?.supervisor.stop()
    } catch (thrown) {
      await made.supervisor.stop()
      if (!(keep || signIn.keeps(thrown)) || signal?.aborted === true) throw thrown
      store.put(row, [])
      store.noteProblem(uri, toSatchelError(thrown))
      made.pin.connected()
      running.put(uri, made)
    }
    if (timeoutSeconds !== undefined) allowances.keep(uri, { ...allowances.of(uri), ...given })
    signIn.movedTo(uri, definition)
    kept(uri)
    return viewOf(rowOf(uri))
  }

  const checkAddress = async (definition: ServerDefinition): Promise<void> => {
    if (definition.kind !== 'command')
      await endpointPolicy(definition.url, { own: definition.kind === 'url' })
  }

  const add: ServersService['add'] = async ({ uri, definition, ...options }) => {
    const parsed = parseServer(uri, definition)
    if (store.get(uri)?.addedBy === 'owner') throw new SatchelError('server_exists', { params: { uri } })
    return connect(uri, parsed, options)
  }

  const change: ServersService['change'] = async ({ uri, definition, signal }) => {
    rowOf(uri)
    return connect(uri, parseServer(uri, definition), { signal })
  }

  const remove: ServersService['remove'] = async (uri) => {
    await signIn.leave(rowOf(uri))
    const there = running.get(uri)
    store.remove(uri)
    chats.remove(uri)
    pins.remove(uri)
    running.remove(uri)
    kept(uri)
    await there?.supervisor.stop()
  }

  return { add, change, remove }
}
