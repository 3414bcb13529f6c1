/** The registry of schemas: registers them, pins them by hash, and creates their views. */
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import type { CoreModel } from '../schema/core-models.ts'
import { type JsonObject, toJsonObject } from '../base/json.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { OpLog } from '../log/types.ts'
import { checkSchemaRules } from '../schema/check.ts'
import { effectiveSchema } from '../schema/effective.ts'
import { schemaInvalid } from '../schema/problems.ts'
import { createShape } from '../schema/shape.ts'
import { appNamespaceOf, CORE_OWNER, type NamespaceRights, statePathOf } from '../schema/uri.ts'
import type { Statements } from '../base/statements.ts'
import { keptHash } from './kept-schemas.ts'
import {
  accessProblem,
  type Schema,
  schemaOf,
  type SchemaRow,
  type StateAccess,
  type StateAction,
} from '../schema/schema.ts'
import { holdToBudget, validatorOfNew } from '../schema/validator.ts'
import { createViewTable, dropViewTable, viewNameOf } from '../view/tables.ts'
import type { createAppGrants } from './app-grants.ts'

export interface RegisterInput {
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly schema: Readonly<Record<string, unknown>>
  /** Namespaces of apps this owner was granted, such as `did:nuwa:app:planner` (asm.md 1.6). */
  readonly grants?: readonly string[] | undefined
}

export interface Schemas {
  readonly check: (input: Pick<RegisterInput, 'owner' | 'schema' | 'grants'>) => void
  readonly register: (input: RegisterInput) => void
  /** Registers a schema that is part of the program, pinned by hash: it is neither checked nor compiled. */
  registerCore(model: CoreModel): void
  /** Errors: `schema_unknown`. */
  get(uri: string): Schema
  /**
   * The schema, if the access permits this: its owner in its scope, and others as far as its visibility and what was
   * delegated to them go (asm.md 8). Errors: `schema_unknown`, `permission_denied`.
   */
  forAccess(access: StateAccess, uri: string, action: StateAction): Schema
  all(): readonly Schema[]
  /** Removes the schemas of an owner and drops their views. */
  drop(owner: string): void
  /** The same with a single schema. Errors: `schema_unknown`. */
  dropOne(uri: string): void
  /** Drops caches, after a transaction that registered schemas and failed. */
  unload(): void
}

const MAX_BYTES = 256 * 1024
const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

export interface SchemasDeps {
  readonly db: Database
  readonly statement: Statements
  readonly log: OpLog
  /** Whose namespaces in `did:nuwa:user:` are usable: the owner's current and former DIDs. */
  readonly ownerDids: () => ReadonlySet<string>
  readonly apps: Pick<ReturnType<typeof createAppGrants>, 'granted' | 'isRevoked'>
}

export const createSchemas = ({ db, statement, log, ownerDids, apps }: SchemasDeps): Schemas => {
  const loaded = new Map<string, Schema>()

  const check: Schemas['check'] = ({ owner, schema, grants }) => {
    const { uri, json, body } = parse(owner, schema, grants)
    const hash = sha256(body)
    const known = findRow(uri)
    if (known !== null) {
      refuseOther(known, { owner, hash })
      return
    }
    refuseUnlikeKept(uri, hash)
    refuseTakenPath(uri, owner)
    validatorOfNew(uri, json, hash)
  }

  /** What was found once stays what its URI means, also after it was removed. */
  const refuseUnlikeKept = (uri: string, hash: Buffer): void => {
    const kept = keptHash(statement, uri)
    if (kept !== null && !kept.equals(hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
  }

  /** A state path belongs to its first owner, in every version (asm.md 1.6). */
  const refuseTakenPath = (uri: string, owner: string): void => {
    const path = statePathOf(uri)
    const taken = statement(
      `${SELECT} WHERE s.schema_uri > ? AND s.schema_uri < ? AND l.owner <> ? LIMIT 1`,
      // `#` and the character after it: all versions of this path and no other path.
    ).get(`${path}#`, `${path}$`, owner) as SchemaRow | undefined
    if (taken !== undefined)
      throw new SatchelError('schema_id_conflict', { params: { uri, owner: taken.owner } })
  }

  /** A schema belongs to its first owner, and its body never changes (asm.md 1.5). */
  const refuseOther = (known: SchemaRow, { owner, hash }: { owner: string; hash: Buffer }): void => {
    const uri = known.schema_uri
    if (known.owner !== owner)
      throw new SatchelError('schema_id_conflict', { params: { uri, owner: known.owner } })
    if (!known.body_hash.equals(hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
  }

  /** Repeating it costs one look-up: a known schema isn't compiled. */
  const register = ({ owner, scope, title, schema, grants }: RegisterInput): void => {
    const { uri, json, body } = parse(owner, schema, grants)
    if (!SCOPE.test(scope)) throw schemaInvalid(uri, `${scope} is not a memory scope such as sc:note`)
    apps.granted(owner, grants ?? [])
    const hash = sha256(body)
    const known = findRow(uri)
    if (known === null) {
      refuseUnlikeKept(uri, hash)
      refuseTakenPath(uri, owner)
      validatorOfNew(uri, json, hash)
      insert({ uri, json, body, hash, owner, scope, title })
      return
    }
    refuseOther(known, { owner, hash })
    if (known.scope === scope && known.title === title) return
    // A newer version of the capability: its new writes go to the scope it names now.
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
      createViewTable(db, view, createShape(effectiveSchema(input.json)))
      statement(
        'INSERT INTO state_schemas (schema_uri, log, view_name, title, body, body_hash) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(input.uri, log.open(input), view, input.title, input.body, input.hash)
    })()
  }

  const parse = (
    owner: string,
    schema: Readonly<Record<string, unknown>>,
    grants: NamespaceRights['grants'],
  ) => {
    const json = toJsonObject(schema)
    holdToBudget(json)
    const uri = checkSchemaRules(json, owner, { grants, ownerDids: ownerDids() })
    const body = canonicalize(json) ?? ''
    if (body.length > MAX_BYTES) throw schemaInvalid(uri, `it is larger than ${String(MAX_BYTES / 1024)} KiB`)
    return { uri, json, body }
  }

  const get = (uri: string): Schema => {
    const known = loaded.get(uri)
    if (known !== undefined) return known
    const row = findRow(uri)
    if (row === null) throw new SatchelError('schema_unknown', { params: { uri } })
    // The schema that validates the user's data must be the registered one (asm.md 1.5).
    if (!sha256(row.body).equals(row.body_hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
    const schema = schemaOf(row)
    loaded.set(uri, schema)
    return schema
  }

  const forAccess: Schemas['forAccess'] = (access, uri, action) => {
    const schema = get(uri)
    const problem = accessProblem(schema, access, action)
    if (problem !== null) throw denied(problem)
    if (access.origin.kind !== 'owner' && apps.isRevoked(access.owner, uri))
      throw denied(`you revoked the place of ${access.owner} in ${appNamespaceOf(uri) ?? uri}`)
    return schema
  }

  const SELECT = 'SELECT s.*, l.owner, l.scope FROM state_schemas s JOIN state_logs l ON l.id = s.log'

  const findRow = (uri: string): SchemaRow | null => {
    const row = statement(`${SELECT} WHERE s.schema_uri = ?`).get(uri) as SchemaRow | undefined
    return row ?? null
  }

  const all = (): readonly Schema[] => {
    const rows = statement(`${SELECT} ORDER BY s.id`).all() as SchemaRow[]
    return rows.map(({ schema_uri: uri }) => get(uri))
  }

  const dropOne = (uri: string): void => {
    const schema = get(uri)
    log.drop(schema.row)
    for (const table of ['state_space', 'state_low_water'])
      statement(`DELETE FROM ${table} WHERE schema = ?`).run(schema.row)
    statement('DELETE FROM state_schemas WHERE id = ?').run(schema.row)
    dropViewTable(db, schema.view)
    loaded.delete(schema.uri)
  }

  const drop = (owner: string): void => {
    for (const schema of all()) if (schema.owner === owner) dropOne(schema.uri)
  }

  const unload = (): void => {
    loaded.clear()
  }

  return { check, register, registerCore, get, forAccess, all, drop, dropOne, unload }
}

export const denied = (problem: string): SatchelError =>
  new SatchelError('permission_denied', { params: { problem } })
