import type { Database } from '../../storage/index.ts'
import type { ServersService } from './types.ts'
import type { ServerView } from '../../contract/servers.ts'
import {
  serverAllowanceSchema,
  serverLogLevelSchema,
  type ServerAllowance,
} from '../../contract/server-allowance.ts'

interface Row {
  sampling: number
  log_level: string | null
  timeout_seconds: number | null
  app_origins_json: string
}

export interface AllowanceDeps {
  readonly db: Database
  /** Errors: `server_unknown`. */
  readonly view: (uri: string) => ServerView
  /** Closes the current connection: the next one uses the new allowances. */
  readonly stop: (uri: string) => Promise<unknown>
  readonly kept: (uri: string) => void
}

/**
 * What owners allow their servers. It applies to the definition it was given with, and is deleted with it.
 */
export const createAllowances = ({
  db,
  view,
  stop,
  kept,
}: AllowanceDeps): {
  of(uri: string): ServerAllowance
  /** Stores them without closing the connection, for a server that is just being added. */
  keep(uri: string, allowance: ServerAllowance): void
  readonly methods: Pick<ServersService, 'allow'>
} => {
  const find = db.prepare<[string], Row>(
    'SELECT sampling, log_level, timeout_seconds, app_origins_json FROM server_allowances WHERE uri = ?',
  )
  const put = db.prepare<[string, number, string | null, number | null, string]>(
    `INSERT INTO server_allowances (uri, sampling, log_level, timeout_seconds, app_origins_json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uri) DO UPDATE SET sampling = excluded.sampling, log_level = excluded.log_level,
       timeout_seconds = excluded.timeout_seconds, app_origins_json = excluded.app_origins_json`,
  )
  const of = (uri: string): ServerAllowance => {
    const row = find.get(uri)
    if (row === undefined) return { sampling: false, logLevel: null, timeoutSeconds: null, appOrigins: [] }
    return {
      sampling: row.sampling === 1,
      logLevel: serverLogLevelSchema.nullable().parse(row.log_level),
      timeoutSeconds: row.timeout_seconds,
      appOrigins: serverAllowanceSchema.shape.appOrigins.parse(JSON.parse(row.app_origins_json)),
    }
  }
  const keep = (uri: string, { sampling, logLevel, timeoutSeconds, appOrigins }: ServerAllowance): void => {
    put.run(uri, sampling ? 1 : 0, logLevel, timeoutSeconds, JSON.stringify(appOrigins))
  }
  return {
    of,
    keep,
    methods: {
      allow: async ({ uri, ...change }) => {
        view(uri)
        const before = of(uri)
        keep(uri, { ...before, ...change })
        // What its interfaces may reach is nothing that it is told.
        if (Object.keys(change).some((name) => name !== 'appOrigins')) await stop(uri)
        kept(uri)
        return view(uri)
      },
    },
  }
}
