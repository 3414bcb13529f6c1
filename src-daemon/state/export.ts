import { clockToIso } from './log/clock.ts'
import type { OpLog } from './log/types.ts'
import type { Schemas } from './schema/schemas.ts'
import type { Statements } from './statements.ts'
import type { OwnerExport } from './types.ts'
import { createScopeNames, rowOf, VIEW_COLUMNS } from './view/view.ts'

/** Reads everything that is kept for one owner, as JSON values (asm.md 7): what `purgeOwner` removes. */
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
      const { previous } = log.travelling(change)
      return {
        hash: change.hash.toString('hex'),
        scope: scopeOf(change.log),
        schemaUri: change.schemaUri,
        objectId: change.objectId,
        kind: change.kind,
        actor: change.actor,
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
