import { deepWellFormed } from '../platform/lenient.ts'
import { costOf, holdToSize } from './budget.ts'
import { convertSchema, type SchemaUse, type UsableSchema } from './convert.ts'
import { SchemaRefusal } from './refusal.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Reads a foreign schema of any draft, or of OpenAPI, item by item: parts that can't be checked are left out, and those
 * beside them are still checked. All code that checks values by foreign schemas, or gives those to a model, starts here.
 *
 * @throws SchemaRefusal `costly` with the place, if it costs too much to be compiled at all
 */
export const usableSchema = (schema: Schema, use: SchemaUse = 'value'): UsableSchema => {
  const known = usable[use].get(schema)
  if (known !== undefined) return known
  holdToSize(schema)
  const made = convertSchema(wellFormed(schema), use)
  costOf(made.schema)
  usable[use].set(schema, made)
  return made
}

/** The usable schema; empty for one that costs too much, because the check refuses each call. */
export const usableOrNone = (schema: Schema, use: SchemaUse): Schema => {
  try {
    return usableSchema(schema, use).schema
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) return {}
    throw thrown
  }
}

/** Of the very same object: a schema is asked for again and again, and is never changed. */
const usable: Readonly<Record<SchemaUse, WeakMap<object, UsableSchema>>> = {
  arguments: new WeakMap(),
  value: new WeakMap(),
}

/** JSON's escape for half of a surrogate pair, which is used for nothing else. */
const HALF = /\\ud[89a-f]/

const wellFormed = (schema: Schema): Schema =>
  HALF.test(JSON.stringify(schema)) ? (deepWellFormed(schema) as Schema) : schema
