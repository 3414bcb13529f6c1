import type { AppOrigins } from '../../contract/app-frame.ts'
import type { AppPart, AppResource } from '../../contract/apps.ts'
import type { Language } from '../../contract/language.ts'
import { toErrorView } from '../../platform/errors.ts'
import type { KeptApps } from '../records/kept-apps.ts'
import type { ServerRow } from '../records/store.ts'
import type { Session } from '../sessions/session.ts'
import type { ServerAllowance } from '../../contract/server-allowance.ts'
import { forCallers } from '../records/rules.ts'
import { narrowed } from './app-origins.ts'

/** A kept interface, and what it may reach now. */
export interface KeptApp {
  readonly app: AppResource
  readonly origins: AppOrigins
  readonly refused: readonly string[]
}

/** The interfaces of connected servers (MCP Apps). */
export interface ServerApps {
  /** Has the server give one, and keeps it. Never rejects: why it couldn't be had is in it. */
  readApp(input: { uri: string; resource: string }, options?: { signal?: AbortSignal }): Promise<AppPart>
  /** One that is kept; null if it isn't any more. */
  keptApp(uri: string, sha256: string): KeptApp | null
}

/** A result isn't held up longer by an interface that doesn't come. */
const MAX_MS = 15_000

export const createServerApps = (deps: {
  readonly kept: KeptApps
  readonly row: (uri: string) => ServerRow | null
  readonly allowed: (uri: string) => ServerAllowance
  /** Provides the session of a known server, and starts it if needed. */
  readonly use: <T>(
    uri: string,
    signal: AbortSignal | undefined,
    work: (session: Session) => Promise<T>,
  ) => Promise<T>
  readonly now: () => Date
  readonly language: () => Language
}): ServerApps => {
  const { kept, row, allowed, use, now, language } = deps
  return {
    readApp: async ({ uri, resource }, { signal } = {}) => {
      const part = { server: uri, resource, sha256: null, problem: null }
      const late = AbortSignal.timeout(MAX_MS)
      const ends = signal === undefined ? late : AbortSignal.any([signal, late])
      try {
        const app = await use(uri, ends, (session) => session.offers.app(resource, { signal: ends }))
        return { ...part, sha256: kept.keep(uri, app, now().toISOString()) }
      } catch (thrown) {
        return { ...part, problem: toErrorView(forCallers(thrown), language()) }
      }
    },
    keptApp: (uri, sha256) => {
      const [server, app] = [row(uri), kept.get(uri, sha256)]
      if (server === null || app === null) return null
      return { app, ...narrowed(app, server.definition, allowed(uri).appOrigins) }
    },
  }
}
