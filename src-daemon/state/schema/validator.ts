/** Compiled JSON Schema validators, whose patterns run in linear time. */
import type { AnySchemaObject, Ajv2020, ErrorObject, FormatDefinition } from 'ajv/dist/2020.js'
import { invalidAt, type JsonObject } from '../base/json.ts'
import { ajvFormatsLibrary, ajvLibrary, re2Library } from '../base/lazy.ts'
import { effectiveSchema } from './effective.ts'
import { schemaInvalid } from './problems.ts'
import { compiledName } from './uri.ts'

const MAX_PROBLEMS = 20
/** Maximum number of instructions of a compiled pattern: the factor of the linear running time. */
const MAX_PROGRAM = 3000
const MAX_COMPILED = 128

/** Throws `validation_failed` with every place that doesn't fit. */
export type Validator = (object: JsonObject) => void

/**
 * The validator of a new schema, which is first checked against the meta-schema. `hash` is the SHA-256 of its JCS.
 *
 * @throws SatchelError `schema_invalid`
 */
export const validatorOfNew = (uri: string, schema: JsonObject, hash: Buffer): Validator => {
  if (!compiled.has(hash.toString('base64'))) holdToMetaSchema(uri, effectiveSchema(schema))
  return validatorOf(uri, schema, hash)
}

/**
 * The validator of a registered schema, which was checked against the meta-schema before; compiled once per process,
 * since checking, registering and the first write all need it. `hash` is the SHA-256 of its JCS.
 *
 * @throws SatchelError `schema_invalid`
 */
export const validatorOf = (uri: string, schema: JsonObject, hash: Buffer): Validator => {
  const key = hash.toString('base64')
  const validator = compiled.get(key) ?? compileValidator(uri, effectiveSchema(schema))
  compiled.delete(key)
  compiled.set(key, validator)
  const [oldest] = compiled.keys()
  if (compiled.size > MAX_COMPILED && oldest !== undefined) compiled.delete(oldest)
  return validator
}

/** By the hash of the schema, whose `$id` is part of it; the least recently used one is dropped. */
const compiled = new Map<string, Validator>()

let metaChecker: Ajv2020 | undefined

/**
 * One shared instance: compiling the meta-schema takes longer than compiling most schemas, and checked schemas aren't
 * kept.
 */
const holdToMetaSchema = (uri: string, schema: JsonObject): void => {
  const ajv = (metaChecker ??= engine())
  compile(uri, () => {
    void ajv.validateSchema(named(uri, schema), true) // throws; returns a promise only for schemas with `$async`
  })
}

/**
 * Compiles a schema without checking it against the meta-schema; formats are asserted and patterns run in linear time.
 *
 * @throws SatchelError `schema_invalid`
 */
export const compileValidator = (uri: string, schema: JsonObject): Validator => {
  // One instance per schema: none can see or shadow another's names.
  const ajv = engine()
  quickDateTime(ajv)
  const validate = compile(uri, () => ajv.compile(named(uri, schema)))
  return (object) => {
    if (validate(object)) return
    // By place: the order of members differs between what was written and what is read back.
    const problems = (validate.errors ?? []).map(problemOf).toSorted(byPlace)
    throw invalidAt(problems.slice(0, MAX_PROBLEMS))
  }
}

const byPlace = (a: { readonly pointer: string }, b: { readonly pointer: string }): number =>
  a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0

const engine = (): Ajv2020 => {
  const { Ajv2020 } = ajvLibrary()
  const code = { regExp: linearRegExp }
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, validateSchema: false, code })
  ajvFormatsLibrary().default(ajv)
  return ajv
}

const named = (uri: string, schema: JsonObject): AnySchemaObject => ({ ...schema, $id: compiledName(uri) })

/** A date-time that is valid in every calendar; in UTC, as programs write them. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** Most objects have two of them: the slower library is only used for other forms. */
const quickDateTime = (ajv: Pick<Ajv2020, 'formats' | 'addFormat'>): void => {
  const known = ajv.formats['date-time']
  if (!isTextFormat(known)) throw new Error('the library has no date-time to begin with')
  const { validate, ...rest } = known
  ajv.addFormat('date-time', {
    ...rest,
    validate: (text: string) => PLAIN_DATE_TIME.test(text) || validate(text),
  })
}

const isTextFormat = (
  format: unknown,
): format is Omit<FormatDefinition<string>, 'validate'> & { validate: (text: string) => boolean } =>
  typeof format === 'object' &&
  format !== null &&
  'validate' in format &&
  typeof format.validate === 'function'

const compile = <T>(uri: string, run: () => T): T => {
  try {
    return run()
  } catch (thrown) {
    throw schemaInvalid(uri, thrown instanceof Error ? thrown.message : String(thrown), thrown)
  }
}

/** `required` and `additionalProperties` name the member, so the pointer leads to that member. */
const problemOf = ({
  instancePath,
  keyword,
  message,
  params,
}: ErrorObject): { pointer: string; problem: string } => {
  const missing = keyword === 'required'
  const named: unknown = missing ? params['missingProperty'] : params['additionalProperty']
  if (typeof named === 'string') {
    const pointer = `${instancePath}/${named.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { pointer, problem: missing ? 'must be there' : 'is not in the schema' }
  }
  const allowed: unknown = params['allowedValues']
  const choices = Array.isArray(allowed)
    ? `: ${allowed.map((value) => JSON.stringify(value)).join(', ')}`
    : ''
  return { pointer: instancePath, problem: `${message ?? keyword}${choices}` }
}

const linearRegExp = Object.assign(
  (pattern: string): { test: (text: string) => boolean; toString: () => string } => {
    const compiled = re2Library().RE2JS.compile(pattern)
    if (compiled.programSize() > MAX_PROGRAM)
      throw new Error(`the pattern ${pattern.slice(0, 40)} repeats too much`)
    // Ajv caches compiled patterns by their `toString`: without its own, the first pattern would be used for all.
    return { test: (text) => compiled.matcher(text).find(), toString: () => pattern }
  },
  // The engine's name in generated code, which is never written to a file.
  { code: 'linearRegExp' },
)
