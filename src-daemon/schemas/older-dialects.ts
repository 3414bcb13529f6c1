import { isObject } from './json-walk.ts'
import { typeNameOf } from './type-names.ts'

type Schema = Readonly<Record<string, unknown>>

/** A keyword of 2020-12, and the original one. Two may have the same. */
export interface Worded {
  readonly keyword: string
  readonly value: unknown
  readonly written: string
}

/**
 * Converts the keywords of one schema of drafts 3 to 2019-09 or of OpenAPI 3.0 to 2020-12; those of 2020-12 stay as they
 * are. They are distinguished by the types of their values, because many schemas don't name their draft. Null counts as absent.
 * References and definitions are left to the code that resolves them.
 */
export const inNewerWords = (schema: Schema): readonly Worded[] => {
  const found: Worded[] = []
  const add = (keyword: string, value: unknown, written: string) => {
    found.push({ keyword, value, written })
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === null && keyword !== 'const' && keyword !== 'default') continue
    switch (keyword) {
      case 'minimum':
      case 'maximum':
        if (schema[exclusiveOf(keyword)] !== true) add(keyword, value, keyword)
        break
      case 'exclusiveMinimum':
      case 'exclusiveMaximum': {
        if (typeof value !== 'boolean') add(keyword, value, keyword)
        const bound = keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'
        if (value === true && (schema[bound] ?? null) !== null) add(keyword, schema[bound], bound)
        break
      }
      case 'divisibleBy':
        add('multipleOf', value, keyword)
        break
      case 'items':
        add(Array.isArray(value) ? 'prefixItems' : keyword, value, keyword)
        break
      case 'additionalItems':
        if (Array.isArray(schema['items'])) add('items', value, keyword)
        break
      case 'dependencies':
        if (isObject(value)) for (const one of dependencies(value)) add(one.keyword, one.value, keyword)
        else add('dependentSchemas', value, keyword)
        break
      case 'extends':
        add('allOf', listOf(value), keyword)
        break
      case 'disallow':
        add('not', { type: value }, keyword)
        break
      case 'type':
        if (Array.isArray(value) && value.some(isObject))
          add(
            'anyOf',
            value.map((one: unknown) => (isObject(one) ? one : { type: one })),
            keyword,
          )
        else if (!listOf(value).some((one) => typeof one === 'string' && typeNameOf(one) === 'any'))
          add(keyword, value, keyword)
        break
      case 'example':
        if (!Array.isArray(schema['examples'])) add('examples', [value], keyword)
        break
      case 'required':
        if (typeof value !== 'boolean') add(keyword, value, keyword) // draft 3: the member itself is required
        break
      case 'enum':
        add(keyword, schema['nullable'] === true ? withNull(value) : value, keyword)
        break
      default:
        if (!APART.has(keyword)) add(keyword, value, keyword)
    }
  }
  return found
}

/** Keywords about the schema itself, and definitions. */
const APART: ReadonlySet<string> = new Set([
  ...['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$async'],
  ...['$defs', 'definitions', 'nullable', '$ref', '$dynamicRef', '$recursiveRef'],
])

const exclusiveOf = (bound: 'minimum' | 'maximum'): string =>
  bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'

/** Names that need other names, and names that need a schema. */
const dependencies = (value: Schema): { keyword: string; value: Schema }[] => {
  const [names, schemas] = [
    Object.entries(value).filter(([, one]) => Array.isArray(one) || typeof one === 'string'),
    Object.entries(value).filter(([, one]) => !Array.isArray(one) && typeof one !== 'string'),
  ]
  return [
    ...(names.length === 0
      ? []
      : [
          {
            keyword: 'dependentRequired',
            value: Object.fromEntries(names.map(([name, one]) => [name, listOf(one)])),
          },
        ]),
    ...(schemas.length === 0 ? [] : [{ keyword: 'dependentSchemas', value: Object.fromEntries(schemas) }]),
  ]
}

const withNull = (value: unknown): unknown => (Array.isArray(value) ? [...listOf(value), null] : value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
