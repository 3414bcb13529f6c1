/** Registers schemas: checks them, pins them by hash, and creates their views. */
import canonicalize from 'canonicalize'
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import { type JsonObject, toJsonObject } from '../base/json.ts'
import type { Statements } from '../base/statements.ts'
import type { OpLog } from '../log/types.ts'
import { checkSchemaRules } from '../schema/check.ts'
import type { CoreModel } from '../schema/core-models.ts'
import { effectiveSchema } from '../schema/effective.ts'
import { schemaInvalid } from '../schema/problems.ts'
import type { SchemaRow } from '../schema/schema.ts'
import { createShape } from '../schema/shape.ts'
import { CORE_OWNER, type NamespaceRights, statePathOf } from '../schema/uri.ts'
import { holdToBudget, validatorOfNew } from '../schema/validator.ts'
import { createViewTable, viewNameOf } from '../view/tables.ts'
import type { createAppGrants } from './app-grants.ts'
import { keptHash } from './kept-schemas.ts'

export interface RegisterInput {
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly schema: Readonly<Record<string, unknown>>
  /** Namespaces of apps this owner was granted, such as `did:nuwa:app:planner` (asm.md 1.6). */
  readonly grants?: readonly string[] | undefined
}

const MAX_BYTES = 256 * 1024
const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

/** A registered schema with its owner and scope. */
export const SELECT_SCHEMA =
  'SELECT s.*, l.owner, l.scope FROM state_schemas s JOIN state_logs l ON l.id = s.log'

export interface RegisteringDeps {
  readonly db: Database
  readonly statement: Statements
  readonly log: Pick<OpLog, 'open'>
  /** Whose namespaces in `did:nuwa:user:` are usable: the owner's current and former DIDs. */
  readonly ownerDids: () => ReadonlySet<string>
  readonly apps: Pick<ReturnType<typeof createAppGrants>, 'granted'>
  /** The row of a registered schema; null if it is unknown. */
  readonly findRow: (uri: string) => SchemaRow | null
  /** Drops a cached schema, which has another scope or title now. */
  readonly forget: (uri: string) => void
}

export interface Registering {
  readonly check: (input: Pick<RegisterInput, 'owner' | 'schema' | 'grants'>) => void
  readonly register: (input: RegisterInput) => void
  /** Registers a schema that is part of the program, pinned by hash: it is neither checked nor compiled. */
  registerCore(model: CoreModel): void
}

export const createRegistering = (deps: RegisteringDeps): Registering => {
  const { db, statement, log, ownerDids, apps, findRow, forget } = deps

  const check: Registering['check'] = ({ owner, schema, grants }) => {
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
      `${SELECT_SCHEMA} WHERE s.schema_uri > ? AND s.schema_uri < ? AND l.owner <> ? LIMIT 1`,
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
    forget(uri)
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

  return { check, register, registerCore }
}
