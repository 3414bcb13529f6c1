/** The objects of the core models, which exist exactly once. */
import type { JsonObject } from './base/json.ts'
import type { Engine } from './objects/engine.ts'
import { coreModels, coreObjectId } from './schema/core-models.ts'
import type { StateService } from './types.ts'

/** Creates the missing ones (asm.md 4.2). */
export const createCoreObjects = (engine: Engine): StateService['ensureCoreModels'] => {
  const { schemas, statement } = engine
  const { atomically } = engine.transactions

  const ensureCoreModels: StateService['ensureCoreModels'] = (first) => {
    const missing = coreModels.filter(({ uri }) => !isThere(uri))
    if (missing.length === 0) return
    atomically(() => {
      for (const model of missing) {
        schemas.registerCore(model)
        const schema = schemas.get(model.uri)
        const id = coreObjectId(model.uri)
        const object: JsonObject = { ...model.initial(first), [schema.idName]: id }
        // Not validated: that would load the validator at every first start for data a test has shown to be valid.
        engine.objects.append(schema, id, [{ op: 'create', object }], { kind: 'system', reason: 'first run' })
      }
    })
  }

  const isThere = (uri: string): boolean => {
    const known = statement('SELECT count(*) FROM state_schemas WHERE schema_uri = ?').pluck().get(uri)
    return known === 1 && engine.objects.row(schemas.get(uri), coreObjectId(uri)) !== null
  }

  return ensureCoreModels
}
