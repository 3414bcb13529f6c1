/** Creates, updates, deletes and reads objects: checks permissions, runs in a transaction, and emits what changed. */
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { invalid, type JsonObject, toJsonObject, toPointer } from './base/json.ts'
import { checkSameId } from './merge/diff.ts'
import type { Engine } from './objects/engine.ts'
import { denied } from './objects/schemas.ts'
import { type Changed, type Put, TAKEN } from './objects/writing.ts'
import { applyPatch, writtenBy } from './patch/patch.ts'
import type { Schema, StateAccess } from './schema/schema.ts'
import { CORE_OWNER } from './schema/uri.ts'
import type { StateService } from './types.ts'
import { withHidden } from './view/expiry.ts'
import { isHidden, toStateObject, type ViewRow } from './view/rows.ts'

/** The service's calls about a single object. */
export type ObjectCalls = Pick<StateService, 'create' | 'update' | 'delete' | 'get'>

export const createObjectCalls = (engine: Engine): ObjectCalls => {
  const { schemas, now } = engine
  const { atomically } = engine.transactions

  const create: ObjectCalls['create'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri, 'state.create')
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

  const update: ObjectCalls['update'] = (access, input) => {
    const schema = schemas.forAccess(access, input.schemaUri, 'state.update')
    return atomically(() => {
      const row = rowFor(schema, input.id)
      if (input.ifVersion !== undefined && input.ifVersion !== row.version)
        throw new SatchelError('version_conflict', {
          params: { id: input.id },
          details: { version: row.version },
        })
      const visible = engine.visibility.visible(schema, row) ?? row.object
      const patched = applyPatch(visible, input.patch)
      checkSameId(schema.idName, row.object, patched)
      if (schema.dates.includes('updatedAt')) patched['updatedAt'] = new Date(now()).toISOString()
      const written = row.conflicts === null ? [] : writtenBy(input.patch)
      const after = withHidden(schema, row.object, visible, patched)
      return announced(
        roomy(access, schema, engine.objects.put(schema, input.id, after, access.origin, row, written)),
      )
    })
  }

  /** Refuses what exceeds the limits; the transaction rolls it back. */
  const roomy = (access: StateAccess, schema: Schema, { object, change, bytes }: Put): Changed => {
    engine.quotas.checkObject(access, schema, object.id, bytes)
    engine.quotas.checkLog(schema.log, bytes)
    return { object, change }
  }

  const remove: ObjectCalls['delete'] = (access, input) => {
    const action = input.mode === 'hard' ? 'state.delete.hard' : 'state.delete'
    const schema = schemas.forAccess(access, input.schemaUri, action)
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

  const get: ObjectCalls['get'] = ({ schemaUri, id }) => {
    const schema = schemas.get(schemaUri)
    const row = rowFor(schema, id)
    return toStateObject(schema, { ...row, object: engine.visibility.visible(schema, row) ?? {} })
  }

  const rowFor = (schema: Schema, id: string): ViewRow => {
    const row = engine.objects.row(schema, id)
    if (row === null || isHidden(row, engine.visibility.nowFor(schema))) throw notFound(schema.uri, id)
    return row
  }

  return { create, update, delete: remove, get }
}

const notFound = (uri: string, id: string): SatchelError =>
  new SatchelError('not_found', { params: { uri, id }, details: { schemaUri: uri, id } })
