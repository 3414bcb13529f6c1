import type { ColumnKind } from '../schema/columns.ts'
import type { FilterField } from './fields.ts'

/** Operators of a condition; each is one ASM-QL operator (asm.md 6), or its negation. */
export const OPERATORS = [
  'contains',
  'notContains',
  'startsWith',
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'size',
  'regex',
  'exists',
  'missing',
  'words',
] as const
export type Operator = (typeof OPERATORS)[number]

export interface Condition {
  readonly kind: 'condition'
  readonly field: string
  readonly operator: Operator
  /** Undefined until something is chosen; `exists` and `missing` need none. */
  readonly value: unknown
}

/** All, any or none of the items. */
export interface Group {
  readonly kind: 'group'
  readonly join: 'and' | 'or' | 'nor'
  readonly items: readonly FilterNode[]
}

export type FilterNode = Condition | Group

export const NO_FILTER: Group = { kind: 'group', join: 'and', items: [] }

const TEXT = [
  'contains',
  'notContains',
  'startsWith',
  'eq',
  'ne',
  'in',
  'nin',
  'regex',
  'exists',
  'missing',
] as const
const BY_KIND: Readonly<Record<ColumnKind | 'words', readonly Operator[]>> = {
  text: TEXT,
  tag: ['eq', 'ne', 'in', 'nin', 'startsWith', 'exists', 'missing'],
  tags: ['contains', 'notContains', 'size', 'exists', 'missing'],
  date: ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'exists', 'missing'],
  day: ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'exists', 'missing'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'exists', 'missing'],
  flag: ['eq', 'ne', 'exists', 'missing'],
  json: ['exists', 'missing'],
  words: ['words'],
}

/** The operators for a kind of field, most common first. */
export const operatorsOf = (kind: FilterField['kind']): readonly Operator[] => BY_KIND[kind]

/** The kind of value an operator takes for a field of `kind`. */
export const valueKind = (
  kind: FilterField['kind'],
  operator: Operator,
): 'none' | 'text' | 'number' | 'flag' | 'date' | 'day' | 'texts' | 'numbers' => {
  if (operator === 'exists' || operator === 'missing') return 'none'
  if (operator === 'size') return 'number'
  if (operator === 'in' || operator === 'nin') return kind === 'number' ? 'numbers' : 'texts'
  if (kind === 'number' || kind === 'flag' || kind === 'date' || kind === 'day') {
    return kind
  }
  return 'text'
}

/** Whether a condition is complete. */
export const isComplete = ({ operator, value }: Condition): boolean => {
  if (operator === 'exists' || operator === 'missing') return true
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== ''
}

/** A new condition on a field, with its default operator. */
export const conditionOn = (field: FilterField): Condition => ({
  kind: 'condition',
  field: field.path,
  operator: operatorsOf(field.kind)[0] ?? 'exists',
  value: undefined,
})

/** `condition` with another operator; keeps the value if it still fits. */
export const withOperator = (
  condition: Condition,
  kind: FilterField['kind'],
  operator: Operator,
): Condition => {
  const same = valueKind(kind, condition.operator) === valueKind(kind, operator)
  return { ...condition, operator, value: same ? condition.value : undefined }
}

/** The number of complete conditions. */
export const countConditions = (node: FilterNode): number =>
  node.kind === 'condition'
    ? Number(isComplete(node))
    : node.items.reduce((sum, item) => sum + countConditions(item), 0)

export const replaceItem = (group: Group, index: number, item: FilterNode): Group => ({
  ...group,
  items: group.items.map((one, n) => (n === index ? item : one)),
})

export const removeItem = (group: Group, index: number): Group => ({
  ...group,
  items: group.items.filter((_, n) => n !== index),
})

export const addItem = (group: Group, item: FilterNode): Group => ({
  ...group,
  items: [...group.items, item],
})
