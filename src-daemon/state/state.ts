/** The service: checks who may do what, runs it in a transaction, and emits what changed. */
import type { IdentityService } from '../identity/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import { createQuery, type Queries } from './asmql/query.ts'
import { type Changed, type Put, TAKEN } from './objects/writing.ts'
import { createEngine, type Engine } from './objects/engine.ts'
import { createExport } from './export.ts'
import { createHistory } from './history/history.ts'
import { invalid, type JsonObject, toJsonObject, toPointer } from './base/json.ts'
import { createLifecycle } from './lifecycle/lifecycle.ts'
import { withHidden } from './view/expiry.ts'
import { checkSameId } from './merge/diff.ts'
import { applyPatch, writtenBy } from './patch/patch.ts'
import { createProofs } from './proofs/proofs.ts'
import { coreModels, coreObjectId } from './schema/core-models.ts'
import { denied } from './objects/schemas.ts'
import type { Schema, StateAccess } from './schema/schema.ts'
import { CORE_OWNER } from './schema/uri.ts'
import { createSequences } from './sequences/client.ts'
import { createSync } from './sync/sync.ts'
import type { StateService } from './types.ts'
import { summarise } from './view/scopes.ts'
import { isHidden, toStateObject, type ViewRow } from './view/rows.ts'

export interface StateDeps {
  readonly db: Database
  /** Asked with each change: rotating the owner's key changes it. */
  readonly ownerDid: () => string
  /** What devices tell each other of rotated keys. Left out: no key ever took the place of another. */
  readonly rotations?: IdentityService['rotations']
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Told of what was found damaged and mended, for a log. */
  readonly report?: (problem: SatchelError) => void
}

/** State with a schema, merge rules and a history, kept in `db` (design.md "State engine"). */
export const createState = ({ now = Date.now, ...deps }: StateDeps): StateService =>
  createStateWith(createEngine({ ...deps, now, sequences: createSequences() }))

/** State over an engine, which is its own from then on: what is held in memory must not be changed behind its back. */
export const createStateWith = (engine: Engine): StateService => {
  const { db, statement, schemas, log, meta, sequences, now } = engine
  const { atomically } = engine.transactions
  const lifecycle = createLifecycle(engine)
  engine.views.fillMissing()

  const registerSchema: StateService['registerSchema'] = (input) => {
    schemas.register(input)
    // Changes of other replicas may have come before it.
    if (statement('SELECT 1 FROM pending_changes WHERE space = ?').get(input.owner) !== undefined)
      engine.integrate([])
  }

  const create: StateService['create'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    if (schema.owner === CORE_OWNER) throw denied('the core models exist exactly once')
    const object = newObject(schema, toJsonObject(input.object))
    return atomically(() => {
      const id = idOf(schema, object)
      if (engine.objects.row(schema, id) !== null) throw invalid(toPointer([schema.idName]), TAKEN)
      return announced(roomy(access, schema, engine.objects.put(schema, id, object, access.origin, null)))
    })
  }

  const newObject = (schema: Schema, object: JsonObject): JsonObject => {
    object[schema.idName] ??= newId()
    const date = new Date(now()).toISOString()
    for (const name of schema.dates) object[name] ??= date
    return object
  }

  const idOf = (schema: Schema, object: JsonObject): string => {
    const id = object[schema.idName]
    if (id === '' || typeof id !== 'string' || id.length > 256)
      throw invalid(toPointer([schema.idName]), 'it is not an id')
    return id
  }

  const update: StateService['update'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    return atomically(() => {
      const row = rowFor(schema, input.id)
      if (input.ifVersion !== undefined && input.ifVersion !== row.version)
        throw new SatchelError('version_conflict', {
          params: { id: input.id },
          details: { version: row.version },
        })
      const seen = engine.visibility.visible(schema, row) ?? row.object
      const patched = applyPatch(seen, input.patch)
      checkSameId(schema.idName, row.object, patched)
      if (schema.dates.includes('updatedAt')) patched['updatedAt'] = new Date(now()).toISOString()
      const written = row.conflicts === null ? [] : writtenBy(input.patch)
      const after = withHidden(schema, row.object, seen, patched)
      return announced(
        roomy(access, schema, engine.objects.put(schema, input.id, after, access.origin, row, written)),
      )
    })
  }

  /** Refuses what takes more room than there is; the transaction undoes it. */
  const roomy = (access: StateAccess, schema: Schema, { object, change, bytes }: Put): Changed => {
    engine.quotas.checkObject(access, schema, object.id, bytes)
    engine.quotas.checkLog(schema.log, bytes)
    return { object, change }
  }

  const remove: StateService['delete'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri)
    if (schema.owner === CORE_OWNER) throw denied('the core models exist exactly once')
    return atomically(() => {
      const row = engine.objects.row(schema, input.id)
      if (row === null || (row.deleted && input.mode === 'soft')) throw notFound(schema.uri, input.id)
      const change = engine.objects.remove(schema, input.id, input.mode, access.origin)
      engine.transactions.announce(change)
      return change
    })
  }

  const announced = (changed: Changed): Changed => {
    engine.transactions.announce(changed.change)
    return changed
  }

  const get: StateService['get'] = ({ schemaUri, id }) => {
    const schema = schemas.get(schemaUri)
    const row = rowFor(schema, id)
    return toStateObject(schema, { ...row, object: engine.visibility.visible(schema, row) ?? {} })
  }

  const rowFor = (schema: Schema, id: string): ViewRow => {
    const row = engine.objects.row(schema, id)
    if (row === null || isHidden(row, engine.visibility.nowFor(schema))) throw notFound(schema.uri, id)
    return row
  }

  const ensureCoreModels: StateService['ensureCoreModels'] = (first) => {
    const missing = coreModels.filter(({ uri }) => !isThere(uri))
    if (missing.length === 0) return
    atomically(() => {
      for (const model of missing) {
        schemas.registerCore(model)
        const schema = schemas.get(model.uri)
        const id = coreObjectId(model.uri)
        const object: JsonObject = { ...model.initial(first), [schema.idName]: id }
        // Not validated: that would load the validator at every first start for what a test has shown to be valid.
        engine.objects.append(schema, id, [{ op: 'create', object }], { kind: 'system', reason: 'first run' })
      }
    })
  }

  const isThere = (uri: string): boolean => {
    const known = statement('SELECT count(*) FROM state_schemas WHERE schema_uri = ?').pluck().get(uri)
    return known === 1 && engine.objects.row(schemas.get(uri), coreObjectId(uri)) !== null
  }

  const purgeOwner: StateService['purgeOwner'] = (owner) => {
    if (owner === CORE_OWNER) throw denied('the core models exist exactly once')
    atomically(() => {
      schemas.drop(owner)
    })
  }

  const ownerAccess: StateService['ownerAccess'] = (schemaUri, via): StateAccess => {
    const { owner, scope } = schemas.get(schemaUri)
    return { owner, scope, origin: { kind: 'owner', via } }
  }

  /** Whoever holds back writes to objects of a schema. */
  const holders: { readonly schemaUri: string; readonly write: () => void }[] = []
  /** Before objects of a schema are read, or of any. */
  const catchUp = (read?: string): void => {
    for (const { schemaUri, write } of holders) if (read === undefined || read === schemaUri) write()
  }

  let asked: Queries | undefined
  const queries = (): Queries =>
    (asked ??= createQuery({
      db,
      schemas,
      statement,
      cursorKey: meta.cursorKey,
      now: engine.visibility.nowFor,
      visible: (schema, row) => engine.visibility.visible(schema, row) ?? {},
    }))

  let history: StateService['history'] | undefined
  let sync: StateService['sync'] | undefined
  let proofs: StateService['proofs'] | undefined
  return {
    registerSchema,
    checkSchema: schemas.check,
    create,
    update,
    delete: remove,
    together: engine.transactions.together,
    query: (access, input, page) => {
      if (access.owner === CORE_OWNER) catchUp()
      return queries().query(access, input, page)
    },
    count: (access, input) => {
      if (access.owner === CORE_OWNER) catchUp()
      return queries().count(access, input)
    },
    get: (input) => {
      catchUp(input.schemaUri)
      return get(input)
    },
    changesOf: log.changesOf,
    scopes: () => {
      catchUp()
      return summarise(schemas.all(), statement, now())
    },
    beforeReading: (schemaUri, write) => {
      holders.push({ schemaUri, write })
    },
    ownerAccess,
    ensureCoreModels,
    exportOwner: createExport({ schemas, statement, log }),
    purgeOwner,
    onChange: engine.transactions.onChange,
    get history() {
      catchUp()
      return (history ??= createHistory(engine))
    },
    get sync() {
      catchUp()
      return (sync ??= createSync(engine))
    },
    get lifecycle() {
      catchUp()
      return lifecycle
    },
    get proofs() {
      catchUp()
      return (proofs ??= createProofs(engine))
    },
    close: async () => {
      lifecycle.close()
      await engine.transactions.settled()
      await asked?.close()
      sequences.close()
    },
  }
}

const notFound = (uri: string, id: string): SatchelError =>
  new SatchelError('not_found', { params: { uri, id }, details: { schemaUri: uri, id } })
