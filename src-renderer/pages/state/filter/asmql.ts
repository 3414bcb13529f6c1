import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'
import { asRecord } from '../../../features/state-objects/schema-properties.ts'
import { WORDS, type FilterField } from './fields.ts'
import {
  isComplete,
  operatorsOf,
  valueKind,
  type Condition,
  type FilterNode,
  type Group,
  type Operator,
} from './filter-tree.ts'

/** Operators whose ASM-QL name is the same. */
const PLAIN = {
  contains: '$contains',
  startsWith: '$startsWith',
  eq: '$eq',
  ne: '$ne',
  gt: '$gt',
  gte: '$gte',
  lt: '$lt',
  lte: '$lte',
  in: '$in',
  nin: '$nin',
  size: '$size',
  regex: '$regex',
} as const satisfies Partial<Record<Operator, string>>
const isPlain = (operator: Operator): operator is keyof typeof PLAIN => operator in PLAIN
const NAMED: ReadonlyMap<string, Operator> = new Map(
  Object.entries(PLAIN).flatMap(([operator, written]) =>
    isPlain(operator as Operator) ? [[written, operator as Operator] as const] : [],
  ),
)

/** The `where` of a filter; null when it has no conditions. Incomplete conditions are left out. */
export const writeWhere = (root: Group): JsonRecord | null => {
  const items = root.items.flatMap(writeNode)
  const [only] = root.items.filter((item) => writeNode(item).length > 0)
  if (items.length === 0) return null
  // A single condition is most readable without a list around it; a single group would be taken for the root itself.
  if (root.join === 'and' && items.length === 1 && only?.kind === 'condition') return items[0] ?? null
  return { [`$${root.join}`]: items }
}

const writeNode = (node: FilterNode): JsonRecord[] => {
  if (node.kind === 'condition') return isComplete(node) ? [writeCondition(node)] : []
  const items = node.items.flatMap(writeNode)
  return items.length === 0 ? [] : [{ [`$${node.join}`]: items }]
}

const writeCondition = ({ field, operator, value }: Condition): JsonRecord => {
  if (operator === 'words') return { [WORDS]: value }
  if (operator === 'exists' || operator === 'missing') return { [field]: { $exists: operator === 'exists' } }
  if (operator === 'notContains') return { [field]: { $not: { $contains: value } } }
  return { [field]: { [PLAIN[operator]]: value } }
}

/** A filter read from a query, or the path of what the builder can't show. */
export type ReadFilter =
  | { readonly filter: Group }
  | { readonly beyond: { readonly path: string; readonly why: 'field' | 'operator' | 'value' | 'shape' } }

class Beyond extends Error {
  readonly path: string
  readonly why: 'field' | 'operator' | 'value' | 'shape'
  constructor(path: string, why: Beyond['why']) {
    super(path)
    this.path = path
    this.why = why
  }
}

/** Parses a `where` into the builder's form; the reverse of `writeWhere`. */
export const readWhere = (where: unknown, fields: readonly FilterField[]): ReadFilter => {
  const known = new Map(fields.map((field) => [field.path, field]))
  try {
    const items = readObject(where ?? {}, known, 'where')
    const [only] = items
    const filter: Group =
      items.length === 1 && only?.kind === 'group' ? only : { kind: 'group', join: 'and', items }
    return { filter }
  } catch (thrown) {
    if (thrown instanceof Beyond) return { beyond: { path: thrown.path, why: thrown.why } }
    throw thrown
  }
}

/** All members of an object must hold. */
const readObject = (node: unknown, known: ReadonlyMap<string, FilterField>, path: string): FilterNode[] => {
  const record = asRecord(node)
  if (record === null) throw new Beyond(path, 'shape')
  return Object.entries(record).flatMap(([name, value]) => readMember(name, value, known, `${path}.${name}`))
}

const readMember = (
  name: string,
  value: unknown,
  known: ReadonlyMap<string, FilterField>,
  path: string,
): FilterNode[] => {
  if (name === '$and' || name === '$or' || name === '$nor') {
    if (!Array.isArray(value)) throw new Beyond(path, 'shape')
    const join = name === '$and' ? 'and' : name === '$or' ? 'or' : 'nor'
    const items = value.map((item, n) => oneNode(readObject(item, known, `${path}.${String(n)}`)))
    return [{ kind: 'group', join, items }]
  }
  const field = known.get(name)
  if (field === undefined) throw new Beyond(path, name.startsWith('$') ? 'operator' : 'field')
  if (name === WORDS) {
    if (typeof value !== 'string') throw new Beyond(path, 'value')
    return [{ kind: 'condition', field: WORDS, operator: 'words', value }]
  }
  const record = asRecord(value)
  const written = record === null ? [] : Object.entries(record)
  if (record === null || !written.some(([key]) => key.startsWith('$')))
    return [conditionOf(field, 'eq', value, path)]
  return written.map(([operator, operand]) => readOperator(field, operator, operand, `${path}.${operator}`))
}

const readOperator = (field: FilterField, written: string, operand: unknown, path: string): Condition => {
  if (written === '$exists' && typeof operand === 'boolean')
    return conditionOf(field, operand ? 'exists' : 'missing', undefined, path)
  const negated = written === '$not' ? asRecord(operand) : null
  if (negated !== null && Object.keys(negated).join() === '$contains')
    return conditionOf(field, 'notContains', negated['$contains'], path)
  const operator = NAMED.get(written)
  if (operator === undefined) throw new Beyond(path, 'operator')
  return conditionOf(field, operator, operand, path)
}

const conditionOf = (field: FilterField, operator: Operator, value: unknown, path: string): Condition => {
  if (!operatorsOf(field.kind).includes(operator)) throw new Beyond(path, 'operator')
  if (!valueFits(valueKind(field.kind, operator), value)) throw new Beyond(path, 'value')
  return { kind: 'condition', field: field.path, operator, value }
}

const valueFits = (kind: ReturnType<typeof valueKind>, value: unknown): boolean => {
  if (kind === 'none') return value === undefined
  if (kind === 'texts' || kind === 'numbers') {
    const type = kind === 'texts' ? 'string' : 'number'
    return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === type)
  }
  if (kind === 'number') return typeof value === 'number'
  if (kind === 'flag') return typeof value === 'boolean'
  if (typeof value !== 'string' || value === '') return false
  return kind === 'text' || !Number.isNaN(Date.parse(value))
}

/** Several members of one object become one item of a list: a nested group. */
const oneNode = (items: readonly FilterNode[]): FilterNode => {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'group', join: 'and', items }
}

/** The path of every condition of a filter, as the daemon names it in `where`; for showing an error in its place. */
export const conditionPaths = (root: Group): ReadonlyMap<Condition, string> => {
  const found = new Map<Condition, string>()
  const visit = (node: FilterNode, path: string) => {
    if (node.kind === 'condition') {
      found.set(node, `${path}.${node.field}`)
      return
    }
    node.items
      .filter((item) => writeNode(item).length > 0)
      .forEach((item, n) => {
        visit(item, `${path}.$${node.join}.${String(n)}`)
      })
  }
  const complete = root.items.filter((item) => writeNode(item).length > 0)
  const [only] = complete
  if (root.join === 'and' && complete.length === 1 && only?.kind === 'condition') visit(only, 'where')
  else visit(root, 'where')
  return found
}
