import canonicalize from 'canonicalize'
import { isObject, memberOf, valueAt, type JsonObject } from '../json.ts'
import type { Shape } from '../schema-shape.ts'
import { indexedColumns, VIEW_COLUMNS } from '../view.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { and, list, or, raw, sql, type Fragment, type Param } from './fragment.ts'
import { queryInvalid, unknownField, type ParsedQuery } from './parse.ts'
import type { Source } from './target.ts'
import { compileWhere, fieldOf } from './where.ts'

export interface CompileInput {
  readonly query: ParsedQuery
  readonly uri: string
  readonly shape: Shape
  readonly view: string
  readonly log: number
  readonly cursorKey: Uint8Array
}

export interface CompiledQuery {
  /** Gives the view's columns and the sort keys `k0`, `k1`, ..., one row more than the limit where there are more. */
  readonly statement: Fragment
  readonly keys: readonly string[]
  /** Cursor for what follows a row with these keys. */
  cursorAfter(position: readonly Param[]): string
  /** The object with the selected fields only. */
  project(object: JsonObject): JsonObject
}

/** ASM-QL to SQL over the view of a schema (asm.md 6): pages by keyset, so changes in between lose and repeat nothing. */
export const compileQuery = ({ query, uri, shape, view, log, cursorKey }: CompileInput): CompiledQuery => {
  const source = rowSource(shape)
  const where = compileWhere(shape, source, query.where)
  const order = query.order.map(({ field, direction }, n) => ({
    key: fieldOf(shape, source, field, `order.${String(n)}.field`).key,
    direction,
  }))
  const select = query.select?.map((field, n) => {
    fieldOf(shape, source, field, `select.${String(n)}`)
    return field.split('.')
  })
  const identity =
    canonicalize({ uri, log, where: query.where, order: query.order, select: query.select }) ?? ''
  const after =
    query.cursor === null ? [] : [afterPosition(order, readCursor(cursorKey, identity, query.cursor))]
  const keys = order.map((_, n) => `k${String(n)}`)
  const columns = [raw(VIEW_COLUMNS), ...order.map(({ key }, n) => sql`${key} AS ${raw(`k${String(n)}`)}`)]
  const sorting = [
    ...order.map(
      ({ key, direction }) => sql`${key} ${raw(direction === 'asc' ? 'ASC NULLS LAST' : 'DESC NULLS LAST')}`,
    ),
    raw('id ASC'),
  ]
  return {
    statement: sql`SELECT ${list(columns)} FROM ${raw(view)} WHERE ${and([sql`log = ${log}`, raw('deleted = 0'), where, ...after])}
      ORDER BY ${list(sorting)} LIMIT ${query.limit + 1}`,
    keys,
    cursorAfter: (position) => writeCursor(cursorKey, identity, position),
    project: (object) => (select === undefined ? object : pick(object, select)),
  }
}

const rowSource = (shape: Shape): Source => {
  const columns = new Map(indexedColumns(shape).map(({ field, column }) => [field.path.join('.'), column]))
  return {
    place: shape.root,
    json: raw('object'),
    instant: (path) => sql`json_extract(instants, ${`$."${path.join('.')}"`})`,
    column: (path) => columns.get(path.join('.')) ?? null,
  }
}

/** Rows after the one with these keys: nulls come last in both directions, equal keys go by id. */
const afterPosition = (
  order: readonly { key: Fragment; direction: 'asc' | 'desc' }[],
  position: readonly Param[],
): Fragment => {
  const id = position[order.length]
  if (position.length !== order.length + 1 || typeof id !== 'string')
    throw queryInvalid('cursor', 'it does not fit the order')
  const same = order.map(({ key }, n) => sql`${key} IS ${position[n] ?? null}`)
  const steps = order.flatMap(({ key, direction }, n) => {
    const last = position[n] ?? null
    if (last === null) return []
    const later = sql`(${key} ${raw(direction === 'asc' ? '>' : '<')} ${last} OR ${key} IS NULL)`
    return [and([...same.slice(0, n), later])]
  })
  return or([...steps, and([...same, sql`id > ${id}`])])
}

const pick = (object: JsonObject, paths: readonly (readonly string[])[]): JsonObject => {
  const picked: JsonObject = {}
  for (const path of paths) {
    const value = valueAt(object, path)
    if (value === undefined) continue
    let into = picked
    for (const key of path.slice(0, -1)) {
      const next = memberOf(into, key)
      if (isObject(next)) into = next
      else into = into[key] = {}
    }
    const name = path.at(-1)
    if (name === undefined) throw unknownField('select')
    into[name] = value
  }
  return picked
}
