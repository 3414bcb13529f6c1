import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import { installFunctions } from './asmql/functions.ts'
import { coreModels, coreObjectId } from './core-models.ts'
import { invalid, toJsonObject, toPointer, type JsonObject } from './json.ts'
import { createOpLog, type Appended, type ChangeKind } from './log.ts'
import { openMeta } from './meta.ts'
import { applyOps, checkSameId, diff, normalise, type Op } from './ops.ts'
import { applyPatch } from './patch.ts'
import { createQuery, toStateObject } from './query.ts'
import { createSchemas, denied, type Schema } from './schemas.ts'
import { CORE_OWNER } from './schema-uri.ts'
import { summarise } from './scopes.ts'
import { createStatements } from './statements.ts'
import type { Changed, ChangeOrigin, ChangeRef, StateService } from './types.ts'
import { putRow, readRow, removeRow, type ViewRow } from './view.ts'

export interface StateDeps {
  readonly db: Database
  readonly ownerDid: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** State with a schema and a history, kept in `db` (design.md "State engine"). */
export const createState = ({ db, ownerDid, now = Date.now }: StateDeps): StateService => {
  const statement = createStatements(db)
  const meta = openMeta(db)
  const log = createOpLog({ db, statement, meta, ownerDid, now })
  const schemas = createSchemas({ db, statement, log })
  const functions = installFunctions(db)
  const listeners = new Set<(change: ChangeRef) => void>()
  // One wrapper for all calls: making one costs more than what it wraps.
  const inTransaction = db.transaction((work: () => unknown) => work())
  const atomically = <T>(work: () => T): T => {
    let result: { value: T } | undefined
    inTransaction.immediate(() => {
      result = { value: work() }
    })
    if (result === undefined) throw new SatchelError('internal')
    return result.value
  }

  const create: StateService['create'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    if (schema.owner === CORE_OWNER) throw denied('the core models exist exactly once')
    const object = newObject(schema, toJsonObject(input.object))
    validate(schema, object)
    return announce(atomically(() => insert(schema, object, access.origin)))
  }

  const newObject = (schema: Schema, object: JsonObject): JsonObject => {
    const id = object[schema.idName] ?? newId()
    if (id === '' || typeof id !== 'string' || id.length > 256)
      throw invalid(toPointer([schema.idName]), 'it is not an id')
    const date = new Date(now()).toISOString()
    const dated = Object.fromEntries(schema.dates.map((name) => [name, object[name] ?? date]))
    return normalise(schema.shape, { ...object, [schema.idName]: id, ...dated })
  }

  const insert = (schema: Schema, object: JsonObject, origin: ChangeOrigin): Changed => {
    const id = object[schema.idName]
    if (typeof id !== 'string') throw invalid(toPointer([schema.idName]), 'it is not an id')
    if (readRow(statement, schema.view, id) !== null)
      throw invalid(toPointer([schema.idName]), 'there is, or was, an object with this id')
    return record(schema, null, id, 'create', [{ op: 'create', id, object }], origin)
  }

  const update: StateService['update'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    return announce(
      atomically(() => {
        const row = rowFor(schema, input.id)
        if (input.ifVersion !== undefined && input.ifVersion !== row.version)
          throw new SatchelError('version_conflict', {
            params: { id: input.id },
            details: { version: row.version },
          })
        const after = applyPatch(row.object, input.patch)
        checkSameId(schema.idName, row.object, after)
        if (schema.dates.includes('updatedAt')) after['updatedAt'] = new Date(now()).toISOString()
        validate(schema, normalise(schema.shape, after))
        const ops = diff(schema.shape, row.object, after, row.version)
        return record(schema, row, input.id, 'update', ops, access.origin)
      }),
    )
  }

  const remove: StateService['delete'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    if (schema.owner === CORE_OWNER) throw denied('the core models exist exactly once')
    const { change } = announce(
      atomically(() => {
        const row = readRow(statement, schema.view, input.id)
        const gone = row === null || row.log !== schema.log || (row.deleted && input.mode === 'soft')
        if (gone) throw notFound(schema.uri, input.id)
        if (input.mode === 'hard') log.purgeObject(schema.row, input.id)
        return record(schema, row, input.id, 'delete', [{ op: 'delete', mode: input.mode }], access.origin)
      }),
    )
    return change
  }

  /** Appends the change and brings the view to what it says; the caller holds the transaction. */
  const record = (
    schema: Schema,
    row: ViewRow | null,
    id: string,
    kind: ChangeKind,
    ops: readonly Op[],
    origin: ChangeOrigin,
  ): Changed => {
    const logId = row?.log ?? schema.log
    const appended = log.append({
      log: logId,
      schema: schema.row,
      schemaUri: schema.uri,
      objectId: id,
      kind,
      ops,
      origin,
    })
    const written = applyToView(schema, logId, row, id, ops, appended)
    const hash = appended.hash.toString('hex')
    return {
      object: toStateObject(schema, written ?? { ...(row ?? emptyRow(id, logId)), version: hash }),
      change: { scope: schema.scope, schemaUri: schema.uri, objectId: id, hash, kind },
    }
  }

  /** The row as it now is; null when the object is gone for good. */
  const applyToView = (
    schema: Schema,
    logId: number,
    row: ViewRow | null,
    id: string,
    ops: readonly Op[],
    { hash, clock }: Appended,
  ): ViewRow | null => {
    const object = applyOps(row?.object ?? null, ops)
    if (object === null) {
      removeRow(statement, schema.view, id)
      return null
    }
    const deleted = ops.some(({ op }) => op === 'delete')
    return putRow(statement, schema.view, schema.shape, { id, log: logId, hash, clock, deleted, object })
  }

  const get: StateService['get'] = ({ schemaUri, id }) => {
    const schema = schemas.get(schemaUri)
    const row = readRow(statement, schema.view, id)
    if (row === null || row.deleted) throw notFound(schemaUri, id)
    return toStateObject(schema, row)
  }

  const rowFor = (schema: Schema, id: string): ViewRow => {
    const row = readRow(statement, schema.view, id)
    if (row === null || row.deleted || row.log !== schema.log) throw notFound(schema.uri, id)
    return row
  }

  const validate = (schema: Schema, object: JsonObject): void => {
    const declared = { ...object }
    // `_id` is ours: a schema that allows no other members must not refuse it.
    if (schema.idName === '_id') delete declared['_id']
    schema.validate(declared)
  }

  const ensureCoreModels: StateService['ensureCoreModels'] = (first) => {
    atomically(() => {
      for (const model of coreModels) {
        schemas.registerCore(model)
        const schema = schemas.get(model.uri)
        const id = coreObjectId(model.uri)
        if (readRow(statement, schema.view, id) !== null) continue
        // Not validated: that would load the validator at every first start for what a test has shown to be valid.
        const object = { ...model.initial(first), [schema.idName]: id }
        insert(schema, object, { kind: 'system', reason: 'first run' })
      }
    })
  }

  const purgeOwner: StateService['purgeOwner'] = (owner) => {
    if (owner === CORE_OWNER) throw denied('the core models exist exactly once')
    atomically(() => {
      schemas.drop(owner)
    })
  }

  const rebuild: StateService['rebuild'] = () => {
    atomically(() => {
      const byRow = new Map(schemas.all().map((schema) => [schema.row, schema]))
      for (const { view } of byRow.values()) db.exec(`DELETE FROM ${view}`)
      for (const change of log.replay()) {
        const schema = byRow.get(change.schema)
        if (schema === undefined || change.ops === null) continue
        const row = readRow(statement, schema.view, change.objectId)
        applyToView(schema, change.log, row, change.objectId, change.ops, change)
      }
    })
  }

  /** Told after the commit; a listener that fails cannot undo what is saved, so its error goes its own way. */
  const announce = (changed: Changed): Changed => {
    for (const listener of listeners) {
      try {
        listener(changed.change)
      } catch (thrown) {
        queueMicrotask(() => {
          throw thrown
        })
      }
    }
    return changed
  }

  return {
    registerSchema: schemas.register,
    checkSchema: schemas.check,
    create,
    update,
    delete: remove,
    query: createQuery({ schemas, statement, functions, cursorKey: meta.cursorKey }),
    get,
    history: ({ schemaUri, id }) => log.history(schemas.get(schemaUri).row, id),
    changesOf: log.changesOf,
    scopes: () => summarise(schemas.all(), statement),
    ownerAccess: (schemaUri, via) => {
      const { owner, scope } = schemas.get(schemaUri)
      return { owner, scope, origin: { kind: 'owner', via } }
    },
    ensureCoreModels,
    purgeOwner,
    rebuild,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const emptyRow = (id: string, logId: number): ViewRow => ({
  id,
  log: logId,
  version: '',
  updatedAt: '',
  deleted: true,
  object: {},
})

const notFound = (uri: string, id: string): SatchelError =>
  new SatchelError('not_found', { params: { uri, id }, details: { schemaUri: uri, id } })
