import { isDeepStrictEqual } from 'node:util'
import { isEcmaPattern } from './foreign-pattern.ts'
import { isObject, resolvePointer } from './json-walk.ts'
import { isAnnotation } from './keyword-values.ts'
import { mapSubschemas, subschemasOf } from './subschemas.ts'
import { usableOrNone } from './usable.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * The schema of a tool's arguments for models: valid 2020-12, and at the top an object with its properties, as model
 * servers require. Alternatives at the top become the properties of all of them; which ones go together is left to the check,
 * which has the original schema.
 */
export const parametersOf = (given: Schema): Schema => {
  const known = parameters.get(given)
  if (known !== undefined) return known
  const made = withoutForeignPatterns(flat(usableOrNone(given, 'arguments'))) as Schema
  parameters.set(given, made)
  return made
}

/** The schema of a tool's results for other programs: valid 2020-12. */
export const resultSchemaOf = (given: Schema): Schema =>
  withoutForeignPatterns(usableOrNone(given, 'value')) as Schema

/** Of the very same object: it is asked for in each turn. */
const parameters = new WeakMap<object, Schema>()

/** The maximum number of alternatives for one property; further ones are left out for models. */
const MAX_ALTERNATIVES = 50

/** What model servers refuse at the top. */
const REFUSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']
const REFUSED_VALUES = ['enum', 'const']

const flat = (schema: Schema): Schema => {
  const { $defs, ...top } = schema
  const isPlain = ![...REFUSED, ...REFUSED_VALUES].some((keyword) => Object.hasOwn(top, keyword))
  if (isPlain) return { ...schema, type: 'object', properties: schema['properties'] ?? {} }
  const { properties, required, notes } = membersOf(schema, schema, new Set())
  const made = {
    ...notes,
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, schemas]) => [name, oneOf(schemas)])),
    ...(required.size === 0 ? {} : { required: [...required] }),
  }
  return isObject($defs) ? withDefs(made, $defs) : made
}

interface Members {
  readonly properties: Map<string, unknown[]>
  readonly required: Set<string>
  readonly notes: Schema
}

/** The members of the objects that a schema is of, through references and alternatives. */
const membersOf = (schema: unknown, root: Schema, open: ReadonlySet<unknown>): Members => {
  const properties = new Map<string, unknown[]>()
  const required = new Set<string>()
  let notes: Schema = {}
  if (!isObject(schema) || open.has(schema)) return { properties, required, notes }
  const below = new Set([...open, schema])
  const members = (inner: unknown) => membersOf(inner, root, below)
  const name = (other: Members) => {
    for (const [one, schemas] of other.properties) {
      const before = properties.get(one) ?? []
      const others = schemas.filter((inner) => !before.some((same) => isDeepStrictEqual(same, inner)))
      const all = [...before, ...others]
      properties.set(one, all.length > MAX_ALTERNATIVES ? [{}] : all)
    }
  }
  const all = [
    ...(typeof schema['$ref'] === 'string' ? [resolvePointer(root, schema['$ref'])] : []),
    ...listOf(schema['allOf']),
  ].map(members)
  const choices = [listOf(schema['anyOf']), listOf(schema['oneOf'])].map((list) => list.map(members))
  const maybe = [schema['if'], schema['then'], schema['else'], ...valuesOf(schema['dependentSchemas'])]
  name({
    properties: new Map(Object.entries(asObject(schema['properties'])).map(([one, inner]) => [one, [inner]])),
    required,
    notes,
  })
  for (const other of [...all, ...choices.flat(), ...maybe.map(members)]) name(other)
  for (const one of listOf(schema['required'])) required.add(String(one))
  for (const other of all) for (const one of other.required) required.add(one)
  for (const [first, ...others] of choices)
    for (const one of first?.required ?? [])
      if (others.every((other) => other.required.has(one))) required.add(one)
  for (const other of all) notes = { ...other.notes, ...notes }
  notes = {
    ...notes,
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword))),
  }
  return { properties, required, notes }
}

const oneOf = (schemas: readonly unknown[]): unknown =>
  schemas.length === 1 ? schemas[0] : { anyOf: schemas }

/** With those definitions that it still refers to. */
const withDefs = (schema: Schema, defs: Schema): Schema => {
  const used = new Set<string>()
  const left: unknown[] = [schema]
  while (left.length > 0) {
    const next = left.pop()
    if (!isObject(next)) continue
    const name = typeof next['$ref'] === 'string' ? next['$ref'].slice('#/$defs/'.length) : ''
    if (Object.hasOwn(defs, name) && !used.has(name)) {
      used.add(name)
      left.push(defs[name])
    }
    left.push(...subschemasOf(next))
  }
  const kept = Object.entries(defs).filter(([name]) => used.has(name))
  return kept.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(kept) }
}

/** Without patterns that run here but aren't ECMA-262, such as `(?i)`. */
const withoutForeignPatterns = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { pattern, patternProperties, ...rest } = schema
  const names = Object.entries(asObject(patternProperties)).filter(([name]) => isEcmaPattern(name))
  return mapSubschemas(
    {
      ...rest,
      ...(typeof pattern === 'string' && isEcmaPattern(pattern) ? { pattern } : {}),
      ...(names.length === 0 ? {} : { patternProperties: Object.fromEntries(names) }),
    },
    withoutForeignPatterns,
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asObject = (value: unknown): Schema => (isObject(value) ? value : {})
const valuesOf = (value: unknown): readonly unknown[] => Object.values(asObject(value))
