import canonicalize from 'canonicalize'
import { LRUCache } from 'lru-cache'
import { sha256 } from '../platform/sha256.ts'
import { compileSchema, type Validate } from './engine.ts'
import { problemsOf, type SchemaProblem } from './problems.ts'

type Schema = Readonly<Record<string, unknown>>

/** Validators, by the hash of their schema. */
export type Validators = LRUCache<string, Validate>

export const createValidators = (max: number): Validators => new LRUCache({ max })

/** Of the very same object: a manifest is checked against again and again, and is never changed. */
const seen = new WeakMap<object, Validate>()

/**
 * Problems of `value`, found in this thread within `steps`. The schema is a usable one.
 *
 * @throws SchemaRefusal
 */
export const checkHere = (
  validators: Validators,
  schema: Schema,
  value: unknown,
  steps: number,
): readonly SchemaProblem[] => {
  const validate = seen.get(schema) ?? validatorOf(validators, schema)
  seen.set(schema, validate)
  return problemsOf(validate(value, steps))
}

const validatorOf = (validators: Validators, schema: Schema): Validate => {
  const key = sha256(canonicalize(schema) ?? '').toString('base64')
  const known = validators.get(key)
  if (known !== undefined) return known
  const made = compileSchema(schema)
  validators.set(key, made)
  return made
}
