/** The schemas that are here, that were found before, and that are missing. */
import type { MissingSchema } from '../../contract/schema-resolution.ts'
import type { Visibility } from '../../contract/state.ts'
import type { JsonObject } from '../base/json.ts'
import { createPending } from '../log/pending.ts'
import type { Engine } from '../objects/engine.ts'
import { createKeptSchemas, type KeptSchema, type KeptSchemas } from '../objects/kept-schemas.ts'
import { appNamespaceOf } from '../schema/uri.ts'

/** A registered schema. */
export interface SchemaHere {
  readonly schema: JsonObject
  readonly owner: string
  readonly scope: string
  readonly title: string
  readonly visibility: Visibility
}

export interface KnownSchemas {
  /** Schemas that aren't here, which changes of other devices wait for. */
  missing(): readonly MissingSchema[]
  /** Null if no schema is registered under that URI. */
  here(uri: string): SchemaHere | null
  /** Whose a state path is: the owner of any registered version of it (asm.md 1.6). */
  ownerOfPath(path: string): string | null
  readonly kept: Pick<KeptSchemas, 'find' | 'authorOf'>
  /**
   * Registers a schema that was found and agreed to, which also grants its owner the app namespace it may be in, keeps it
   * for good, and takes in the changes that waited for it; all or nothing. Returns how many these were. Errors: those of `registerSchema`.
   */
  add(found: KeptSchema): number
}

export const createKnownSchemas = (engine: Engine): KnownSchemas => {
  const { schemas, statement, transactions } = engine
  const kept = createKeptSchemas(statement)
  const pending = createPending(statement)

  const waiting = (): number => Number(statement('SELECT count(*) FROM pending_changes').pluck().get())

  const add: KnownSchemas['add'] = (found) => {
    const { uri, owner, scope, title, schema } = found
    try {
      return transactions.atomically(() => {
        schemas.register({ owner, scope, title, schema, grants: grantsFor(uri) })
        kept.keep(found)
        const before = waiting()
        if (before > 0) engine.integrate([], { isWithin: true })
        return before - waiting()
      })
    } catch (thrown) {
      // The rollback removed what was registered.
      schemas.unload()
      throw thrown
    }
  }

  return {
    missing: pending.missing,
    here: (uri) => {
      if (statement('SELECT 1 FROM state_schemas WHERE schema_uri = ?').get(uri) === undefined) return null
      const { body, owner, scope, title, annotations } = schemas.get(uri)
      return { schema: body, owner, scope, title, visibility: annotations.visibility }
    },
    ownerOfPath: (path) => {
      const owner = statement(
        `SELECT l.owner FROM state_schemas s JOIN state_logs l ON l.id = s.log
         WHERE s.schema_uri > ? AND s.schema_uri < ? LIMIT 1`,
      )
        .pluck()
        .get(`${path}#`, `${path}$`)
      return typeof owner === 'string' ? owner : null
    },
    kept,
    add,
  }
}

/** Agreeing to a schema in the namespace of an app grants that namespace to its owner, as an install does. */
export const grantsFor = (uri: string): readonly string[] => {
  const app = appNamespaceOf(uri)
  return app === null ? [] : [app]
}
