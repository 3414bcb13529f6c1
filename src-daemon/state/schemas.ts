import canonicalize from 'canonicalize'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import type { CoreModel } from './core-models.ts'
import { isObject, toJsonObject, type JsonObject } from './json.ts'
import { sha256, type OpLog } from './log.ts'
import { checkSchemaRules, schemaInvalid } from './schema-check.ts'
import { createShape, isDateTime, type Shape } from './schema-shape.ts'
import { CORE_OWNER } from './schema-uri.ts'
import type { Statements } from './statements.ts'
import type { StateAccess } from './types.ts'
import { compileValidator, type Validator } from './validator.ts'
import { createViewTable, viewNameOf } from './view.ts'

/** A registered schema, ready to be worked with. */
export interface Schema {
  readonly row: number
  readonly uri: string
  readonly log: number
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly view: string
  readonly body: JsonObject
  readonly shape: Shape
  /** `id`, or `_id` where the schema does not declare one (asm.md 3). */
  readonly idName: 'id' | '_id'
  /** Throws `validation_failed`; compiled when first used. */
  readonly validate: Validator
  /** Those of `createdAt` and `updatedAt` that it declares as date-time. */
  readonly dates: readonly ('createdAt' | 'updatedAt')[]
}

export interface RegisterInput {
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly schema: Readonly<Record<string, unknown>>
}

export interface Schemas {
  readonly check: (input: { owner: string; schema: Readonly<Record<string, unknown>> }) => void
  readonly register: (input: RegisterInput) => void
  /** Registers a schema that is part of the program, pinned by hash: it is neither checked nor compiled. */
  registerCore(model: CoreModel): void
  /** Errors: `schema_unknown`. */
  get(uri: string): Schema
  /**
   * The schema, when the access may work with it: its owner in its scope and no one else (asm.md 8).
   * Errors: `schema_unknown`, `permission_denied`.
   */
  forAccess(access: StateAccess, uri: string): Schema
  all(): readonly Schema[]
  /** Forgets the schemas of an owner and drops their views. */
  drop(owner: string): void
}

const MAX_BYTES = 256 * 1024
const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

const schemaRowSchema = z.object({
  id: z.int(),
  schema_uri: z.string(),
  log: z.int(),
  view_name: z.string(),
  title: z.string(),
  body: z.string(),
  body_hash: z.instanceof(Buffer),
  owner: z.string(),
  scope: z.string(),
})
type SchemaRow = z.infer<typeof schemaRowSchema>

export interface SchemasDeps {
  readonly db: Database
  readonly statement: Statements
  readonly log: OpLog
}

export const createSchemas = ({ db, statement, log }: SchemasDeps): Schemas => {
  const loaded = new Map<string, Schema>()

  const check: Schemas['check'] = ({ owner, schema }) => {
    const { uri, json } = parse(owner, schema)
    compileValidator(uri, json)
  }

  /** Repeating it costs one look-up: nothing is compiled for a schema that is already there. */
  const register = ({ owner, scope, title, schema }: RegisterInput): void => {
    const { uri, json, body } = parse(owner, schema)
    if (!SCOPE.test(scope)) throw schemaInvalid(uri, `${scope} is not a memory scope such as sc:note`)
    const hash = sha256(body)
    const known = findRow(uri)
    if (known === null) {
      compileValidator(uri, json)
      insert({ uri, json, body, hash, owner, scope, title })
      return
    }
    if (known.owner !== owner)
      throw new SatchelError('schema_id_conflict', { params: { uri, owner: known.owner } })
    if (!known.body_hash.equals(hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
    if (known.scope === scope && known.title === title) return
    // A newer version of the capability: what it writes from now on goes where it says now.
    statement('UPDATE state_schemas SET log = ?, title = ? WHERE id = ?').run(
      log.open({ owner, scope }),
      title,
      known.id,
    )
    loaded.delete(uri)
  }

  const registerCore = ({ uri, scope, title, schema, sha256: pinned }: CoreModel): void => {
    const body = canonicalize(schema) ?? ''
    const hash = sha256(body)
    const known = findRow(uri)
    if (hash.toString('hex') !== pinned || (known !== null && !known.body_hash.equals(hash)))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
    if (known === null) insert({ uri, json: schema, body, hash, owner: CORE_OWNER, scope, title })
  }

  const insert = (input: {
    uri: string
    json: JsonObject
    body: string
    hash: Buffer
    owner: string
    scope: string
    title: string
  }): void => {
    const view = viewNameOf(input.uri)
    db.transaction(() => {
      createViewTable(db, input.uri, view, createShape(input.json))
      statement(
        'INSERT INTO state_schemas (schema_uri, log, view_name, title, body, body_hash) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(input.uri, log.open(input), view, input.title, input.body, input.hash)
    })()
  }

  const parse = (owner: string, schema: Readonly<Record<string, unknown>>) => {
    const json = toJsonObject(schema)
    const uri = checkSchemaRules(json, owner)
    const body = canonicalize(json) ?? ''
    if (body.length > MAX_BYTES) throw schemaInvalid(uri, `it is larger than ${String(MAX_BYTES / 1024)} KiB`)
    return { uri, json, body }
  }

  const get = (uri: string): Schema => {
    const known = loaded.get(uri)
    if (known !== undefined) return known
    const row = findRow(uri)
    if (row === null) throw new SatchelError('schema_unknown', { params: { uri } })
    // What validates the user's data must be what was registered (asm.md 1.5).
    if (!sha256(row.body).equals(row.body_hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
    const schema = toSchema(row)
    loaded.set(uri, schema)
    return schema
  }

  const forAccess = (access: StateAccess, uri: string): Schema => {
    const schema = get(uri)
    if (schema.owner !== access.owner || schema.scope !== access.scope)
      throw denied(`${uri} belongs to ${schema.owner} in ${schema.scope}`)
    return schema
  }

  const SELECT = 'SELECT s.*, l.owner, l.scope FROM state_schemas s JOIN state_logs l ON l.id = s.log'

  const findRow = (uri: string): SchemaRow | null => {
    const row = statement(`${SELECT} WHERE s.schema_uri = ?`).get(uri)
    return row === undefined ? null : schemaRowSchema.parse(row)
  }

  const all = (): readonly Schema[] => {
    const rows = z.array(schemaRowSchema).parse(statement(`${SELECT} ORDER BY s.id`).all())
    return rows.map(({ schema_uri: uri }) => get(uri))
  }

  const drop = (owner: string): void => {
    for (const schema of all()) {
      if (schema.owner !== owner) continue
      statement('DELETE FROM changes WHERE schema = ?').run(schema.row)
      statement('DELETE FROM state_schemas WHERE id = ?').run(schema.row)
      db.exec(`DROP TABLE ${schema.view}`)
      loaded.delete(schema.uri)
    }
  }

  return { check, register, registerCore, get, forAccess, all, drop }
}

const toSchema = (row: SchemaRow): Schema => {
  const body = toJsonObject(JSON.parse(row.body))
  const uri = row.schema_uri
  const declared = createShape(body).fields
  const declares = (name: string): boolean =>
    declared.some(({ path }) => path.length === 1 && path[0] === name)
  const idName = declares('id') ? 'id' : '_id'
  const shape = createShape(idName === 'id' ? body : withOwnId(body))
  let validator: Validator | undefined
  return {
    row: row.id,
    uri,
    log: row.log,
    owner: row.owner,
    scope: row.scope,
    title: row.title,
    view: row.view_name,
    body,
    shape,
    idName,
    dates: (['createdAt', 'updatedAt'] as const).filter((name) => {
      const place = declares(name) ? shape.at([name]) : null
      return place !== null && isDateTime(place)
    }),
    validate: (object) => {
      validator ??= compileValidator(uri, body)
      validator(object)
    },
  }
}

/** A schema without an `id` gets `_id` (asm.md 3), which can be asked for like any other field. */
const withOwnId = (body: JsonObject): JsonObject => {
  const { properties } = body
  return { ...body, properties: { ...(isObject(properties) ? properties : {}), _id: { type: 'string' } } }
}

export const denied = (problem: string): SatchelError =>
  new SatchelError('permission_denied', { params: { problem } })
