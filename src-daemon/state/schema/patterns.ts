import { type Json, type JsonObject } from '../base/json.ts'
import { re2Library } from '../base/lazy.ts'

type Compiled = readonly { readonly isIn: (name: string) => boolean; readonly schema: Json }[]

const compiled = new WeakMap<JsonObject, Compiled>()

/** The subschemas of `patternProperties` for the member `name`: a pattern may match anywhere in it. */
export const patternSchemas = (patternProperties: JsonObject, name: string): Json[] => {
  const patterns = compiled.get(patternProperties) ?? compile(patternProperties)
  compiled.set(patternProperties, patterns)
  return patterns.filter(({ isIn }) => isIn(name)).map(({ schema }) => schema)
}

/** The validator uses the same library (schema/validator.ts), and has refused what it can't run. */
const compile = (patternProperties: JsonObject): Compiled =>
  Object.entries(patternProperties).map(([pattern, schema]) => {
    const expression = re2Library().RE2JS.compile(pattern)
    return { isIn: (name) => expression.matcher(name).find(), schema }
  })
