import type { AnySchemaObject, ErrorObject } from 'ajv/dist/2020.js'
import { invalidAt, type JsonObject } from './json.ts'
import { ajvFormatsLibrary, ajvLibrary, re2Library } from './lazy.ts'
import { schemaInvalid } from './schema-check.ts'
import { compiledName } from './schema-uri.ts'

const MAX_PROBLEMS = 20
/** Instructions of a compiled pattern: what is linear in the text is so with this as its factor. */
const MAX_PROGRAM = 3000

/** Throws `validation_failed` with every place that does not fit. */
export type Validator = (object: JsonObject) => void

/**
 * Compiles a schema; formats are asserted and patterns run in linear time.
 *
 * @throws SatchelError `schema_invalid`
 */
export const compileValidator = (uri: string, schema: JsonObject): Validator => {
  const { Ajv2020 } = ajvLibrary()
  // One instance per schema: none can see or shadow the names of another.
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, code: { regExp: linearRegExp } })
  ajvFormatsLibrary().default(ajv)
  const named: AnySchemaObject = { ...schema, $id: compiledName(uri) }
  const validate = compile(uri, () => ajv.compile(named))
  return (object) => {
    if (!validate(object)) throw invalidAt((validate.errors ?? []).slice(0, MAX_PROBLEMS).map(problemOf))
  }
}

const compile = <T>(uri: string, run: () => T): T => {
  try {
    return run()
  } catch (thrown) {
    throw schemaInvalid(uri, thrown instanceof Error ? thrown.message : String(thrown), thrown)
  }
}

/** `required` and `additionalProperties` name the member, so the pointer can lead to it. */
const problemOf = ({
  instancePath,
  keyword,
  message,
  params,
}: ErrorObject): { pointer: string; problem: string } => {
  const named: unknown = keyword === 'required' ? params['missingProperty'] : params['additionalProperty']
  const pointer =
    typeof named === 'string'
      ? `${instancePath}/${named.replaceAll('~', '~0').replaceAll('/', '~1')}`
      : instancePath
  const allowed: unknown = params['allowedValues']
  const choices = Array.isArray(allowed)
    ? `: ${allowed.map((value) => JSON.stringify(value)).join(', ')}`
    : ''
  return { pointer, problem: `${message ?? keyword}${choices}` }
}

const linearRegExp = Object.assign(
  (pattern: string): { test: (text: string) => boolean; toString: () => string } => {
    const compiled = re2Library().RE2JS.compile(pattern)
    if (compiled.programSize() > MAX_PROGRAM)
      throw new Error(`the pattern ${pattern.slice(0, 40)} repeats too much`)
    // Ajv keeps compiled patterns by their `toString`: without one of its own, the first pattern would answer for all.
    return { test: (text) => compiled.matcher(text).find(), toString: () => pattern }
  },
  // Names the engine in generated code, which we never write out.
  { code: 'linearRegExp' },
)
