import type { ChangeOrigin, JsonRecord } from '../contract/state.ts'
import { clockToIso } from './base/time.ts'
import type { OpLog } from './log/types.ts'
import type { Schemas } from './objects/schemas.ts'
import type { Statements } from './base/statements.ts'
import { createScopeNames, rowOf, VIEW_COLUMNS } from './view/rows.ts'

/** All data of one owner as JSON values: saved before a purge (asm.md 7). */
export interface OwnerExport {
  readonly schemas: readonly {
    readonly schemaUri: string
    readonly scope: string
    readonly title: string
    readonly schema: JsonRecord
  }[]
  /** Their current state, including soft-deleted ones. `version`: hash of the last change. */
  readonly objects: readonly {
    readonly id: string
    readonly schemaUri: string
    readonly scope: string
    readonly version: string
    readonly updatedAt: string
    readonly deleted: boolean
    readonly object: JsonRecord
  }[]
  /** Oldest first within a schema. `ops` is null if they were purged; `opsHash` still identifies them. */
  readonly history: readonly {
    readonly hash: string
    readonly scope: string
    readonly schemaUri: string
    readonly objectId: string
    readonly kind: 'create' | 'update' | 'delete'
    readonly actor: string
    readonly seq: number
    /** The hybrid logical clock as it was hashed, and its time. */
    readonly clock: string
    readonly at: string
    /** Hash of the same replica's previous change, and which changes of other replicas it had newly seen. */
    readonly previous: string | null
    readonly seen: Readonly<Record<string, number>>
    readonly origin: ChangeOrigin
    readonly ops: readonly unknown[] | null
    readonly opsHash: string
  }[]
}

/** Reads all data of one owner as JSON values (asm.md 7): what `purgeOwner` removes. */
export const createExport = ({
  schemas,
  statement,
  log,
}: {
  readonly schemas: Schemas
  readonly statement: Statements
  readonly log: OpLog
}) => {
  const scopeOf = createScopeNames(statement)

  const exportOwner = (owner: string): OwnerExport => {
    const owned = schemas.all().filter((schema) => schema.owner === owner)
    return {
      schemas: owned.map(({ uri, scope, title, body }) => ({ schemaUri: uri, scope, title, schema: body })),
      objects: owned.flatMap(({ uri, view }) =>
        statement(`SELECT ${VIEW_COLUMNS} FROM ${view} ORDER BY id`)
          .raw()
          .all()
          .map((raw) => {
            const { id, log, version, updatedAt, deleted, object } = rowOf(raw)
            return { id, schemaUri: uri, scope: scopeOf(log), version, updatedAt, deleted, object }
          }),
      ),
      history: owned.flatMap(({ row }) => changesOf(row)),
    }
  }

  const changesOf = (schema: number): OwnerExport['history'] =>
    log.ofSchema(schema).map((change) => {
      const { previous, actor } = log.travelling(change)
      return {
        hash: change.hash.toString('hex'),
        scope: scopeOf(change.log),
        schemaUri: change.schemaUri,
        objectId: change.objectId,
        kind: change.kind,
        actor,
        seq: change.seq,
        clock: change.clock,
        at: clockToIso(change.clock),
        previous: previous && Buffer.from(previous).toString('hex'),
        seen: change.seen,
        origin: change.origin,
        ops: change.ops,
        opsHash: change.opsHash.toString('hex'),
      }
    })

  return exportOwner
}
