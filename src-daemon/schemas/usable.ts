import { deepWellFormed } from '../platform/lenient.ts'
import { costOf, holdToSize } from './budget.ts'
import { convertSchema, type SchemaUse, type UsableSchema } from './convert.ts'
import { SchemaRefusal } from './refusal.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Reads a stranger's schema of any draft, or of OpenAPI, item by item: what can't be checked is left out, and what stands
 * beside it is still checked. Everything that holds values to foreign schemas or hands them to a model begins here.
 *
 * @throws SchemaRefusal `costly` with the place, if it is beyond what may be compiled at all
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

/** The usable schema; of one that costs too much nothing is told, as the check refuses each call. */
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

/** What JSON writes for half of a surrogate pair, and for nothing else. */
const HALF = /\\ud[89a-f]/

const wellFormed = (schema: Schema): Schema =>
  HALF.test(JSON.stringify(schema)) ? (deepWellFormed(schema) as Schema) : schema
