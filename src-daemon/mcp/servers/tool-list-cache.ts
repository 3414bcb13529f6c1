import type { RefusedTool } from '../../contract/servers.ts'
import { definitionOf } from '../records/definitions.ts'
import { sortTools } from '../records/listed-tools.ts'
import { readable, tooCostly } from '../records/rules.ts'
import type { Session } from '../sessions/session.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { Definitions } from './views.ts'

/** A server's tools as last listed. */
export interface ToolListCache {
  /** The last list, without refused tools; null if it wasn't requested yet. */
  seen(): Definitions | null
  /** The tools of the last list that aren't used. */
  refused(): readonly RefusedTool[]
  /** The same by the names they were listed under, which two may share. */
  refusedByName(): ReadonlyMap<string, RefusedTool>
  /** Requests the list from the server now. Errors: those of `Session.tools`, `server_misbehaved`. */
  look(session: Session, signal?: AbortSignal): Promise<Definitions>
  /**
   * The current list: requests it, unless the server promised to announce changes, has announced none, and
   * was asked over this connection less than ten seconds ago. Errors: those of `look`.
   */
  current(session: Session, signal: AbortSignal): Promise<Definitions>
  /** Marks the list as outdated. */
  outdate(): void
}

const FRESH_MS = 10_000

export const createToolListCache = (deps: {
  readonly uri: string
  readonly now: () => Date
  readonly log: Pick<ServerLog, 'line'>
  /** Called after each request of the list. */
  readonly looked: (session: Session) => void
}): ToolListCache => {
  const { uri, now, log } = deps
  let seen: Definitions | null = null
  let refused: readonly RefusedTool[] = []
  let refusedByName: ReadonlyMap<string, RefusedTool> = new Map()
  let last: { readonly session: Session; readonly at: number; readonly tools: Definitions } | null = null
  let timesOutdated = 0

  const look: ToolListCache['look'] = async (session, signal) => {
    const before = timesOutdated
    const listed = await session.tools({ signal })
    const sorted = readable(uri, () => sortTools(listed.map(definitionOf)))
    const { tools } = sorted
    for (const [tool, { problem }] of sorted.refusedByName)
      if (problem !== null && refusedByName.get(tool)?.problem !== problem)
        log.line(tooCostly({ server: uri, tool, problem }).message)
    seen = tools
    refused = sorted.refused
    refusedByName = sorted.refusedByName
    // The list may lack a change that was announced while it was on its way.
    last = before === timesOutdated ? { session, at: now().getTime(), tools } : null
    deps.looked(session)
    return tools
  }

  const current: ToolListCache['current'] = (session, signal) => {
    const age = last === null ? Infinity : now().getTime() - last.at
    const isFresh = last?.session === session && session.tellsOfTools && age >= 0 && age < FRESH_MS
    return isFresh && last !== null ? Promise.resolve(last.tools) : look(session, signal)
  }

  return {
    seen: () => seen,
    refused: () => refused,
    refusedByName: () => refusedByName,
    look,
    current,
    outdate: () => {
      timesOutdated += 1
      last = null
    },
  }
}
