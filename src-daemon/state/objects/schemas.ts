/** The registered schemas: finds them, for those who may use them, and removes them. */
import { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { OpLog } from '../log/types.ts'
import type { Statements } from '../base/statements.ts'
import { createRegistering, type Registering, SELECT_SCHEMA } from './registering.ts'
import {
  accessProblem,
  type Schema,
  schemaOf,
  type SchemaRow,
  type StateAccess,
  type StateAction,
} from '../schema/schema.ts'
import { dropViewTable, isViewName } from '../view/tables.ts'
import type { createAppGrants } from './app-grants.ts'

export interface Schemas extends Registering {
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

  const findRow = (uri: string): SchemaRow | null => {
    const row = statement(`${SELECT_SCHEMA} WHERE s.schema_uri = ?`).get(uri) as SchemaRow | undefined
    return row ?? null
  }

  const get = (uri: string): Schema => {
    const known = loaded.get(uri)
    if (known !== undefined) return known
    const row = findRow(uri)
    if (row === null) throw new SatchelError('schema_unknown', { params: { uri } })
    // The schema that validates the user's data must be the registered one (asm.md 1.5).
    if (!sha256(row.body).equals(row.body_hash))
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
    if (!isViewName(row.view_name)) throw damagedSchema(db, uri)
    const schema = schemaOf(row)
    loaded.set(uri, schema)
    return schema
  }

  const forAccess: Schemas['forAccess'] = (access, uri, action) => {
    const schema = get(uri)
    const problem = accessProblem(schema, access, action)
    if (problem !== null) throw denied(problem)
    const { app } = schema
    if (app !== null && access.origin.kind !== 'owner' && apps.isRevoked(access.owner, app))
      throw denied(`you revoked the place of ${access.owner} in ${app}`)
    return schema
  }

  const all = (): readonly Schema[] => {
    const rows = statement(`${SELECT_SCHEMA} ORDER BY s.id`).all() as SchemaRow[]
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

  const registering = createRegistering({
    db,
    statement,
    log,
    ownerDids,
    apps,
    findRow,
    forget: (uri) => {
      loaded.delete(uri)
    },
  })

  return { ...registering, get, forAccess, all, drop, dropOne, unload }
}

export const denied = (problem: string): SatchelError =>
  new SatchelError('permission_denied', { params: { problem } })

const damagedSchema = (db: Database, uri: string): SatchelError =>
  new SatchelError('database_corrupt', {
    params: { path: db.name, problem: `the view of ${uri} has another name` },
  })
