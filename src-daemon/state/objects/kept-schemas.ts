/** Schemas that were found in a registry or at a DID: each URI keeps its content for good (asm.md 1.5). */
import canonicalize from 'canonicalize'
import { schemaPackageSchema, type SchemaPackage } from '../../contract/schema-resolution.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type JsonObject, toJsonObject } from '../base/json.ts'
import type { Statements } from '../base/statements.ts'

export interface KeptSchema {
  readonly uri: string
  readonly schema: JsonObject
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly package: SchemaPackage
  /** The owner's name for the source it came from. */
  readonly source: string
}

export interface KeptSchemas {
  /** Null if there is none, or its content is damaged. */
  find(uri: string): KeptSchema | null
  keep(schema: KeptSchema): void
  /** The DID of the author whose package a capability's schemas came from; null if none did. */
  authorOf(owner: string): string | null
}

interface Row {
  readonly body: string
  readonly body_hash: Buffer
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly package: string
  readonly source: string
}

export const createKeptSchemas = (statement: Statements): KeptSchemas => ({
  authorOf: (owner) => {
    const row = statement('SELECT package FROM resolved_schemas WHERE owner = ? LIMIT 1').get(owner) as
      | Pick<Row, 'package'>
      | undefined
    return row === undefined ? null : schemaPackageSchema.parse(JSON.parse(row.package)).authorDid
  },
  find: (uri) => {
    const row = statement('SELECT * FROM resolved_schemas WHERE schema_uri = ?').get(uri) as Row | undefined
    if (row === undefined || !sha256(row.body).equals(row.body_hash)) return null
    const { owner, scope, title, source } = row
    return {
      uri,
      schema: toJsonObject(JSON.parse(row.body)),
      owner,
      scope,
      title,
      package: schemaPackageSchema.parse(JSON.parse(row.package)),
      source,
    }
  },
  keep: ({ uri, schema, owner, scope, title, package: acp, source }) => {
    const body = canonicalize(schema) ?? ''
    statement(
      `INSERT INTO resolved_schemas (schema_uri, body, body_hash, owner, scope, title, package, source)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(uri, body, sha256(body), owner, scope, title, JSON.stringify(acp), source)
  },
})

/** SHA-256 of the content a URI was found with; null if it never was. */
export const keptHash = (statement: Statements, uri: string): Buffer | null => {
  const hash = statement('SELECT body_hash FROM resolved_schemas WHERE schema_uri = ?').pluck().get(uri)
  return Buffer.isBuffer(hash) ? hash : null
}
