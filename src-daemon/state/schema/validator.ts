/** Compiled JSON Schema validators, which end after a number of steps in proportion to the object. */
import type { ErrorObject } from 'ajv/dist/2020.js'
import {
  compileSchema,
  costOf,
  holdToMetaSchema,
  QUICK_STEPS,
  SchemaRefusal,
  sizeOfValue,
} from '../../schemas/index.ts'
import { invalidAt, type JsonObject } from '../base/json.ts'
import { effectiveSchema } from './effective.ts'
import { schemaInvalid } from './problems.ts'
import { compiledName } from './uri.ts'

const MAX_PROBLEMS = 20
const MAX_COMPILED = 128
/** Additional steps for checking a large object beyond `QUICK_STEPS`, for each of its values and eight characters. */
const STEPS_OF_SIZE = 96

/** Throws `validation_failed` with every place that doesn't fit. */
export type Validator = (object: JsonObject) => void

/**
 * The validator of a new schema, which is first checked against the meta-schema. `hash` is the SHA-256 of its JCS.
 *
 * @throws SatchelError `schema_invalid`
 */
export const validatorOfNew = (uri: string, schema: JsonObject, hash: Buffer): Validator => {
  if (!compiled.has(hash.toString('base64'))) {
    const effective = effectiveSchema(schema)
    refusing(uri, () => {
      holdToMetaSchema(named(uri, effective))
    })
  }
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

/**
 * Compiles a schema without checking it against the meta-schema; formats are asserted and patterns run in linear time.
 *
 * @throws SatchelError `schema_invalid`
 */
export const compileValidator = (uri: string, schema: JsonObject): Validator => {
  holdToBudget(schema)
  const validate = refusing(uri, () => compileSchema(named(uri, schema)))
  /** Most objects are small: the larger ones are measured. */
  const errorsOf = (object: JsonObject): readonly ErrorObject[] => {
    try {
      return validate(object, QUICK_STEPS)
    } catch (thrown) {
      if (!isCostly(thrown)) throw thrown
      return validate(object, QUICK_STEPS + STEPS_OF_SIZE * sizeOfValue(object))
    }
  }
  return (object) => {
    let errors: readonly ErrorObject[]
    try {
      errors = errorsOf(object)
    } catch (thrown) {
      if (!isCostly(thrown)) throw thrown
      throw invalidAt([{ pointer: '', problem: 'takes too long to check against its schema' }])
    }
    if (errors.length === 0) return
    // By place: the order of members differs between what was written and what is read back.
    throw invalidAt(errors.map(problemOf).toSorted(byPlace).slice(0, MAX_PROBLEMS))
  }
}

const byPlace = (a: { readonly pointer: string }, b: { readonly pointer: string }): number =>
  a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0

/**
 * Refuses a schema that takes long to read or compile, before anything else reads it: writes are synchronous, so it
 * can't be left to a worker.
 *
 * @throws SatchelError `schema_invalid`
 */
export const holdToBudget = (schema: JsonObject): void => {
  const { $id: uri } = schema
  refusing(typeof uri === 'string' ? uri : '', () => {
    if (!costOf(schema).isQuick) throw new SchemaRefusal('costly', 'is too large to be compiled')
  })
}

const isCostly = (thrown: unknown): boolean => thrown instanceof SchemaRefusal && thrown.kind === 'costly'

const named = (uri: string, schema: JsonObject): JsonObject => ({ ...schema, $id: compiledName(uri) })

const refusing = <T>(uri: string, run: () => T): T => {
  try {
    return run()
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
    throw schemaInvalid(uri, thrown.sentence, thrown)
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
