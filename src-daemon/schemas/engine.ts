/** Compiles foreign schemas, whose keywords pay for their work in steps. */
import type { Ajv2020, ErrorObject, FormatDefinition } from 'ajv/dist/2020.js'
import { allowedValues } from './allowed-values.ts'
import { costOf } from './budget.ts'
import { createFuel, meter, type Fuel } from './fuel.ts'
import { draft2020Library, draft7Library, formatsLibrary } from './libraries.ts'
import { foreignPattern } from './foreign-pattern.ts'
import { SchemaRefusal } from './refusal.ts'
import { uniqueItems } from './unique-items.ts'

/**
 * The library's errors for a value; none if it is valid.
 *
 * @throws SchemaRefusal `costly`, if that takes more than `steps`
 */
export type Validate = (value: unknown, steps: number) => readonly ErrorObject[]

/** Steps of a run in the daemon's own thread: about ten milliseconds, or forty if each ends in an error. */
export const QUICK_STEPS = 1_600_000

type Draft = '2020-12' | 'draft-07'
type Engine = Pick<Ajv2020, 'compile' | 'RULES' | 'removeKeyword' | 'addKeyword' | 'formats' | 'addFormat'>

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

/**
 * Compiles a foreign schema of 2020-12, or of draft-07 if `$schema` says so, with formats asserted. It is checked against
 * the budget first, not against the meta-schema. Nothing is fetched; `$ref` stays inside the schema.
 *
 * @throws SchemaRefusal
 */
export const compileSchema = (schema: Readonly<Record<string, unknown>>): Validate => {
  costOf(schema)
  // Asynchronous validators return a promise, which is always truthy.
  const { $schema: _dialect, $async: _async, ...body } = schema
  const fuel = createFuel()
  // One instance per schema: none can see or shadow another's names, and it is freed with its schema.
  const ajv = createEngine(draftOf(schema), { fuel, ownProperties: namesInherited(body) })
  const validate = guarded(() => ajv.compile(body))
  return (value, steps) => {
    fuel.left = steps
    const fits = guarded(() => validate(value))
    return fits ? [] : (validate.errors ?? [])
  }
}

/** The `$schema` of a schema. */
export const draftOf = ({ $schema }: Readonly<Record<string, unknown>>): Draft =>
  typeof $schema === 'string' && DRAFT_7.test($schema) ? 'draft-07' : '2020-12'

/** Whatever the library throws about a schema or a value is their problem, not ours. */
const guarded = <T>(work: () => T): T => {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) throw thrown
    if (thrown instanceof RangeError) throw nestedTooDeeply(thrown)
    const problem = thrown instanceof Error ? thrown.message : String(thrown)
    throw new SchemaRefusal('unusable', problem, { cause: thrown })
  }
}

/** What exhausts the stack. */
export const nestedTooDeeply = (cause: unknown): SchemaRefusal =>
  new SchemaRefusal('costly', 'meets a value that is nested too deeply', { cause })

/** Names that every object inherits: for these, own properties have to be checked. */
const INHERITED =
  /"(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf|__\w+__)"/

const namesInherited = (schema: object): boolean => INHERITED.test(JSON.stringify(schema))

const createEngine = (
  draft: Draft,
  { fuel, ownProperties }: { fuel: Fuel; ownProperties: boolean },
): Engine => {
  const options = {
    strict: false,
    allErrors: true,
    logger: false,
    meta: false,
    validateSchema: false,
    ownProperties,
    // A copy of what is referenced for each reference: three hundred references to thirty fields took 15 s to compile.
    inlineRefs: false,
    // Halves the time to compile; the engine that runs it does the same.
    code: { optimize: false, regExp: linearRegExp(fuel) },
  } as const
  const { Ajv2020 } = draft2020Library()
  const ajv: Engine = draft === '2020-12' ? new Ajv2020(options) : new (draft7Library().Ajv)(options)
  formatsLibrary().default(ajv as Ajv2020)
  quickDateTime(ajv)
  shortUrls(ajv)
  for (const own of [uniqueItems(fuel), ...allowedValues(fuel)])
    ajv.removeKeyword(own.keyword as string).addKeyword(own)
  meter(ajv, fuel)
  return ajv
}

const linearRegExp = (fuel: Fuel) =>
  Object.assign(
    (pattern: string): { test: (text: string) => boolean; toString: () => string } => {
      const compiled = foreignPattern(pattern)
      return {
        test: (text) => {
          fuel.spend(2 * compiled.size * (text.length + 1))
          return compiled.test(text)
        },
        // The library keeps compiled patterns by their `toString`.
        toString: () => pattern,
      }
    },
    // The engine's name in generated code, which is never written to a file.
    { code: 'linearRegExp' },
  )

/** A date-time that is valid in every calendar; in UTC, as programs write them. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** Most objects have two of them: the slower library is only used for other forms. */
const quickDateTime = (ajv: Engine): void => {
  const known = ajv.formats['date-time']
  if (!isTextFormat(known)) throw new Error('the library has no date-time to begin with')
  const { validate, ...rest } = known
  ajv.addFormat('date-time', {
    ...rest,
    validate: (text: string) => PLAIN_DATE_TIME.test(text) || validate(text),
  })
}

const MAX_URL = 2000

/** The library's expression for `url` takes quadratic time. */
const shortUrls = (ajv: Engine): void => {
  const { url } = ajv.formats
  if (!(url instanceof RegExp)) throw new Error('the library has no url to begin with')
  ajv.addFormat('url', (text: string) => text.length <= MAX_URL && url.test(text))
}

const isTextFormat = (
  format: unknown,
): format is Omit<FormatDefinition<string>, 'validate'> & { validate: (text: string) => boolean } =>
  typeof format === 'object' &&
  format !== null &&
  'validate' in format &&
  typeof format.validate === 'function'
