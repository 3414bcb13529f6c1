import type { ImportReport } from '../../contract/state-sync.ts'
import type { IsOwner } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import { type JsonObject, toJcs, toJsonObject } from '../base/json.ts'
import { createPending } from '../log/pending.ts'
import type { TouchedObject } from '../log/types.ts'
import { decodeChangeSet, type SchemaRecord } from './change-set.ts'
import { changeSetInvalid } from './limits.ts'
import { refuseUnsigned } from './refuse-unsigned.ts'
import { createSignedHeads } from './signed-heads.ts'

/**
 * Reads a change set, checks every hash and who signed, and merges it; all or nothing.
 * Errors: `change_set_invalid`, `change_set_old_version`, `change_set_other_owner`, `change_set_unsigned`,
 * `change_set_signature_wrong`, `device_unauthorized`, `device_expired`, `device_removed`,
 * `schema_changed_without_version`, `quota_exceeded`.
 */
export type ImportChangeSet = (bytes: Uint8Array) => ImportedPart

export interface ImportedPart extends ImportReport {
  /** DID of the owner's key when the file was written. */
  readonly sender: string
  readonly touched: readonly TouchedObject[]
}

/** Schemas in namespaces an owner needs a grant for (asm.md 1.6), which no file can give. */
const NEEDS_GRANT = /^did:nuwa:app:/

/**
 * Imports change sets into the logs. Schemas in the file become usable under the same rules as those of a package;
 * changes of a schema that may not be registered here wait until it is.
 */
export const createChangeSetImport = (engine: Engine): ImportChangeSet => {
  const { schemas, statement, devices, log } = engine
  const signedHeads = createSignedHeads(statement)
  const pending = createPending(statement)

  const read: ImportChangeSet = (bytes) => {
    const set = decodeChangeSet(bytes)
    try {
      return engine.transactions.atomically(() => {
        engine.rotations.learn(set.rotations)
        const isOwner = createIsOwner()
        if (!isOwner(set.owner))
          throw new SatchelError('change_set_other_owner', { params: { owner: set.owner } })
        devices.learn({ cards: set.devices, removals: set.removals }, isOwner)
        const changes = [...set.changes]
        for (const head of refuseUnsigned(engine, changes, set.heads, isOwner))
          if (head.actor !== log.actor) signedHeads.keep(head)
        const brought = set.schemas.filter(register).map(({ uri }) => uri)
        const { logs, ...done } = engine.integrate(changes, {
          former: set.former,
          hashesChecked: true,
          isWithin: true,
        })
        const scopes = [...new Set(logs.map(({ scope }) => scope))]
        const missing = [...new Set(pending.missing().map(({ schemaUri }) => schemaUri))]
        return { changes: set.count, ...done, schemas: brought, scopes, missing, sender: set.owner }
      })
    } catch (thrown) {
      // The rollback removed what was registered.
      schemas.unload()
      throw thrown
    }
  }

  /** Remembers its answers for one file. */
  const createIsOwner = (): IsOwner => {
    const dids = engine.rotations.dids()
    const known = new Map<string, boolean>()
    return (did) => {
      const is = known.get(did) ?? (dids.has(did) || wroteAs(did))
      known.set(did, is)
      return is
    }
  }

  /**
   * Whether changes were made here under this key: the owner's former key, before they restored another one,
   * which the device that wrote the file doesn't know. Others' claims about former keys don't count.
   */
  const wroteAs = (did: string): boolean =>
    statement(
      `SELECT 1 FROM log_writers w JOIN changes c ON c.writer = w.id JOIN log_origins o ON o.id = c.origin
       JOIN log_sources s ON s.id = o.source
       WHERE w.actor IN (SELECT value FROM json_each(?)) AND s.owner = ? LIMIT 1`,
    ).get(JSON.stringify(ownNames()), did) !== undefined

  /** Also before it found out that it is a copy. A branch isn't taken for its own: another replica may have written it. */
  const ownNames = (): readonly string[] => {
    const { name, former } = engine.meta.replica
    return [name, ...former.map((one) => one.name)]
  }

  /** Returns whether it is new here. */
  const register = (record: SchemaRecord): boolean => {
    const known = knownBody(record.uri)
    if (known !== null) {
      refuseOther(record, known)
      return false
    }
    const schema = bodyOf(record)
    if (NEEDS_GRANT.test(record.uri)) return false
    schemas.register({ owner: record.space, scope: record.scope, title: record.title, schema })
    return true
  }

  /** JCS text; null if there is none. */
  const knownBody = (uri: string): string | null => {
    const body = statement('SELECT body FROM state_schemas WHERE schema_uri = ?').pluck().get(uri)
    return typeof body === 'string' ? body : null
  }

  /** A schema belongs to its first owner, and its body never changes (asm.md 1.5). Usually it is the same text. */
  const refuseOther = (record: SchemaRecord, known: string): void => {
    const { uri, space } = record
    const { owner } = schemas.get(uri)
    if (owner !== space) throw new SatchelError('schema_id_conflict', { params: { uri, owner } })
    if (record.body !== known && toJcs(bodyOf(record)) !== known)
      throw new SatchelError('schema_changed_without_version', { params: { uri } })
  }

  return read
}

const bodyOf = ({ uri, body }: SchemaRecord): JsonObject => {
  let schema: JsonObject
  try {
    schema = toJsonObject(JSON.parse(body))
  } catch (cause) {
    throw changeSetInvalid(`schema ${uri}`, 'its body is not JSON', cause)
  }
  if (schema['$id'] !== uri) throw changeSetInvalid(`schema ${uri}`, 'its $id is another one')
  return schema
}
