import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewRow } from '../view/rows.ts'

/** Why an object does not fit its schema, in words; null when it does. */
export const misfitOf = (schema: Schema, object: JsonObject): string | null => {
  const error = refusalOf(schema, object)
  return error && textOf(error)
}

/**
 * Checks an object that somebody writes. What a merge broke may be mended bit by bit, and need not be mended before anything else
 * can be said: a write to it is let through as long as it breaks nothing more (asm.md 2).
 *
 * @returns what is still wrong, as `misfitOf`
 * @throws SatchelError `validation_failed`
 */
export const checkFit = (schema: Schema, object: JsonObject, before: ViewRow | null): string | null => {
  const error = refusalOf(schema, object)
  if (error === null) return null
  const known = before === null || before.invalid === null ? null : refusalOf(schema, before.object)
  if (known === null) throw error
  const left = new Set(problemsOf(known))
  if (!problemsOf(error).every((problem) => left.has(problem))) throw error
  return textOf(error)
}

const refusalOf = (schema: Schema, object: JsonObject): SatchelError | null => {
  try {
    validate(schema, object)
    return null
  } catch (thrown) {
    const error = toSatchelError(thrown)
    if (error.code !== 'validation_failed') throw thrown
    return error
  }
}

const validate = (schema: Schema, object: JsonObject): void => {
  if (schema.idName === 'id') schema.validate(object)
  else {
    // `_id` is ours: a schema that allows no other members must not refuse it.
    const declared = { ...object }
    delete declared['_id']
    schema.validate(declared)
  }
}

const textOf = (error: SatchelError): string => String(error.params['problem'] ?? error.message)

/** The places and what is wrong there, as `invalidAt` says them. */
const problemsOf = (error: SatchelError): string[] => textOf(error).split('; ')
