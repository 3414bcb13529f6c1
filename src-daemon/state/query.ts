import { z } from 'zod'
import { compileQuery } from './asmql/compile.ts'
import type { installFunctions } from './asmql/functions.ts'
import { parseQuery, queryInvalid } from './asmql/parse.ts'
import type { Schema, Schemas } from './schemas.ts'
import type { Statements } from './statements.ts'
import type { StateAccess, StateObject, StateService } from './types.ts'
import { viewRowSchema, type ViewRow } from './view.ts'

export interface QueryDeps {
  readonly schemas: Schemas
  readonly statement: Statements
  readonly functions: ReturnType<typeof installFunctions>
  readonly cursorKey: Uint8Array
}

const columnsSchema = z.record(z.string(), z.unknown())
const keySchema = z.union([z.string(), z.number(), z.null()])

/** `state.query`: ASM-QL over the view of one schema (asm.md 6). */
export const createQuery = ({
  schemas,
  statement,
  functions,
  cursorKey,
}: QueryDeps): StateService['query'] => {
  const onlySchemaOf = ({ owner, scope }: StateAccess): string => {
    const [only, ...others] = schemas
      .all()
      .filter((schema) => schema.owner === owner && schema.scope === scope)
    if (only === undefined || others.length > 0) throw queryInvalid('from', 'it names no schema')
    return only.uri
  }

  return (access, input) => {
    const query = parseQuery(input)
    const schema = schemas.forAccess(access, query.from ?? onlySchemaOf(access))
    const { uri, shape, view, log } = schema
    const compiled = compileQuery({ query, uri, shape, view, log, cursorKey })
    functions.startQuery()
    const found = statement(compiled.statement.text).all(...compiled.statement.params)
    const rows = found.slice(0, query.limit)
    const last = found.length > query.limit ? columnsSchema.parse(rows.at(-1)) : null
    return {
      items: rows.map((raw) => {
        const row = viewRowSchema.parse(raw)
        return toStateObject(schema, { ...row, object: compiled.project(row.object) })
      }),
      cursor:
        last && compiled.cursorAfter([...compiled.keys, 'id'].map((name) => keySchema.parse(last[name]))),
    }
  }
}

/** A row of the view as others see it. */
export const toStateObject = (schema: Schema, row: ViewRow): StateObject => ({
  id: row.id,
  schemaUri: schema.uri,
  scope: schema.scope,
  owner: schema.owner,
  version: row.version,
  object: row.object,
  updatedAt: row.updatedAt,
})
