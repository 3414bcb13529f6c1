import type { Shape } from '../schema/shape.ts'
import { isListOnly } from '../view/columns.ts'
import { memberTableOf, wordTableOf } from '../view/tables.ts'
import type { Filter, Operand, Test } from './filter.ts'
import { and, FALSE, not, or, raw, sql, type Fragment, type Reading, type Slot } from './fragment.ts'
import { queryInvalid } from './problems.ts'
import {
  canBe,
  elementSource,
  elementTarget,
  fieldOf,
  isAlways,
  isSamePath,
  leaves,
  type Source,
  type Target,
} from './target.ts'

export interface WhereInput {
  readonly shape: Shape
  readonly view: string
  /** Called with each field of the object that is tested without an index. */
  readonly onScan: (path: readonly string[]) => void
}

/**
 * Compiles a condition to SQL over `source` (asm.md 6). A missing field only satisfies `$exists: false`, `$ne`, `$nin`
 * and negations; values of another type never match. No index is chosen here, except for the tables of list elements
 * and words.
 *
 * @throws SatchelError `asmql_unknown_field`, `asmql_invalid`, each naming the path
 */
export const createWhere = ({ shape, view, onScan }: WhereInput) => {
  let aliases = 0

  const filter = (source: Source, node: Filter): Fragment => {
    switch (node.kind) {
      case 'and':
        return and(node.parts.map((part) => filter(source, part)))
      case 'or':
        return or(node.parts.map((part) => filter(source, part)))
      case 'nor':
        return not(or(node.parts.map((part) => filter(source, part))))
      case 'not':
        return not(filter(source, node.part))
      case 'text':
        return hasWords(source, null, node.operand, node.path)
      case 'field':
        return all(source, fieldOf(shape, source, node.name, node.path), node.tests)
    }
  }

  const all = (source: Source, target: Target, tests: readonly Test[]): Fragment =>
    and(tests.map((test) => one(source, target, test)))

  const one = (source: Source, target: Target, test: Test): Fragment => {
    if (
      target.path !== null &&
      !target.sure &&
      test.op !== '$not' &&
      test.op !== '$text' &&
      !isMember(source, target, test)
    )
      onScan(target.path)
    switch (test.op) {
      case '$eq':
        return equals(target, test.operand)
      case '$ne':
        return not(equals(target, test.operand))
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return compares(target, SIGNS[test.op], test.operand)
      case '$in':
        return or(test.operands.map((operand) => equals(target, operand)))
      case '$nin':
        return not(or(test.operands.map((operand) => equals(target, operand))))
      case '$exists':
        return test.value ? sql`${target.type} IS NOT NULL` : sql`${target.type} IS NULL`
      case '$startsWith': {
        const begin = slot(test.operand)
        if (target.sure && target.kind === 'text')
          return sql`(${target.key} >= ${begin} AND ${target.key} < ${slot(test.operand, 'end')})`
        return sql`(${target.type} = 'text' AND ${target.value} >= ${begin} AND instr(${target.value}, ${begin}) = 1)`
      }
      case '$regex':
        return sql`(${target.type} = 'text' AND satchel_regex(${slot(test.operand)}, ${target.value}) = 1)`
      case '$size':
        return sql`CASE ${target.type} WHEN 'array' THEN json_array_length(${target.json}) = ${slot(test.operand)} END`
      case '$contains':
        return contains(source, target, test.operand)
      case '$text':
        return hasWords(source, target, test.operand, test.path)
      case '$elemMatch':
        return elemMatch(target, test)
      case '$not':
        return not(all(source, target, test.tests))
    }
  }

  /** An element equal to the value, or a substring of a text. */
  const contains = (source: Source, target: Target, operand: Operand): Fragment => {
    const list = memberListOf(source, target, operand)
    if (list !== null)
      return sql`EXISTS (SELECT 1 FROM ${raw(memberTableOf(view))} AS m WHERE m.list = ${list.number} AND m.value = ${slot(operand, list.as)} AND m.row = v.row)`
    const part =
      operand.type === 'string' && canBe(target.place, 'string')
        ? [sql`(${target.type} = 'text' AND instr(${target.value}, ${slot(operand)}) > 0)`]
        : []
    return or([anyElement(target, (element) => equals(element, operand)), ...part])
  }

  const isMember = (source: Source, target: Target, test: Test): boolean =>
    test.op === '$contains' && memberListOf(source, target, test.operand) !== null

  /** Words of one searchable field, or of any if there is no target. */
  const hasWords = (source: Source, target: Target | null, operand: Operand, path: string): Fragment => {
    const match = matchSql(source, target, operand, path)
    const found = sql`v.row IN (SELECT w.rowid FROM ${raw(wordTableOf(view))} AS w WHERE ${match} AND satchel_visit(0 * w.rowid))`
    const paths = searchedPaths(source, target)
    if (source.leaving === null || !paths.some((field) => leaves(source, field))) return found
    // The index still has the words of expired entries.
    return sql`(${found} AND satchel_has_words(${slot(operand)}, ${source.leaving.json}, ${JSON.stringify(paths)}))`
  }

  const searchedPaths = ({ columns }: Source, target: Target | null): (readonly string[])[] =>
    target?.path ? [target.path] : (columns?.search ?? []).map(({ path }) => path)

  const matchSql = (source: Source, target: Target | null, operand: Operand, path: string): Fragment => {
    const searched = source.columns?.search ?? []
    const column = target?.path
      ? searched.find((field) => isSamePath(field.path, target.path ?? []))
      : undefined
    if (searched.length === 0 || (target !== null && column === undefined))
      throw queryInvalid(path, 'it looks for words where the schema has no field with x-search')
    const question = slot(operand)
    return column === undefined
      ? sql`${raw(wordTableOf(view))} MATCH ${question}`
      : sql`${raw(wordTableOf(view))} MATCH (${`{${column.column}} : (`} || ${question} || ')')`
  }

  const elemMatch = (target: Target, test: Test & { op: '$elemMatch' }): Fragment =>
    anyElement(target, (element, alias) => {
      const source = elementSource(alias, element.place)
      return 'tests' in test
        ? all(source, element, test.tests)
        : sql`(${element.type} = 'object' AND ${filter(source, test.filter)})`
    })

  const anyElement = (target: Target, test: (element: Target, alias: string) => Fragment): Fragment => {
    const alias = `e${String(++aliases)}`
    const element = elementTarget(alias, shape.elements(target.place))
    const items = sql`json_each(CASE ${target.type} WHEN 'array' THEN ${target.json} ELSE '[]' END) AS ${raw(alias)}`
    return sql`EXISTS (SELECT 1 FROM ${items} WHERE satchel_visit(0 * ${raw(alias)}.id) AND ${test(element, alias)})`
  }

  /** Whether the word index matches exactly what is visible of the objects. */
  const isWordsExact = (source: Source, target: Target | null): boolean =>
    !searchedPaths(source, target).some((field) => leaves(source, field))

  return { filter, test: one, match: matchSql, isWordsExact }
}
export type Where = ReturnType<typeof createWhere>

const SIGNS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

export const slot = ({ slot: number }: Operand, as: Reading = 'value'): Slot => ({ slot: number, as })

/** The list in the member table where `$contains` finds the operand; null if it must read the objects. */
export const memberListOf = (
  source: Source,
  target: Target,
  { type }: Operand,
): { readonly number: number; readonly as: Reading } | null => {
  const { path } = target
  if (path !== null && leaves(source, path)) return null
  const list = path && source.columns?.members.find((member) => isSamePath(member.path, path))
  if (!list || type === 'array' || type === 'object' || !isListOnly(target.place)) return null
  if (list.kind !== 'instant') return { number: list.number, as: 'member' }
  return type === 'string' ? { number: list.number, as: 'instant' } : null
}

export const equals = (target: Target, operand: Operand): Fragment => {
  switch (operand.type) {
    case 'string':
      return guarded(
        target,
        ['string'],
        ['text'],
        sql`${target.key} = ${slot(operand, target.kind === 'instant' ? 'instant' : 'value')}`,
      )
    case 'number':
      return guarded(
        target,
        ['number', 'integer'],
        ['integer', 'real'],
        sql`${target.key} = ${slot(operand)}`,
      )
    case 'boolean':
      if (target.sure)
        return target.kind === 'boolean' ? sql`${target.key} = ${slot(operand, 'flag')}` : FALSE
      return sql`${target.type} = ${slot(operand, 'type')}`
    case 'null':
      return sql`${target.type} = 'null'`
    default:
      return sql`(${target.type} = ${operand.type} AND ${target.json} = ${slot(operand, 'json')})`
  }
}

const compares = (target: Target, sign: '>' | '>=' | '<' | '<=', operand: Operand): Fragment => {
  if (operand.type === 'number')
    return guarded(
      target,
      ['number', 'integer'],
      ['integer', 'real'],
      sql`${target.key} ${raw(sign)} ${slot(operand)}`,
    )
  return operand.type === 'string'
    ? guarded(
        target,
        ['string'],
        ['text'],
        sql`${target.key} ${raw(sign)} ${slot(operand, target.kind === 'instant' ? 'instant' : 'value')}`,
      )
    : FALSE
}

/** `test` if the value has the type; the check is omitted if the schema guarantees it. */
const guarded = (
  target: Target,
  types: readonly string[],
  jsonTypes: readonly string[],
  test: Fragment,
): Fragment => {
  if (!canBe(target.place, ...types)) return FALSE
  if (target.sure || isAlways(target.place, ...types)) return test
  return and([or(jsonTypes.map((type) => sql`${target.type} = ${type}`)), test])
}
