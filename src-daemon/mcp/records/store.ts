import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { errorCodeSchema } from '../../text/index.ts'
import { definitionHash, toolDefinitionSchema, type ToolDefinition } from './definitions.ts'
import { serverDefinitionSchema, type ServerDefinition } from '../../contract/servers.ts'

/** A stored server. */
export interface ServerRow {
  readonly uri: string
  readonly definition: ServerDefinition
  readonly addedBy: 'owner' | 'package'
  readonly addedAt: string
  readonly trusted: boolean
  /** The version the server reported last; null until it was asked. */
  readonly serverVersion: string | null
  /** Why it was unavailable at the last attempt; null if it was available. */
  readonly problem: SatchelError | null
}

/** The servers, and each of their tools as it was accepted. */
export interface ServerStore {
  list(): readonly ServerRow[]
  get(uri: string): ServerRow | null
  /** Adds or replaces a server together with all of its tools, in one transaction. */
  put(row: Omit<ServerRow, 'trusted' | 'serverVersion' | 'problem'>, tools: readonly ToolDefinition[]): void
  /** Replaces how a server is reached; its tools and choices stay. */
  redefine(uri: string, definition: ServerDefinition): void
  /** Stores the version a server reports. True if it is new. */
  noteVersion(uri: string, version: string): boolean
  /** Stores why it was unavailable, or null if it was available. True if that is new. */
  noteProblem(uri: string, problem: SatchelError | null): boolean
  remove(uri: string): void
  trust(uri: string, at: string | null): void
  tools(uri: string): ReadonlyMap<string, ToolDefinition>
  /** When each of its tools was accepted, by name. */
  acceptedAt(uri: string): ReadonlyMap<string, string>
  /** Names of the tools that are switched off, including those the server does not have now. */
  off(uri: string): ReadonlySet<string>
  switchTool(uri: string, tool: string, enabled: boolean): void
  /** Accepts some tools and forgets others, in one transaction. */
  accept(uri: string, change: { tools: readonly ToolDefinition[]; gone: readonly string[]; at: string }): void
}

interface Row {
  uri: string
  definition_json: string
  added_by: 'owner' | 'package'
  added_at: string
  trusted_at: string | null
  server_version: string | null
  problem_json: string | null
}

/** A stored failure: its message is made when it is shown. */
const keptProblemSchema = z.object({
  code: errorCodeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** JSON leaves out what is undefined. */
  details: z.unknown().optional(),
})

export const createServerStore = (db: Database): ServerStore => {
  const insertTool = db.prepare<[string, string, string, string, string]>(
    `INSERT INTO server_tools (uri, name, sha256, definition_json, accepted_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uri, name) DO UPDATE SET sha256 = excluded.sha256, definition_json = excluded.definition_json,
       accepted_at = excluded.accepted_at`,
  )
  const keep = (uri: string, tool: ToolDefinition, at: string) =>
    insertTool.run(uri, tool.name, definitionHash(tool), JSON.stringify(tool), at)

  const one = db.prepare<[string], Row>('SELECT * FROM servers WHERE uri = ?')
  const toolsOf = db.prepare<[string], { definition_json: string }>(
    'SELECT definition_json FROM server_tools WHERE uri = ? ORDER BY name',
  )
  const acceptedOf = db.prepare<[string], { name: string; accepted_at: string }>(
    'SELECT name, accepted_at FROM server_tools WHERE uri = ?',
  )
  const offOf = db.prepare<[string], { name: string }>('SELECT name FROM server_tools_off WHERE uri = ?')

  // Read several times in each call, and for each tool of each list; only this store changes them.
  const rows = createRemembered((uri) => {
    const row = one.get(uri)
    return row === undefined ? null : rowOf(row)
  })
  const tools = createRemembered((uri): ReadonlyMap<string, ToolDefinition> => {
    const all = toolsOf
      .all(uri)
      .map(({ definition_json: json }) => toolDefinitionSchema.parse(JSON.parse(json)))
    return new Map(all.map((tool) => [tool.name, tool]))
  })
  const off = createRemembered((uri): ReadonlySet<string> => new Set(offOf.all(uri).map(({ name }) => name)))
  /** Drops the cache of a server after `work`, even if that changed it only in part. */
  const changing = <T>(uri: string, work: () => T): T => {
    try {
      return work()
    } finally {
      for (const { forget } of [rows, tools, off]) forget(uri)
    }
  }
  const run = (uri: string, sql: string, ...values: (string | null)[]): boolean =>
    changing(uri, () => db.prepare(sql).run(...values).changes > 0)

  return {
    list: () => db.prepare<[], Row>('SELECT * FROM servers ORDER BY added_at, uri').all().map(rowOf),
    get: rows.of,
    put: ({ uri, definition, addedBy, addedAt }, accepted) => {
      const put = db.transaction(() => {
        db.prepare('DELETE FROM servers WHERE uri = ?').run(uri)
        db.prepare('INSERT INTO servers (uri, definition_json, added_by, added_at) VALUES (?, ?, ?, ?)').run(
          uri,
          JSON.stringify(definition),
          addedBy,
          addedAt,
        )
        for (const tool of accepted) keep(uri, tool, addedAt)
      })
      changing(uri, put)
    },
    redefine: (uri, definition) => {
      run(uri, 'UPDATE servers SET definition_json = ? WHERE uri = ?', JSON.stringify(definition), uri)
    },
    noteVersion: (uri, version) =>
      rows.of(uri)?.serverVersion !== version &&
      run(
        uri,
        'UPDATE servers SET server_version = ? WHERE uri = ? AND server_version IS NOT ?',
        ...[version, uri, version],
      ),
    noteProblem: (uri, problem) => {
      const kept =
        problem === null
          ? null
          : JSON.stringify({ code: problem.code, params: problem.params, details: problem.details })
      return run(
        uri,
        'UPDATE servers SET problem_json = ? WHERE uri = ? AND problem_json IS NOT ?',
        ...[kept, uri, kept],
      )
    },
    remove: (uri) => {
      const remove = db.transaction(() => {
        db.prepare('DELETE FROM servers WHERE uri = ?').run(uri)
        db.prepare('DELETE FROM server_tools_off WHERE uri = ?').run(uri)
      })
      changing(uri, remove)
    },
    trust: (uri, at) => {
      run(uri, 'UPDATE servers SET trusted_at = ? WHERE uri = ?', at, uri)
    },
    tools: tools.of,
    acceptedAt: (uri) => new Map(acceptedOf.all(uri).map(({ name, accepted_at: at }) => [name, at])),
    off: off.of,
    switchTool: (uri, tool, enabled) => {
      const sql = enabled
        ? 'DELETE FROM server_tools_off WHERE uri = ? AND name = ?'
        : 'INSERT OR IGNORE INTO server_tools_off (uri, name) VALUES (?, ?)'
      run(uri, sql, uri, tool)
    },
    accept: (uri, { tools: accepted, gone, at }) => {
      const accept = db.transaction(() => {
        for (const tool of accepted) keep(uri, tool, at)
        for (const name of gone)
          db.prepare('DELETE FROM server_tools WHERE uri = ? AND name = ?').run(uri, name)
      })
      changing(uri, accept)
    },
  }
}

/** Caches the result of `read` per server, until it is dropped. */
const createRemembered = <T>(
  read: (uri: string) => T,
): { readonly of: (uri: string) => T; readonly forget: (uri: string) => void } => {
  const known = new Map<string, { readonly value: T }>()
  return {
    of: (uri) => {
      const there = known.get(uri) ?? { value: read(uri) }
      known.set(uri, there)
      return there.value
    },
    forget: (uri) => {
      known.delete(uri)
    },
  }
}

const rowOf = (row: Row): ServerRow => ({
  uri: row.uri,
  definition: serverDefinitionSchema.parse(JSON.parse(row.definition_json)),
  addedBy: row.added_by,
  addedAt: row.added_at,
  trusted: row.trusted_at !== null,
  serverVersion: row.server_version,
  problem: row.problem_json === null ? null : problemOf(row.problem_json),
})

const problemOf = (json: string): SatchelError => {
  const { code, params, details } = keptProblemSchema.parse(JSON.parse(json))
  return new SatchelError(code, { params, details })
}
