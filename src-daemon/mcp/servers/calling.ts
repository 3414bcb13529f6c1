import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Language } from '../../contract/language.ts'
import { SatchelError } from '../../platform/errors.ts'
import { definitionHash, type ToolDefinition } from '../records/definitions.ts'
import { forCallers, namedByPackage, tooCostly, toolOff } from '../records/rules.ts'
import type { ServerRow, ServerStore } from '../records/store.ts'
import { isFor } from '../wire/tool-ui.ts'
import { answerOf, resultOf } from '../sessions/results.ts'
import type { ServerCall } from '../sessions/types.ts'
import type { RunningServers } from './running-servers.ts'
import { maskHowReached } from './mask-how-reached.ts'
import type { ServersService } from './types.ts'

/** Calls tools of servers: only as the owner accepted them, and only those that are on. */
export const createCalling = ({
  store,
  running,
  now,
  language,
  kept,
}: {
  readonly store: ServerStore
  readonly running: Pick<RunningServers, 'of'>
  readonly now: () => Date
  /** The language of the note in a cut result. */
  readonly language: () => Language
  readonly kept: (uri: string) => void
}): Pick<ServersService, 'call' | 'answer'> => {
  const called = async <T>(
    { serverUri, action, arguments: args, signal, fromApp = false, ...caller }: ServerCall,
    read: (result: CallToolResult, whose: { server: string; tool: string }, language: Language) => T,
  ): Promise<T> => {
    const row = store.get(serverUri) ?? namedByPackage(serverUri, now())
    if (row === null) throw new SatchelError('server_unknown', { params: { uri: serverUri } })
    if (store.off(serverUri).has(action)) throw toolOff(serverUri, action)
    const there = running.of(row)
    let command: readonly string[] | null = null
    const working = there.supervisor.use(signal, async (session) => {
      command = session.command
      const tool = (await there.tools.current(session, signal)).get(action)
      const whose = { server: serverUri, tool: action }
      if (tool === undefined) throw missing(whose, there.tools.refusedByName().get(action)?.problem ?? null)
      checkAccepted(row, tool)
      if (!isFor(fromApp ? 'app' : 'model', tool)) throw notFor(whose, fromApp)
      return read(await session.call(action, args, { signal, ...caller }), whose, language())
    })
    return working.catch((thrown: unknown) => {
      throw maskHowReached(forCallers(thrown), row, command)
    })
  }

  const missing = (whose: { server: string; tool: string }, problem: string | null): SatchelError =>
    problem === null
      ? new SatchelError('server_tool_unknown', { params: whose, details: whose })
      : tooCostly({ ...whose, problem })

  const notFor = (whose: { server: string; tool: string }, fromApp: boolean): SatchelError =>
    new SatchelError(fromApp ? 'server_tool_not_for_apps' : 'server_tool_only_for_apps', {
      params: whose,
      details: whose,
    })

  /** A server named by a package's address counts as first found; one the owner connected, as they accepted it. */
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
      // Only the owner sees the difference: callers, including models, get no text that wasn't accepted.
      details: { server: uri, tool: tool.name, status: accepted === undefined ? 'new' : 'changed' },
    })
  }

  return {
    call: (one) => called(one, resultOf),
    answer: (one) => called(one, answerOf),
  }
}
