import { z } from 'zod'
import { jsonObjectSchema } from '../../contract/state.ts'
import { withoutBytes } from '../../contract/result-bytes.ts'
import { cutText } from '../../platform/cut-text.ts'
import { isRecord } from '../../platform/is-record.ts'
import { nestsTooDeep } from '../../platform/nesting.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { SchemaRefusal, usableSchema, type SchemaChecker, type SchemaProblem } from '../../schemas/index.ts'
import { InvokeFailure, invalidInput } from './failure.ts'

type Json = Readonly<Record<string, unknown>>

/** The largest result of a call that changes nothing, in UTF-16 units of JSON. */
const OUTPUT_LIMIT = 1024 * 1024

/** The most that a failure quotes of an output, in UTF-16 units. */
const MAX_SAID = 8000

export interface JsonChecks {
  /**
   * The input as a JSON object of its own, which is shown, hashed and sent from here on. Errors: `InvokeFailure` INVALID_INPUT, also if the schema
   * can't be used; EXECUTION_FAILED if the output couldn't be checked. Returns synchronously if the check is cheap.
   */
  input(manifest: CapabilityManifest, input: unknown): Json | Promise<Json>
  /** The output if it is as declared. Errors: `InvokeFailure` EXECUTION_FAILED. */
  output(
    manifest: CapabilityManifest,
    output: Record<string, unknown>,
    changed: boolean,
  ): Promise<Record<string, unknown>>
  /** Whether it is a valid input; also false if the schema can't be used. */
  isInput(manifest: CapabilityManifest, input: unknown): Promise<boolean>
}

/** Checks a tool's input and output against its manifest (cap.md). */
export const createJsonChecks = (schemas: SchemaChecker): JsonChecks => {
  const checkInput: JsonChecks['input'] = (manifest, input) => {
    const given = jsonCopy(input)
    if (given === null) throw invalidInput([{ pointer: '', problem: 'must be a JSON object' }])
    const copy = withDefaults(manifest.input_schema, given)
    if (nestsTooDeep(copy)) throw invalidInput([{ pointer: '', problem: 'must not nest so deep' }])
    const ambiguous = ambiguousPlaces(input)
    if (ambiguous.length > 0) throw invalidInput(ambiguous, 'ambiguous_json')
    // If the output can't be checked afterwards, the call isn't run.
    if (manifest.output_schema !== null) holdToBudget(manifest.output_schema)
    const fitting = (problems: readonly SchemaProblem[]): Json => {
      if (problems.length > 0) throw invalidInput(problems)
      return copy
    }
    const checked = checkAgainst('input', manifest.input_schema, copy)
    return checked instanceof Promise ? checked.then(fitting) : fitting(checked)
  }

  const checkOutput: JsonChecks['output'] = async (manifest, output, changed) => {
    // The change has been made: reporting a failure now would invite a second try.
    if (changed) return output
    const size = nestsTooDeep(output) ? null : JSON.stringify(output).length
    if (size === null || size > OUTPUT_LIMIT) {
      const details = { reason: 'output_too_large', characters: size, limit: OUTPUT_LIMIT }
      throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_too_large', { details })
    }
    const problems =
      manifest.output_schema === null ? [] : await checkAgainst('output', manifest.output_schema, output)
    if (problems.length === 0) return output
    const said = wordsIn(output)
    const details = { reason: 'output_schema_violation', problems, said }
    throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_unexpected', { params: { said }, details })
  }

  const holdToBudget = (schema: Json): void => {
    try {
      usableSchema(schema)
    } catch (cause) {
      throw cause instanceof SchemaRefusal ? tooCostly('output', cause) : cause
    }
  }

  const checkAgainst = (
    of: 'input' | 'output',
    schema: Json,
    value: unknown,
  ): ReturnType<SchemaChecker['check']> => {
    const refuse = (cause: unknown): readonly SchemaProblem[] => {
      if (cause instanceof SchemaRefusal && cause.kind === 'costly') throw tooCostly(of, cause)
      // An unreadable output schema promises nothing; arguments that can't be checked aren't sent.
      if (of === 'output') return []
      const found = cause instanceof SchemaRefusal ? { problem: cause.sentence } : {}
      throw new InvokeFailure('INVALID_INPUT', 'tool_schema_unusable', {
        details: { reason: 'schema_unusable', ...found },
        cause,
      })
    }
    try {
      const checked = schemas.check(schema, value, of === 'input' ? 'arguments' : 'value')
      return checked instanceof Promise ? checked.catch(refuse) : checked
    } catch (cause) {
      return refuse(cause)
    }
  }

  return {
    input: checkInput,
    output: checkOutput,
    isInput: async (manifest, input) => {
      try {
        await checkInput(manifest, input)
        return true
      } catch (thrown) {
        if (thrown instanceof InvokeFailure) return false
        throw thrown
      }
    },
  }
}

/**
 * The input with the defaults of required arguments that are missing: many servers' libraries list an argument as required although they
 * fill it in themselves. So what is shown, hashed and sent is what runs.
 */
const withDefaults = ({ properties, required }: Json, input: Json): Json => {
  if (!Array.isArray(required) || !isRecord(properties)) return input
  const missing = required.flatMap((name: unknown): [string, unknown][] => {
    const argument = typeof name === 'string' && !Object.hasOwn(input, name) ? properties[name] : null
    return typeof name === 'string' && isRecord(argument) && Object.hasOwn(argument, 'default')
      ? [[name, structuredClone(argument['default'])]]
      : []
  })
  return missing.length === 0 ? input : { ...input, ...Object.fromEntries(missing) }
}

const tooCostly = (schema: 'input' | 'output', cause: SchemaRefusal): InvokeFailure =>
  new InvokeFailure(schema === 'input' ? 'INVALID_INPUT' : 'EXECUTION_FAILED', 'tool_schema_costly', {
    params: { problem: cause.sentence },
    details: { reason: 'schema_costly', schema, pointer: cause.pointer, problem: cause.message },
    cause,
  })

/**
 * The place where programs may read a JSON value differently: a member `__proto__`, which many interpret differently and
 * leave out, so that less is shown than sent; half a character; or a number beyond a double. Other names, such as
 * `constructor`, are ordinary data.
 */
const ambiguousPlaces = (input: unknown): readonly SchemaProblem[] => {
  const found: SchemaProblem[] = []
  const left: [value: unknown, pointer: string][] = [[input, '']]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, pointer] = next
    if (typeof value === 'number' && !Number.isFinite(value))
      found.push({ pointer, problem: 'must be a finite number' })
    if (typeof value === 'string' && !value.isWellFormed())
      found.push({ pointer, problem: 'must not contain half a character' })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const place = `${pointer}/${name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (name === '__proto__') found.push({ pointer: place, problem: 'must not be the name of a member' })
      else if (!name.isWellFormed())
        found.push({ pointer: place, problem: 'must not be named with half a character' })
      else left.push([inner, place])
    }
  }
  return found
}

/** The input as a JSON object of its own; null if it isn't one. */
export const jsonCopy = (input: unknown): Record<string, unknown> | null => {
  try {
    // In an object, because what JSON cannot say, such as undefined, is left out of one instead of being no JSON at all.
    return wrappedInput.parse(JSON.parse(JSON.stringify({ input }))).input
  } catch {
    return null // Cyclic, a BigInt, or not an object: the caller is told that it isn't a JSON object.
  }
}

const wrappedInput = z.object({ input: jsonObjectSchema })

/** The text of an output in an undeclared form, so that the tool needn't be called again for it. */
const wordsIn = (output: Json): string => {
  const { content } = output
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  const texts = blocks.flatMap((block) =>
    isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  )
  const words = texts.length > 0 ? texts.join('\n') : JSON.stringify(withoutBytes(output))
  return cutText(words, MAX_SAID)
}
