import type { FormProblem } from '../../src-daemon/text/form-problems.ts'
import { formProblems } from '../../src-daemon/text/form-problems.ts'
import {
  formOfSchema,
  formValuesOf,
  type Schema,
  type SchemaValues,
} from '../../src-daemon/text/schema-form.ts'

/** Everything wrong with an object, by JSON Pointer. Patterns are left to the daemon, which has a safe regex engine. */
export const problemsOf = (schema: Schema, values: SchemaValues): ReadonlyMap<string, FormProblem> =>
  formProblems(formOfSchema(schema, { object: values }), formValuesOf(schema, values))

/** `values` with one of them set; an empty one is left out. */
export const withValue = (values: SchemaValues, name: string, value: unknown): SchemaValues => {
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
  return value === undefined || value === '' || value === null ? rest : { ...rest, [name]: value }
}
