import canonicalize from 'canonicalize'
import { appResourceSchema, type AppResource } from '../../contract/apps.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'

/** Interfaces of servers, each kept by its hash. */
export interface KeptApps {
  /** Keeps one, and returns its hash. Of too many, those that weren't wanted for longest leave. */
  keep(server: string, app: AppResource, at: string): string
  /** One of this server; null if it isn't kept any more. */
  get(server: string, sha256: string): AppResource | null
}

const MAX_KEPT = 200
/** UTF-16 units of all of them. */
const MAX_UNITS = 64 * 1024 * 1024

export const createKeptApps = (db: Database): KeptApps => {
  const put = db.prepare<[string, string, string, number, string]>(
    `INSERT INTO server_apps (uri, sha256, app_json, units, kept_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uri, sha256) DO UPDATE SET kept_at = excluded.kept_at`,
  )
  const find = db
    .prepare<[string, string], string>('SELECT app_json FROM server_apps WHERE uri = ? AND sha256 = ?')
    .pluck()
  const shed = db.prepare<[number, number]>(
    `DELETE FROM server_apps WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER newest AS place, sum(units) OVER newest AS room FROM server_apps
         WINDOW newest AS (ORDER BY kept_at DESC, rowid DESC ROWS UNBOUNDED PRECEDING)
       ) WHERE place > ? OR room > ?
     )`,
  )
  return {
    keep: (server, app, at) => {
      const json = canonicalize(app) ?? ''
      const sha256 = sha256Hex(json)
      db.transaction(() => {
        put.run(server, sha256, json, json.length, at)
        shed.run(MAX_KEPT, MAX_UNITS)
      })()
      return sha256
    },
    get: (server, sha256) => {
      const json = find.get(server, sha256)
      return json === undefined ? null : appResourceSchema.parse(JSON.parse(json))
    },
  }
}
