import { toErrorView } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { ServerAllowance } from '../../contract/server-allowance.ts'
import type { RefusedTool, ServerTool, ServerView } from '../../contract/servers.ts'
import type { Pins } from '../pins/pins.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'
import type { RunningServers } from './running-servers.ts'
import type { ServerChats } from './server-chat.ts'
import { stateView, toolsView, type Definitions } from './views.ts'

export interface ServerViewsDeps {
  readonly store: ServerStore
  readonly running: Pick<RunningServers, 'get'>
  readonly chats: Pick<ServerChats, 'of'>
  readonly pins: Pick<Pins, 'view'>
  readonly allowed: (uri: string) => ServerAllowance
  readonly signInOf: (row: ServerRow) => ServerView['signIn']
  readonly isLocked: (row: ServerRow) => boolean
  readonly language: () => Language
}

/** A server as the owner sees it: what is stored about it, and what it is now. */
export const createServerViews = (deps: ServerViewsDeps) => {
  const { store, running, chats, pins, allowed, signInOf, isLocked, language } = deps

  const toolsOf = (uri: string, seen: Definitions | null): ServerTool[] =>
    toolsView(store.tools(uri), seen, {
      off: store.off(uri),
      acceptedAt: store.acceptedAt(uri),
      refused: running.get(uri)?.tools.refusedByName() ?? new Map(),
      language: language(),
    })
  const refusedOf = (uri: string): readonly RefusedTool[] => running.get(uri)?.tools.refused() ?? []

  const leftOutOf = (uri: string) => running.get(uri)?.leftOut.view(language()) ?? []

  const viewOf = (row: ServerRow): ServerView => {
    const { uri, definition, addedBy, addedAt, trusted, problem } = row
    const there = running.get(uri)
    return {
      uri,
      definition,
      addedBy,
      addedAt,
      trusted,
      chat: chats.of(uri),
      state: there === null ? { kind: 'stopped' } : stateView(there.supervisor.state(), language()),
      problem: problem === null ? null : toErrorView(problem, language()),
      tools: toolsOf(uri, there?.tools.seen() ?? null),
      refused: [...refusedOf(uri)],
      leftOut: leftOutOf(uri),
      package: pins.view(uri, definition),
      allowed: allowed(uri),
      signIn: signInOf(row),
      locked: isLocked(row),
    }
  }

  return { viewOf, toolsOf, refusedOf, leftOutOf }
}
