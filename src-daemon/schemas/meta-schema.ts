import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'
import { costOf } from './budget.ts'
import { draftOf } from './engine.ts'
import { draft2020Library, draft7Library } from './libraries.ts'
import { SchemaRefusal } from './refusal.ts'

const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  allErrors: true,
  // Compiling takes three quarters of the time; few schemas are read against it.
  code: { optimize: false },
} as const

const checkers = new Map<string, Pick<Ajv2020, 'validateSchema' | 'errors'>>()

/**
 * The library's errors of a foreign schema against the meta-schema of its draft.
 *
 * @throws SchemaRefusal if it is beyond the budget
 */
export const metaSchemaErrors = (schema: Readonly<Record<string, unknown>>): readonly ErrorObject[] => {
  costOf(schema)
  const { $schema: _dialect, $async: _async, ...body } = schema
  const checker = checkerOf(draftOf(schema))
  return checker.validateSchema(body) === true ? [] : (checker.errors ?? [])
}

/** @throws SchemaRefusal if it breaks the meta-schema, or is beyond the budget */
export const holdToMetaSchema = (schema: Readonly<Record<string, unknown>>): void => {
  const [first] = metaSchemaErrors(schema)
  if (first === undefined) return
  throw new SchemaRefusal('unusable', `schema${first.instancePath} ${first.message ?? first.keyword}`)
}

/** Compiling a meta-schema takes longer than compiling most schemas, so it is kept. */
const checkerOf = (draft: ReturnType<typeof draftOf>) => {
  const known = checkers.get(draft)
  if (known !== undefined) return known
  const { Ajv2020 } = draft2020Library()
  const made = draft === '2020-12' ? new Ajv2020(OPTIONS) : new (draft7Library().Ajv)(OPTIONS)
  checkers.set(draft, made)
  return made
}
