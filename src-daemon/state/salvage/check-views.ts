/** Compares the views of a database that only is read with its log, a part at a time. */
import type { ViewCheck } from '../../contract/state-sync.ts'
import type { Database } from '../../storage/index.ts'
import { createLoneEngine } from './lone-engine.ts'

export interface StateCheck {
  /** The objects of a schema after a number; `next` null after the last of the last schema. An empty URI begins. */
  part(
    schemaUri: string,
    after: number,
  ): {
    readonly next: { readonly schemaUri: string; readonly after: number } | null
    readonly differences: ViewCheck['differences']
  }
  close(): void
}

export const createStateCheck = (db: Database): StateCheck => {
  const { engine, close } = createLoneEngine(db, '', Date.now)
  const { schemas, views } = engine
  return {
    part: (schemaUri, after) => {
      const all = schemas.all().toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
      const schema = schemaUri === '' ? all[0] : all.find(({ uri }) => uri >= schemaUri)
      if (schema === undefined) return { next: null, differences: [] }
      const { last, differences } = views.checkPart(schema, schema.uri === schemaUri ? after : 0)
      const following = last === null ? all.find(({ uri }) => uri > schema.uri) : schema
      return {
        next: following === undefined ? null : { schemaUri: following.uri, after: last ?? 0 },
        differences: [...differences],
      }
    },
    close,
  }
}
