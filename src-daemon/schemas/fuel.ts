/** The remaining steps of a run, and the cost of each keyword. */
import type { Code, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { draft2020Library } from './libraries.ts'
import { SchemaRefusal } from './refusal.ts'

/** The remaining steps of a run, of about ten nanoseconds each. */
export interface Fuel {
  left: number
  /** @throws SchemaRefusal when nothing is left */
  spend(steps: number): void
}

export const createFuel = (): Fuel => {
  const fuel: Fuel = {
    left: 0,
    spend: (steps) => {
      fuel.left -= steps
      if (fuel.left < 0) throw new SchemaRefusal('costly', 'takes too long to check')
    },
  }
  return fuel
}

/**
 * Makes every keyword an engine compiles pay for its work before it begins, on every path to it. So a run ends after
 * a known number of steps, even if alternatives and references multiply.
 */
export const meter = (ajv: Pick<Ajv2020, 'RULES'>, fuel: Fuel): void => {
  const { all, rules } = ajv.RULES
  const grouped = rules.flatMap((group) => group.rules)
  const definitions = new Set(
    [...grouped, ...Object.values(all)].flatMap((rule) =>
      typeof rule === 'object' ? [rule.definition] : [],
    ),
  )
  for (const definition of definitions) {
    if (!('code' in definition)) continue
    const { code } = definition as CodeKeywordDefinition
    definition.code = (context: KeywordCxt, ...rest) => {
      pay(context, fuel)
      code(context, ...rest)
    }
  }
}

const pay = (context: KeywordCxt, fuel: Fuel): void => {
  const { _ } = draft2020Library()
  const { gen } = context
  const tank = gen.scopeValue('obj', { ref: fuel })
  const weight = OF_KEYWORD * weightOf(context)
  const size = sizeOfData(context)
  gen.code(_`${tank}.spend(${size === null ? weight : _`${weight} * ${size}`})`)
}

/** Steps of a keyword: fewer if the value is valid, more if it adds an error. */
const OF_KEYWORD = 6

/** The cost of the keyword's own value. */
const weightOf = ({ keyword, schema }: KeywordCxt): number => {
  const value: unknown = schema
  if (Array.isArray(value)) return value.length + 1
  return typeof value === 'object' && value !== null && NAMED.has(keyword) ? Object.keys(value).length + 1 : 1
}

/** Keywords whose value has a member for each thing they do. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
])

/** The cost of the data, without its subschemas, which pay for themselves; null if it doesn't matter. */
const sizeOfData = ({ keyword, data, gen }: KeywordCxt): Code | null => {
  const { _ } = draft2020Library()
  const of = (count: (value: never) => number): Code => _`${gen.scopeValue('func', { ref: count })}(${data})`
  if (OF_TEXTS.has(keyword)) return of(blocksOfText)
  if (OF_LISTS.has(keyword)) return _`(${data}.length + 1)`
  if (OF_MEMBERS.has(keyword)) return of(countMembers)
  return null
}

const OF_TEXTS: ReadonlySet<string> = new Set(['maxLength', 'minLength', 'format'])
const OF_LISTS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'unevaluatedItems',
])
const OF_MEMBERS: ReadonlySet<string> = new Set([
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'maxProperties',
  'minProperties',
])

/** A loop over text looks at some eight characters in a step. */
const blocksOfText = (value: unknown): number => (typeof value === 'string' ? 1 + (value.length >> 3) : 1)

const countMembers = (value: object): number => {
  let count = 1
  for (const _name in value) count += 1
  return count
}

/** The size of a JSON value, as work is charged for it: its values, and their texts by eight characters. */
export const sizeOfValue = (value: unknown): number => {
  let size = 0
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    size += blocksOfText(next)
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) left.push(inner)
  }
  return size
}
