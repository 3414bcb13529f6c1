import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { errorCodeSchema } from '../../text/index.ts'
import { definitionHash, toolDefinitionSchema, type ToolDefinition } from './definitions.ts'
import { serviceDefinitionSchema, type ServiceDefinition } from './types.ts'

/** A service as it is kept. */
export interface ServiceRow {
  readonly uri: string
  readonly definition: ServiceDefinition
  readonly addedBy: 'owner' | 'package'
  readonly addedAt: string
  readonly trusted: boolean
  /** As the server said it last; null until it was asked. */
  readonly serverVersion: string | null
  /** Why it was not there when it was wanted last; null once it was. */
  readonly problem: SatchelError | null
}

/** The services there are, and each tool as it was accepted. */
export interface ServiceStore {
  list(): readonly ServiceRow[]
  get(uri: string): ServiceRow | null
  /** Adds or replaces a service together with all of its tools, in one transaction. */
  put(row: Omit<ServiceRow, 'trusted' | 'serverVersion' | 'problem'>, tools: readonly ToolDefinition[]): void
  /** Keeps the version a server says it has. True where that is news. */
  noteVersion(uri: string, version: string): boolean
  /** Keeps why it was not there, or null for that it was. True where that is news. */
  noteProblem(uri: string, problem: SatchelError | null): boolean
  remove(uri: string): void
  trust(uri: string, at: string | null): void
  tools(uri: string): ReadonlyMap<string, ToolDefinition>
  /** Names of the tools that are switched off; also of such as are not there now. */
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

/** A failure as it is kept: the words are chosen when it is shown. */
const keptProblemSchema = z.object({
  code: errorCodeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** JSON leaves out what is undefined. */
  details: z.unknown().optional(),
})

export const createServiceStore = (db: Database): ServiceStore => {
  const insertTool = db.prepare<[string, string, string, string, string]>(
    `INSERT INTO service_tools (uri, name, sha256, definition_json, accepted_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uri, name) DO UPDATE SET sha256 = excluded.sha256, definition_json = excluded.definition_json,
       accepted_at = excluded.accepted_at`,
  )
  const keep = (uri: string, tool: ToolDefinition, at: string) =>
    insertTool.run(uri, tool.name, definitionHash(tool), JSON.stringify(tool), at)

  /** Asked for each tool of each list. */
  const offByUri = new Map<string, ReadonlySet<string>>()
  const off = (uri: string): ReadonlySet<string> => {
    const known = offByUri.get(uri)
    if (known !== undefined) return known
    const rows = db
      .prepare<[string], { name: string }>('SELECT name FROM service_tools_off WHERE uri = ?')
      .all(uri)
    const names = new Set(rows.map(({ name }) => name))
    offByUri.set(uri, names)
    return names
  }

  return {
    list: () => db.prepare<[], Row>('SELECT * FROM services ORDER BY added_at, uri').all().map(rowOf),
    get: (uri) => {
      const row = db.prepare<[string], Row>('SELECT * FROM services WHERE uri = ?').get(uri)
      return row === undefined ? null : rowOf(row)
    },
    put: ({ uri, definition, addedBy, addedAt }, tools) => {
      db.transaction(() => {
        db.prepare('DELETE FROM services WHERE uri = ?').run(uri)
        db.prepare('INSERT INTO services (uri, definition_json, added_by, added_at) VALUES (?, ?, ?, ?)').run(
          uri,
          JSON.stringify(definition),
          addedBy,
          addedAt,
        )
        for (const tool of tools) keep(uri, tool, addedAt)
      })()
    },
    noteVersion: (uri, version) =>
      db
        .prepare('UPDATE services SET server_version = ? WHERE uri = ? AND server_version IS NOT ?')
        .run(version, uri, version).changes > 0,
    noteProblem: (uri, problem) => {
      const kept =
        problem === null
          ? null
          : JSON.stringify({ code: problem.code, params: problem.params, details: problem.details })
      return (
        db
          .prepare('UPDATE services SET problem_json = ? WHERE uri = ? AND problem_json IS NOT ?')
          .run(kept, uri, kept).changes > 0
      )
    },
    remove: (uri) => {
      db.transaction(() => {
        db.prepare('DELETE FROM services WHERE uri = ?').run(uri)
        db.prepare('DELETE FROM service_tools_off WHERE uri = ?').run(uri)
      })()
      offByUri.delete(uri)
    },
    trust: (uri, at) => {
      db.prepare('UPDATE services SET trusted_at = ? WHERE uri = ?').run(at, uri)
    },
    tools: (uri) =>
      new Map(
        db
          .prepare<[string], { definition_json: string }>(
            'SELECT definition_json FROM service_tools WHERE uri = ? ORDER BY name',
          )
          .all(uri)
          .map(({ definition_json }) => toolDefinitionSchema.parse(JSON.parse(definition_json)))
          .map((tool) => [tool.name, tool]),
      ),
    off,
    switchTool: (uri, tool, enabled) => {
      db.prepare(
        enabled
          ? 'DELETE FROM service_tools_off WHERE uri = ? AND name = ?'
          : 'INSERT OR IGNORE INTO service_tools_off (uri, name) VALUES (?, ?)',
      ).run(uri, tool)
      offByUri.delete(uri)
    },
    accept: (uri, { tools, gone, at }) => {
      db.transaction(() => {
        for (const tool of tools) keep(uri, tool, at)
        for (const name of gone)
          db.prepare('DELETE FROM service_tools WHERE uri = ? AND name = ?').run(uri, name)
      })()
    },
  }
}

const rowOf = (row: Row): ServiceRow => ({
  uri: row.uri,
  definition: serviceDefinitionSchema.parse(JSON.parse(row.definition_json)),
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
