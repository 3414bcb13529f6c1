/** Reads and compiles queries, and keeps what compiling gave by their form. */
import type { Schemas } from '../objects/schemas.ts'
import type { Schema, StateAccess } from '../schema/schema.ts'
import { compileQuery } from './compile.ts'
import { readFilter, type ReadFilter } from './filter.ts'
import type { QueryFunctions } from './functions.ts'
import { type ParsedQuery, parseQuery } from './parse.ts'
import type { Prepared } from './prepared.ts'
import { queryInvalid } from './problems.ts'

const MAX_COMPILED = 500
/** Larger forms are rare, and their SQL is many times as large. */
const LONGEST_KEPT = 5000

/**
 * Determines everything about a query that is known before it runs. `from`: the schema of a query that names none. Errors:
 * `asmql_invalid`, `asmql_unknown_member`, `asmql_unknown_operator`, `asmql_unknown_field`, `schema_unknown`,
 * `permission_denied`.
 */
export type Prepare = (access: StateAccess, input: unknown, from?: string) => Prepared

export const createPrepare = (schemas: Schemas, checkPattern: QueryFunctions['checkPattern']): Prepare => {
  /** By form: without it a page takes a quarter longer, by time half (bench: page of 20 by an indexed field; among all, by time). */
  const compiledBy = new Map<string, Pick<Prepared, 'schema' | 'compiled'>>()

  const prepare: Prepare = (access, input, from) => {
    const parsed = parseQuery(input, (name) => isFieldOf(from ?? onlySchemaOf(access), name))
    const uri = parsed.from ?? from ?? onlySchemaOf(access)
    if (uri === null) throw queryInvalid('from', 'it names no schema')
    const schema = schemas.forAccess(access, uri, 'state.query')
    const read = readFilter(parsed.where, checkPattern)
    const form = formOf(schema, parsed, read)
    return { schema, query: parsed, read, form, compiled: compiledFor(schema, form, parsed, read) }
  }

  const compiledFor = (
    schema: Schema,
    form: string,
    { order, select, grouping }: ParsedQuery,
    { filter }: ReadFilter,
  ): Prepared['compiled'] => {
    const known = compiledBy.get(form)
    // A schema that was removed and registered again is another one, even with the same name.
    if (known?.schema === schema) return known.compiled
    const compiled = { ...compileQuery({ schema, filter, order, select, grouping }), heavy: false }
    if (form.length > LONGEST_KEPT) return compiled
    if (compiledBy.size >= MAX_COMPILED) compiledBy.clear()
    compiledBy.set(form, { schema, compiled })
    return compiled
  }

  const isFieldOf = (uri: string | null, name: string): boolean => {
    if (uri === null) return false
    const { shape } = schemas.get(uri)
    const [first = ''] = name.split('.')
    return shape.member(shape.root, first) !== null
  }

  const onlySchemaOf = ({ owner, scope }: StateAccess): string | null => {
    const [only, ...others] = schemas
      .all()
      .filter((schema) => schema.owner === owner && schema.scope === scope)
    return only === undefined || others.length > 0 ? null : only.uri
  }

  return prepare
}

const formOf = ({ uri }: Schema, { order, select, grouping }: ParsedQuery, { form }: ReadFilter): string => {
  const sorting = order.map(({ field, direction }) => `${direction} ${JSON.stringify(field)}`).join()
  return `${uri}\0${form}\0${sorting}\0${select === null ? '' : JSON.stringify(select)}\0${grouping === null ? '' : JSON.stringify(grouping)}`
}
